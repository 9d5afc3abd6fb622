public import Pasteboards

/// One board as its last change left it.
public struct BoardState: Sendable, Equatable {
  public let board: BoardName
  /// What a paste gets; `nil` after a clear.
  public let current: Entry.ID?
  /// The number of its last change.
  public let sequence: Int
  /// Seconds since 1970 of that.
  public let time: Double

  public init(board: BoardName, current: Entry.ID?, sequence: Int, time: Double) {
    self.board = board
    self.current = current
    self.sequence = sequence
    self.time = time
  }
}

/// What is in a store when it is opened.
public struct StoreContents: Sendable {
  public let boards: [BoardState]
  /// No change was ever given a greater number.
  public let sequence: Int
}

/// What a board keeps.
public struct BoardContents: Sendable, Equatable {
  public let board: BoardName
  public let current: Entry.ID?
  public let entryCount: Int
  public let byteCount: Int
  public let pinnedCount: Int
}
