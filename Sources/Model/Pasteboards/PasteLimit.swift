/// Counts the pastes of an entry that may be pasted only so often.
///
/// One paste is all the data that one program asks over X within half a second, or one `get`, or those
/// of single items over one connection; what a clipboard manager asks does not count, and neither do
/// targets. Once they are used up, only who made the last paste or is at one item by item is served.
public struct PasteLimit: Sendable {
  /// How long one client's requests belong to one paste.
  public static let window: Duration = .milliseconds(500)

  /// What a reading means for the entry.
  public enum Verdict: Sendable, Equatable {
    /// Part of a paste that was counted before, or not counted at all.
    case ignored
    /// A paste, and more may follow.
    case counted
    /// The last paste: nobody but this client may read on, and the entry goes when the window ends.
    case last
  }

  private var remaining: Int
  /// When each client that may still be at its paste began it.
  private var begun: [UInt32: Duration] = [:]

  /// - Parameter pastes: How many pastes are allowed, at least 1.
  public init(pastes: Int) { remaining = max(1, pastes) }

  /// Whether the last allowed paste has happened.
  public var isUsedUp: Bool { remaining == 0 }

  /// Records that `client` read data at `time`, measured on any clock that only rises.
  public mutating func read(by client: UInt32, at time: Duration) -> Verdict {
    begun = begun.filter { time - $0.value <= Self.window }
    guard begun[client] == nil, remaining > 0 else { return .ignored }
    remaining -= 1
    begun[client] = time
    return remaining == 0 ? .last : .counted
  }

  /// Records a `get`; not one of those that go on with a paste.
  public mutating func got() -> Verdict {
    guard remaining > 0 else { return .ignored }
    remaining -= 1
    return remaining == 0 ? .last : .counted
  }
}
