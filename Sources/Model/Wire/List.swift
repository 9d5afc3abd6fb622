/// The parameters of `List`.
public struct ListRequest: Codable, Sendable, Equatable {
  public var board: String?
  /// Whether the entries of all boards are meant.
  public var everywhere: Bool?
  /// Only entries whose title or text holds this, in whatever case.
  public var search: String?
  /// Only entries whose title or text a regular expression matches.
  public var regex: String?
  /// Only entries that have one of these types, or what conforms to one.
  public var types: [String]?
  /// Only entries that have all of these tags.
  public var tags: [String]?
  /// Only entries that this program put.
  public var source: String?
  public var pinned: Bool?
  /// Only entries of the last so many milliseconds.
  public var since: Int?
  public var limit: Int?
  /// Where the list before ended.
  public var after: String?
  public var display: String?

  public init(board: String? = nil) { self.board = board }
}

/// What `List` answers.
public struct ListReply: Codable, Sendable, Equatable {
  public var entries: [EntrySummary]
  /// Where it ended, if there is more.
  public var next: String?

  public init(entries: [EntrySummary], next: String? = nil) {
    self.entries = entries
    self.next = next
  }
}

/// One entry, without its content.
public struct EntrySummary: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String
  /// Its place on the board, from 1, the newest.
  public var index: Int
  /// Seconds since 1970.
  public var time: Double
  public var title: String
  /// The program that put it, if it is known.
  public var source: String?
  /// Where it was copied, if another program did that.
  public var origin: CopyOrigin?
  /// The identifiers of its types, each once, in its order.
  public var types: [String]
  /// Bytes of all its representations; what is promised counts when it is made.
  public var size: Int
  /// How many things it is.
  public var items: Int
  public var pinned: Bool
  /// Whether a paste gets it now.
  public var current: Bool
  public var tags: [String]
  /// Seconds since 1970 when it ends by itself.
  public var expires: Double?

  public init(entry: String, board: String, index: Int, time: Double, title: String) {
    self.entry = entry
    self.board = board
    self.index = index
    self.time = time
    self.title = title
    (types, size, items, pinned, current, tags) = ([], 0, 1, false, false, [])
  }
}
