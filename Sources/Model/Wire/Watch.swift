/// The parameters of `Watch`.
public struct WatchRequest: Codable, Sendable, Equatable {
  /// The boards to watch; empty means all.
  public var boards: [String]
  /// Only changes that offer one of these, or what conforms to one; `nil` and empty mean all.
  public var types: [String]?
  public var since: Int?
  public var display: String?

  public init(boards: [String] = [], types: [String]? = nil, since: Int? = nil) {
    self.boards = boards
    self.types = types
    self.since = since
  }
}

/// What `Watch` answers, once a change.
public struct WatchReply: Codable, Sendable, Equatable {
  public var change: Change

  public init(change: Change) { self.change = change }
}

/// One change of a board.
public struct Change: Codable, Sendable, Equatable {
  public var sequence: Int
  public var board: String
  public var changeCount: Int
  public var holder: Holder
  public var entry: String?
  public var types: [OfferedType]
  /// Seconds since 1970.
  public var time: Double
  public var sensitive: Bool

  public init(sequence: Int, board: String, changeCount: Int, holder: Holder, time: Double) {
    self.sequence = sequence
    self.board = board
    self.changeCount = changeCount
    self.holder = holder
    self.time = time
    types = []
    sensitive = false
  }
}

/// Who answers for a board.
public enum Holder: String, Codable, Sendable {
  case ours, foreign, nobody
}
