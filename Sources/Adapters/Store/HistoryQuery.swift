public import Pasteboards
public import UniformTypeIdentifiers

/// Which entries are looked for.
public struct HistoryQuery: Sendable {
  /// `nil` means all boards.
  public var board: BoardName?
  /// What the title, a name or the beginning of the text holds, in whatever case.
  public var search: String?
  /// A regular expression that one of these matches.
  public var regex: String?
  /// Types, of one of which something must be, or conform to it; empty means all.
  public var types: [UTType] = []
  /// Tags that all must be there.
  public var tags: [String] = []
  public var source: String?
  public var isPinned: Bool?
  /// Seconds since 1970 that it was put after.
  public var since: Double?
  /// How many are wanted, at least 1.
  public var limit = 1000
  /// Where the page before ended.
  public var after: HistoryPage.End?

  public init(board: BoardName?) { self.board = board }
}

/// Some of the entries that were looked for.
public struct HistoryPage: Sendable {
  public var entries: [KeptEntry] = []
  /// Where it ended; `nil` if there is no more.
  public var end: End?

  /// A place among the results of a query.
  public struct End: Sendable, Equatable {
    /// The key or the position of the last one.
    let number: Int64
    let board: Int64
    let position: Int64
    /// The place on the board of the last one.
    let place: Int

    /// As text that a client brings back.
    public var token: String { "\(number).\(board).\(position).\(place)" }

    init(number: Int64, board: Int64, position: Int64, place: Int) {
      self.number = number
      self.board = board
      self.position = position
      self.place = place
    }

    /// Reads what ``token`` wrote; `nil` if it is something else.
    public init?(token: String) {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4, let number = Int64(parts[0]), let board = Int64(parts[1]),
        let position = Int64(parts[2]), let place = Int(parts[3]), (0...1 << 48).contains(place)
      else { return nil }
      self.init(number: number, board: board, position: position, place: place)
    }
  }
}

/// An entry without its content.
public struct KeptEntry: Sendable, Equatable {
  public let id: Entry.ID
  public let board: BoardName
  /// Its place on the board, from 1, the newest.
  public let place: Int
  /// Seconds since 1970.
  public let time: Double
  public let title: String
  public let source: String?
  /// Where it was copied; `nil` if it was put.
  public let origin: Origin?
  /// The identifiers of its types, each once, in the sender's order.
  public let types: [String]
  public let byteCount: Int
  public let itemCount: Int
  public let isPinned: Bool
  /// By name.
  public let tags: [String]
  /// Seconds since 1970 when it ends by itself.
  public let expiry: Double?

  /// How long its texts are together.
  var textByteCount: Int {
    let known = [source, origin?.windowClass, origin?.windowTitle, origin?.program]
    let texts = [title] + known.compactMap { $0 } + types + tags
    return texts.reduce(0) { $0 + $1.utf8.count }
  }
}
