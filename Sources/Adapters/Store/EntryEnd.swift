public import LinuxIO
public import Pasteboards

/// How an entry ends by itself.
public struct EntryEnd: Sendable {
  public let deadline: MonotonicTime
  /// What comes back then.
  public let previous: Entry.ID?

  public init(deadline: MonotonicTime, previous: Entry.ID?) {
    self.deadline = deadline
    self.previous = previous
  }
}
