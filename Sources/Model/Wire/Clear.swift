/// The parameters of `Clear`.
public struct ClearRequest: Codable, Sendable, Equatable {
  public var board: String?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `Clear` answers.
public struct ClearReply: Codable, Sendable, Equatable {
  public var changeCount: Int

  public init(changeCount: Int) { self.changeCount = changeCount }
}
