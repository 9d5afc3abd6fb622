internal import LinuxIO
internal import Pasteboards
internal import SQLite

// What is searched, made again of what is there.
extension Writing {
  /// Makes the texts of all entries that have none and could have one; answers how many.
  func rebuildTexts() throws(StoreError) -> Int {
    var last = Int64.min
    var count = 0
    while true {
      var keys: [Int64] = []
      try forEach(
        """
        SELECT key FROM entries WHERE key > ? AND key NOT IN (SELECT entry FROM texts)
        ORDER BY key LIMIT 1000
        """,
        [.integer(last)]
      ) { keys.append($0.integer(0)) }
      guard let end = keys.last else { break }
      for key in keys where try rebuildText(of: key) { count += 1 }
      last = end
    }
    return count
  }

  /// Makes the index of all texts anew, whatever it was.
  func rebuildSearch() throws(StoreError) {
    // The record of what it consists of: of nothing. A damaged one could not even be opened.
    // Source: SQLite's fts5_index.c, FTS5_STRUCTURE_ROWID.
    try execute("INSERT OR REPLACE INTO search_data (id, block) VALUES (10, zeroblob(7))")
    try execute("INSERT INTO search (search) VALUES ('rebuild')")
  }

  /// Makes all sums right.
  func recount() throws(StoreError) {
    try execute(
      """
      UPDATE entries SET byte_count = \(Sums.ofEntry) WHERE byte_count <> \(Sums.ofEntry);
      UPDATE boards SET (entry_count, byte_count, pinned_count, pinned_byte_count) = \(Sums.ofBoard);
      UPDATE files SET use_count = \(Sums.ofFile);
      """
    )
  }

  /// Whether a sum is wrong.
  func isMiscounted() throws(StoreError) -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM entries WHERE byte_count <> \(Sums.ofEntry))
        OR EXISTS (SELECT 1 FROM files WHERE use_count <> \(Sums.ofFile))
        OR EXISTS (
          SELECT 1 FROM boards
          WHERE (entry_count, byte_count, pinned_count, pinned_byte_count) <> \(Sums.ofBoard)
        )
      """
    return try first(sql) { $0.integer(0) == 1 } ?? false
  }

  /// What rows say of others, computed anew; `total` knows no overflow, should a row be damaged.
  private enum Sums {
    static let ofEntry = """
      (SELECT CAST(total(byte_count) AS INTEGER) FROM representations WHERE entry = entries.key)
      """
    static let ofBoard = """
      (SELECT count(*), CAST(total(byte_count) AS INTEGER), ifnull(sum(is_pinned), 0),
        CAST(total(is_pinned * byte_count) AS INTEGER) FROM entries WHERE board = boards.key)
      """
    static let ofFile = "(SELECT count(*) FROM representations WHERE file = files.key)"
  }

  /// Makes the text of an entry, and its title if there is none; answers whether there is any.
  func rebuildText(of key: Int64) throws(StoreError) -> Bool {
    let text = EntryText(of: try contents(of: key))
    let sql = "UPDATE entries SET title = ? WHERE key = ? AND title = '' AND has_given_title = 0"
    try run(sql, [.text(text.title), .integer(key)])
    guard !text.searched.isEmpty else { return false }
    let insertion = "INSERT INTO texts (entry, searched) VALUES (?, ?)"
    try run(insertion, [.integer(key), .text(text.searched)])
    return true
  }

  /// Makes the text of an entry anew, and its title if none was given, from what is there now.
  func renewText(of key: Int64) throws(StoreError) {
    try run("DELETE FROM texts WHERE entry = ?", [.integer(key)])
    let sql = "UPDATE entries SET title = '' WHERE key = ? AND has_given_title = 0"
    try run(sql, [.integer(key)])
    _ = try rebuildText(of: key)
  }

  /// An entry with what its text is made of.
  func contents(of key: Int64) throws(StoreError) -> Entry {
    let number = SQLValue.integer(key)
    var names: [Int64: [UInt8]] = [:]
    try forEach("SELECT item, name FROM item_names WHERE entry = ?", [number]) { row in
      names[row.integer(0)] = row.blob(1)
    }
    var items: [Int64: [Representation]] = [:]
    var failure: SystemError?
    try forEach(
      """
      SELECT r.item, t.identifier, r.byte_count, r.content, r.file
      FROM representations AS r JOIN types AS t ON t.key = r.type
      WHERE r.entry = ? AND r.byte_count IS NOT NULL ORDER BY r.item, r.place
      """,
      [number]
    ) { row in
      var payload = Payload.inline(row.blob(3))
      if !row.isNull(4) {
        do throws(SystemError) {
          let path = directory.payload(row.integer(4))
          let file = try StoredFile.open(at: path, byteCount: Int(row.integer(2)))
          if let file { payload = .file(file) }
        } catch {
          failure = error
        }
      }
      items[row.integer(0), default: []].append(
        Representation(type: StoredType.type(row.text(1)), payload: payload)
      )
    }
    if let failure { throw .system(failure) }
    let sql = "SELECT title FROM entries WHERE key = ? AND has_given_title = 1"
    let title = try first(sql, [number]) { $0.text(0) }
    return Entry(
      id: Entry.ID(rawValue: 0),
      items: items.keys.sorted().map { item in
        Item(representations: items[item] ?? [], suggestedName: names[item])
      },
      time: 0,
      label: Entry.Label(title: title)
    )
  }
}
