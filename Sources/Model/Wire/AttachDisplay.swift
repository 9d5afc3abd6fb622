/// The parameters of `AttachDisplay`.
public struct AttachDisplayRequest: Codable, Sendable, Equatable {
  public var display: String
  /// The path of an Xauthority file.
  public var authority: String?

  public init(display: String, authority: String?) {
    self.display = display
    self.authority = authority
  }
}

/// What `AttachDisplay` answers.
public struct AttachDisplayReply: Codable, Sendable, Equatable {
  public var display: String

  public init(display: String) { self.display = display }
}

/// The parameters or the answer of a method that has none.
public struct Nothing: Codable, Sendable, Equatable {
  public init() {}
}
