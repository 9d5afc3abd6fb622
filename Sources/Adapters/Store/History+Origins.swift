internal import Pasteboards
internal import SQLite

// What is known of copies of other programs.
extension History {
  /// Where an entry was copied; `nil` if it was put, or nobody knows.
  func origin(of entry: Int64, on database: Database? = nil) throws(StoreError) -> Origin? {
    let sql = """
      SELECT board, window_class, window_title, process, program FROM origins WHERE entry = ?
      """
    return try first(sql, [.integer(entry)], on: database) { row in
      guard let board = BoardName(String(decoding: row.blob(0), as: UTF8.self)) else { return nil }
      return Origin(
        board: board,
        windowClass: row.isNull(1) ? nil : row.text(1),
        windowTitle: row.isNull(2) ? nil : row.text(2),
        processID: row.isNull(3) ? nil : Int32(exactly: row.integer(3)),
        program: row.isNull(4) ? nil : row.text(4)
      )
    } ?? nil
  }

  /// What was on offer with an entry and is not kept.
  func dropped(of entry: Int64) throws(StoreError) -> [Entry.Dropped] {
    var dropped: [Entry.Dropped] = []
    let sql = "SELECT type, reason FROM dropped WHERE entry = ? ORDER BY place"
    try forEach(sql, [.integer(entry)]) { row in
      // Damage may make it any word.
      guard let reason = Entry.Dropped.Reason(rawValue: row.text(1)) else { return }
      dropped.append(Entry.Dropped(type: StoredType.type(row.text(0)), reason: reason))
    }
    return dropped
  }
}
