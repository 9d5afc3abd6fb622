/// A type that a file seems to have, and what says so.
public struct MIMEGuess: Sendable, Hashable {
  /// The canonical name, in lower case.
  public let mimeType: String
  public let reason: Reason

  public enum Reason: Sendable, Hashable {
    /// Somebody said so, such as by the attribute `user.mime_type`.
    case explicit
    /// It is no regular file.
    case inode
    case name
    /// A rule for contents; those of higher priority are more certain, 50 is common.
    case content(priority: Int)
    /// It is empty.
    case empty
    /// No rule knows the content, but it reads like text.
    case text
    /// Nothing else could be said.
    case nothing
  }

  public init(mimeType: String, reason: Reason) {
    self.mimeType = mimeType
    self.reason = reason
  }
}
