internal import Pasteboards
internal import SQLite

/// One condition of a query, in two forms: as a check of an entry, and as a way to find entries.
struct HistoryFilter {
  /// A condition on the entry `e`.
  let condition: String
  /// A statement whose column `entry` has the keys of all entries that meet it; `nil` if there is no
  /// quick one.
  let finding: String?
  /// The values of either.
  let values: [SQLValue]

  init(_ condition: String, finding: String? = nil, _ values: [SQLValue]) {
    self.condition = condition
    self.finding = finding
    self.values = values
  }

  /// The filters of a query, that of the board first; `nil` if one of them lets nothing pass.
  static func all(
    of query: HistoryQuery,
    board: Int64?,
    in history: isolated History,
    on database: Database
  ) throws(StoreError) -> [HistoryFilter]? {
    var filters: [HistoryFilter] = []
    if let board {
      filters.append(
        .init(
          "e.board = ?",
          finding: "SELECT key AS entry FROM entries WHERE board = ?",
          [.integer(board)]
        )
      )
    }
    if !query.types.isEmpty {
      let keys: [Int64]
      do throws(SQLiteError) {
        keys = try database.types(conformingToAnyOf: query.types)
      } catch {
        throw history.failure(error)
      }
      guard !keys.isEmpty else { return nil }
      filters.append(Self.types(keys))
    }
    for tag in query.tags {
      filters.append(
        .init(
          "EXISTS (SELECT 1 FROM tags AS g WHERE g.entry = e.key AND g.tag = ?)",
          finding: "SELECT entry FROM tags WHERE tag = ?",
          [.text(tag)]
        )
      )
    }
    if let source = query.source {
      filters.append(
        .init(
          "e.source = ?",
          finding: "SELECT key AS entry FROM entries WHERE source = ?",
          [.text(source)]
        )
      )
    }
    if let isPinned = query.isPinned {
      let condition = "is_pinned = \(isPinned ? 1 : 0)"
      let finding = "SELECT key AS entry FROM entries WHERE \(condition)"
      filters.append(.init("e." + condition, finding: isPinned ? finding : nil, []))
    }
    if let since = query.since {
      filters.append(Self.since(since, board))
    }
    return filters
  }

  private static func types(_ keys: [Int64]) -> HistoryFilter {
    let list = keys.map(String.init).joined(separator: ", ")
    return HistoryFilter(
      "EXISTS (SELECT 1 FROM representations AS r WHERE r.entry = e.key AND r.type IN (\(list)))",
      finding: "SELECT DISTINCT entry FROM representations WHERE type IN (\(list))",
      []
    )
  }

  private static func since(_ seconds: Double, _ board: Int64?) -> HistoryFilter {
    let time = SQLValue.integer(Int64(clamping: Int(exactly: (seconds * 1e6).rounded()) ?? 0))
    // The index is by board; without one it is the check that decides.
    guard let board else { return HistoryFilter("e.time > ?", [time]) }
    return HistoryFilter(
      "e.time > ?",
      finding: "SELECT key AS entry FROM entries WHERE board = \(board) AND time > ?",
      [time]
    )
  }
}
