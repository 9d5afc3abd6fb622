/// What `Status` answers.
public struct StatusReply: Codable, Sendable, Equatable {
  public var version: String
  public var pid: Int
  /// Milliseconds since the start.
  public var uptime: Int
  public var display: String?
  /// Whether the bound boards are the selections of a display now.
  public var bridged: Bool
  /// Whether changes by other programs are noticed (the XFIXES extension is there).
  public var watching: Bool
  public var boards: [BoardStatus]
  /// Contents that are being read from other programs.
  public var conversions: Int
  /// Contents that other programs are reading piece by piece.
  public var transfers: Int
  public var clients: Int
  /// Seconds since 1970 when the display last said that a selection changed hands.
  public var lastEvent: Double?
  public var problems: [String]

  public init(version: String, pid: Int, uptime: Int) {
    self.version = version
    self.pid = pid
    self.uptime = uptime
    bridged = false
    watching = false
    boards = []
    conversions = 0
    transfers = 0
    clients = 0
    problems = []
  }
}

/// One board in a status.
public struct BoardStatus: Codable, Sendable, Equatable {
  public var board: String
  public var bound: Bool
  public var changeCount: Int
  public var holder: Holder
  public var entry: String?
  /// How many entries it keeps.
  public var entries: Int
  /// How many bytes of content these are, counted once for each entry.
  public var size: Int

  public init(board: String, bound: Bool, changeCount: Int, holder: Holder, entry: String?) {
    self.board = board
    self.bound = bound
    self.changeCount = changeCount
    self.holder = holder
    self.entry = entry
    (entries, size) = (0, 0)
  }
}

/// What `Boards` answers.
public struct BoardsReply: Codable, Sendable, Equatable {
  public var boards: [BoardStatus]

  public init(boards: [BoardStatus]) { self.boards = boards }
}
