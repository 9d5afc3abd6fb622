/// A file that was loaded; a copy is gone when this is released.
public final class LoadedFile: Sendable {
  /// Where the file is.
  public let file: URL
  /// Whether it is the sender's own file and not a copy.
  public let isOriginalFile: Bool
  private let lease: FileLease?

  /// The sender's own file.
  init(original file: URL) {
    self.file = file
    isOriginalFile = true
    lease = nil
  }

  init(copy file: URL, in lease: FileLease) {
    self.file = file
    isOriginalFile = false
    self.lease = lease
  }

  /// Removes a copy now, whoever still holds this; an original stays where it is.
  public func remove() { lease?.remove() }
}
