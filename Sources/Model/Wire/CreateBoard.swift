/// The parameters of `CreateBoard`.
public struct CreateBoardRequest: Codable, Sendable, Equatable {
  public var board: String
  public var display: String?

  public init(board: String) { self.board = board }
}

/// The parameters of `RemoveBoard`.
public struct RemoveBoardRequest: Codable, Sendable, Equatable {
  public var board: String
  /// Whether pinned entries go as well.
  public var force: Bool?
  public var display: String?

  public init(board: String, force: Bool? = nil) {
    self.board = board
    self.force = force
  }
}
