/// The parameters of `Clear`.
public struct ClearRequest: Codable, Sendable, Equatable {
  public var board: String?
  /// Whether all entries that are not pinned go, and not only the current one.
  public var history: Bool?
  /// Only if this is the board's change count.
  public var changeCount: Int?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `Clear` answers.
public struct ClearReply: Codable, Sendable, Equatable {
  public var changeCount: Int
  /// How many entries went.
  public var removed: Int

  public init(changeCount: Int, removed: Int) {
    self.changeCount = changeCount
    self.removed = removed
  }
}
