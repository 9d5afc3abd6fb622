internal import Pasteboards
internal import SQLite

/// The columns of an entry that a list shows, copied from a row.
struct FoundEntry {
  static let columns = """
    e.key, e.id, e.board, b.name, e.position, e.time, e.title, e.source, e.byte_count,
    e.item_count, e.is_pinned, b.current IS e.id, e.deadline_time
    """
  static let columnCount = 13

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
  let isCurrent: Bool
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
    isCurrent = row.integer(11) == 1
    expiry = row.isNull(12) ? nil : row.integer(12)
  }
}

/// Works out the places of entries on their boards, counting on from the last one where it can.
struct PlaceCount {
  private var last: (board: Int64, position: Int64, place: Int)?

  init(after end: HistoryPage.End?) {
    last = end.map { ($0.board, $0.position, $0.place) }
  }

  /// The place of an entry, from 1, the newest.
  mutating func place(
    of entry: FoundEntry,
    in history: isolated History
  ) throws(StoreError) -> Int {
    var sql = "SELECT count(*) FROM entries WHERE board = ? AND position > ?"
    var values: [SQLValue] = [.integer(entry.boardKey), .integer(entry.position)]
    var before = 0
    if let last, last.board == entry.boardKey, last.position > entry.position {
      sql += " AND position < ?"
      values.append(.integer(last.position))
      before = last.place
    }
    let place = before + 1 + Int(try history.first(sql, values) { $0.integer(0) } ?? 0)
    last = (entry.boardKey, entry.position, place)
    return place
  }
}

extension History {
  /// Adds to an entry what stands in other tables.
  func summary(of found: FoundEntry, place: Int) throws(StoreError) -> KeptEntry? {
    guard let board = BoardName(found.board) else { return nil }
    let key = SQLValue.integer(found.key)
    var types: [String] = []
    try forEach(
      """
      SELECT t.identifier FROM representations AS r JOIN types AS t ON t.key = r.type
      WHERE r.entry = ? ORDER BY r.item, r.place
      """,
      [key]
    ) { row in
      let type = row.text(0)
      if !types.contains(where: { $0.utf8.elementsEqual(type.utf8) }) { types.append(type) }
    }
    var tags: [String] = []
    try forEach("SELECT tag FROM tags WHERE entry = ? ORDER BY tag", [key]) { row in
      tags.append(row.text(0))
    }
    return KeptEntry(
      id: found.id,
      board: board,
      place: place,
      time: Double(found.time) / 1e6,
      title: found.title,
      source: found.source,
      types: types,
      byteCount: found.byteCount,
      itemCount: found.itemCount,
      isPinned: found.isPinned,
      isCurrent: found.isCurrent,
      tags: tags,
      expiry: found.expiry.map { Double($0) / 1e6 }
    )
  }
}
