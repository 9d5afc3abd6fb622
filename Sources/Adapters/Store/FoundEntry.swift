internal import Pasteboards
internal import SQLite

/// The columns of an entry that a list shows, copied from a row.
struct FoundEntry {
  static let columns = """
    e.key, e.id, e.board, b.name, e.position, e.time, e.title, e.source, e.byte_count,
    e.item_count, e.is_pinned, e.deadline_time
    """
  static let columnCount = 12

  let key: Int64
  let id: Entry.ID
  let boardKey: Int64
  let board: String
  let position: Int64
  let time: Int64
  let title: String
  let source: String?
  let byteCount: Int
  let itemCount: Int
  let isPinned: Bool
  let expiry: Int64?

  init(_ row: borrowing Row) {
    key = row.integer(0)
    id = Entry.ID(stored: row.integer(1))
    boardKey = row.integer(2)
    board = row.text(3)
    position = row.integer(4)
    time = row.integer(5)
    title = row.text(6)
    source = row.isNull(7) ? nil : row.text(7)
    byteCount = Int(row.integer(8))
    itemCount = Int(row.integer(9))
    isPinned = row.integer(10) == 1
    expiry = row.isNull(11) ? nil : row.integer(11)
  }
}

/// Works out the places of entries on their boards, counting on from the last one of each where it can.
struct PlaceCount {
  /// The lowest entry of each board so far.
  private var lowest: [Int64: (position: Int64, place: Int)] = [:]

  init(after end: HistoryPage.End?) {
    if let end { lowest[end.board] = (end.position, end.place) }
  }

  /// The place of an entry, from 1, the newest.
  mutating func place(
    of entry: FoundEntry,
    in history: isolated History,
    on database: Database
  ) throws(StoreError) -> Int {
    let (board, position) = (SQLValue.integer(entry.boardKey), SQLValue.integer(entry.position))
    guard let last = lowest[entry.boardKey], last.position > entry.position else {
      // From the end that is likely to be nearer.
      let above = try history.first(
        """
        SELECT CASE
          WHEN ?2 > (SELECT (SELECT min(position) FROM entries WHERE board = ?1) / 2
            + (SELECT max(position) FROM entries WHERE board = ?1) / 2)
          THEN (SELECT count(*) FROM entries WHERE board = ?1 AND position > ?2)
          ELSE entry_count - (SELECT count(*) FROM entries WHERE board = ?1 AND position <= ?2)
          END
        FROM boards WHERE key = ?1
        """,
        [board, position],
        on: database
      ) { $0.integer(0) }
      let place = 1 + Int(above ?? 0)
      // One that was moved up is no good to count on from.
      if lowest[entry.boardKey] == nil { lowest[entry.boardKey] = (entry.position, place) }
      return place
    }
    let between = try history.first(
      "SELECT count(*) FROM entries WHERE board = ? AND position > ? AND position < ?",
      [board, position, .integer(last.position)],
      on: database
    ) { $0.integer(0) }
    let place = last.place + 1 + Int(between ?? 0)
    lowest[entry.boardKey] = (entry.position, place)
    return place
  }
}

extension History {
  /// Adds to an entry what stands in other tables.
  func summary(
    of found: FoundEntry,
    place: Int,
    on database: Database
  ) throws(StoreError) -> KeptEntry? {
    guard let board = BoardName(found.board) else { return nil }
    let key = SQLValue.integer(found.key)
    var types: [String] = []
    try forEach(
      """
      SELECT t.identifier FROM representations AS r JOIN types AS t ON t.key = r.type
      WHERE r.entry = ? ORDER BY r.item, r.place
      """,
      [key],
      on: database
    ) { row in
      let type = row.text(0)
      if !types.contains(where: { $0.utf8.elementsEqual(type.utf8) }) { types.append(type) }
    }
    var tags: [String] = []
    let sql = "SELECT tag FROM tags WHERE entry = ? ORDER BY tag"
    try forEach(sql, [key], on: database) { tags.append($0.text(0)) }
    return KeptEntry(
      id: found.id,
      board: board,
      place: place,
      time: Double(found.time) / 1e6,
      title: found.title,
      source: found.source,
      origin: try origin(of: found.key, on: database),
      types: types,
      byteCount: found.byteCount,
      itemCount: found.itemCount,
      isPinned: found.isPinned,
      tags: tags,
      expiry: found.expiry.map { Double($0) / 1e6 }
    )
  }
}
