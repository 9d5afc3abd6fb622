internal import Checksums
internal import LinuxIO
internal import Pasteboards
internal import SQLite

/// Fills a new database with every row that a damaged one still holds.
///
/// Each page is read by itself, so that one that is lost costs only what stood in it, wherever it was in
/// the tree; what indices say of lost rows is taken as well.
struct Salvage {
  let old: DamagedDatabase
  let new: Writing
  let directory: StoreDirectory
  /// Where each table and index begins.
  private let roots: [String: Int]
  /// Triggers and indices, which are made again when the rows are there.
  private let later: (indices: [String], triggers: [String])
  var outcome = Outcome()

  /// What became of it.
  struct Outcome {
    var entryCount = 0
    /// Entries of which only the content was left.
    var foundEntryCount = 0
    /// Entries made of payload files that nothing mentions any more.
    var foundFileCount = 0
    /// Representations that are lost: their content is damaged, missing or too short.
    var lostContentCount = 0
    /// Entries of which nothing was left; `nil` if nobody knows how many there were.
    var lostEntryCount: Int? = 0
    /// Payload files that are too short, which nothing mentions any more.
    var shortFiles: [Int64] = []
  }

  /// Begins; `new` is a database with the tables and no rows.
  ///
  /// - Throws: ``StoreError/newer(version:known:)`` if a newer release wrote the old one.
  init(from old: DamagedDatabase, into new: Writing) throws(StoreError) {
    self.old = old
    self.new = new
    directory = new.directory
    // The same steps put the same roots in the same places.
    var roots: [String: Int] = [:]
    var indices: [String] = []
    var triggers: [String] = []
    var drops: [String] = []
    try new.forEach("SELECT type, name, rootpage, sql FROM sqlite_schema") { row in
      if row.integer(2) > 0 { roots[row.text(1)] = Int(row.integer(2)) }
      let type = row.text(0)
      guard type == "index" || type == "trigger", !row.isNull(3) else { return }
      if type == "index" { indices.append(row.text(3)) } else { triggers.append(row.text(3)) }
      drops.append("DROP \(type) \(row.text(1))")
    }
    old.forEachRecord(inTreeAt: 1, 5) { record in
      guard case .text(let name) = record.values[1], case .integer(let root) = record.values[3],
        (1...Int64(Int32.max)).contains(root)
      else { return }
      roots[name] = Int(root)
    }
    self.roots = roots
    later = (indices, triggers)
    var stepCount = 0
    let step = RowShape(table: "migrations", columns: [.key, .text])
    old.forEachRecord(inTreeAt: roots["migrations"] ?? 0, 2) { if step.fits($0) { stepCount += 1 } }
    guard stepCount <= Schema.migrations.count else {
      throw .newer(version: stepCount, known: Schema.migrations.count)
    }
    for drop in drops { try new.execute(drop) }
  }

  /// Takes everything over, in one transaction.
  mutating func run() throws(StoreError) {
    try new.execute("BEGIN")
    try takeRows()
    let expected = try expectedEntryCount()
    try takeTypesAndFacts()
    for sql in later.indices { try new.execute(sql) }
    try takeHints()
    try mend()
    outcome.lostEntryCount = expected.map { expected in
      max(0, expected - outcome.entryCount + outcome.foundFileCount)
    }
    for sql in later.triggers { try new.execute(sql) }
    try new.execute("COMMIT")
  }

  /// How many entries there were, as their boards say; `nil` if a board is missing.
  private func expectedEntryCount() throws(StoreError) -> Int? {
    var isKnown = old.isSound
    try forEachRecord(of: "sqlite_autoindex_boards_1", [.blob, .integer]) {
      (record) throws(StoreError) in
      let sql = "SELECT 1 FROM boards WHERE key = ?"
      if try new.first(sql, [record.values[1]], { _ in true }) == nil { isKnown = false }
    }
    let lost = "SELECT 1 FROM entries WHERE board NOT IN (SELECT key FROM boards) LIMIT 1"
    guard isKnown, try new.first(lost, [], { _ in true }) == nil else { return nil }
    // Nobody has ever had as many as some damage says.
    let wrong = "SELECT 1 FROM boards WHERE entry_count NOT BETWEEN 0 AND \(Int32.max) LIMIT 1"
    guard try new.first(wrong, [], { _ in true }) == nil else { return nil }
    let sql = "SELECT ifnull(sum(entry_count), 0) FROM boards"
    return try new.first(sql) { Int($0.integer(0)) }
  }

  // MARK: Rows

  private mutating func takeRows() throws(StoreError) {
    let counts = Set(RowShape.tables.flatMap(\.columnCounts))
    let statements = RowShape.tables.map { shape in
      let places = Array(repeating: "?", count: shape.columns.count).joined(separator: ", ")
      return "INSERT OR REPLACE INTO \(shape.table) VALUES (\(places))"
    }
    for number in old.usedPages {
      guard let page = TreePage(number, of: old) else { continue }
      try page.forEachRecord(columnCount: counts.contains) { (record) throws(StoreError) in
        let found = RowShape.tables.firstIndex { $0.fits(record) }
        guard let index = found, isSound(record, of: RowShape.tables[index].table) else { return }
        var values = record.values
        if let key = record.key { values[0] = .integer(key) }
        let missing = RowShape.tables[index].columns.count - values.count
        values += Array(repeating: .null, count: missing)
        try new.run(statements[index], values)
      }
    }
  }

  /// Whether what a row says can be so.
  private mutating func isSound(_ record: TreePage.Record, of table: String) -> Bool {
    switch table {
    case "boards", "origins":
      guard case .blob(let name) = record.values[1],
        let text = String(validating: name, as: UTF8.self)
      else { return false }
      return BoardName(text) != nil
    case "representations":
      // Without content it was promised, or is in a file.
      guard case .blob(let content) = record.values[11] else {
        guard case .integer(let byteCount) = record.values[9] else { return true }
        if case .integer = record.values[12], byteCount >= 0 { return true }
        outcome.lostContentCount += 1
        return false
      }
      let checksum = Int64(bitPattern: Checksum.of(content))
      if record.values[9] == .integer(content.count), record.values[10] == .integer(checksum) {
        return true
      }
      outcome.lostContentCount += 1
      return false
    default: return true
    }
  }

  /// What cannot be told by its looks is found from the root of its table, or in its index.
  private func takeTypesAndFacts() throws(StoreError) {
    let sql = "INSERT OR IGNORE INTO types (key, identifier) VALUES (?, ?)"
    try forEachRecord(of: "types", [.key, .text]) { (record) throws(StoreError) in
      guard let key = record.key else { return }
      try new.run(sql, [.integer(key), record.values[1]])
    }
    try forEachRecord(of: "sqlite_autoindex_types_1", [.text, .integer]) {
      (record) throws(StoreError) in try new.run(sql, record.values.reversed())
    }
    try forEachRecord(of: "facts", [.text, .integer]) { (record) throws(StoreError) in
      try new.run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", record.values)
    }
    try forEachRecord(of: "sqlite_autoindex_boards_1", [.blob, .integer]) {
      (record) throws(StoreError) in
      guard case .blob(let name) = record.values[0],
        BoardName(String(decoding: name, as: UTF8.self)) != nil
      else { return }
      // What is current is lost: it becomes the newest.
      try new.run(
        "INSERT OR IGNORE INTO boards (name, key, current) VALUES (?, ?, 0)",
        record.values
      )
    }
  }

  // MARK: Hints

  /// Gathers what indices say of entries of which only the content is left.
  private func takeHints() throws(StoreError) {
    try new.execute(
      """
      CREATE TEMP TABLE hints (
        key INTEGER PRIMARY KEY, id INTEGER, board INTEGER, position INTEGER, time INTEGER,
        source TEXT, is_pinned INTEGER NOT NULL DEFAULT 0
      );
      INSERT INTO hints (key) SELECT DISTINCT entry FROM representations
        WHERE entry NOT IN (SELECT key FROM entries);
      """
    )
    guard try new.first("SELECT 1 FROM hints", [], { _ in true }) != nil else { return }
    try takeHints("sqlite_autoindex_entries_1", "id = ?", [.integer, .integer])
    try takeHints("entries_by_board", "board = ?, position = ?", [.integer, .integer, .integer])
    try takeHints("entries_by_time", "board = ?, time = ?", [.integer, .integer, .integer])
    try takeHints("entries_by_source", "source = ?", [.text, .integer])
    try takeHints(
      "pinned_entries",
      "board = ?, position = ?, is_pinned = 1",
      [.integer, .integer, .integer]
    )
  }

  /// Notes what an index holds, in whose last column are the keys.
  private func takeHints(
    _ index: String,
    _ changes: String,
    _ columns: [RowShape.Column]
  ) throws(StoreError) {
    let sql = "UPDATE hints SET \(changes) WHERE key = ?"
    try forEachRecord(of: index, columns) { (record) throws(StoreError) in
      try new.run(sql, record.values)
    }
  }

  /// The records of a table or an index that look as they should.
  private func forEachRecord(
    of name: String,
    _ columns: [RowShape.Column],
    _ body: (TreePage.Record) throws(StoreError) -> Void
  ) throws(StoreError) {
    let shape = RowShape(table: name, columns: columns)
    try old.forEachRecord(inTreeAt: roots[name] ?? 0, columns.count) {
      (record) throws(StoreError) in
      if shape.fits(record) { try body(record) }
    }
  }
}

extension DamagedDatabase {
  /// The records of a table or an index, as far as its tree leads to them.
  func forEachRecord<Failure: Error>(
    inTreeAt root: Int,
    _ columnCount: Int,
    _ body: (TreePage.Record) throws(Failure) -> Void
  ) throws(Failure) {
    var seen: Set<Int> = []
    var open = [root]
    while let number = open.popLast() {
      guard seen.insert(number).inserted, let page = TreePage(number, of: self) else { continue }
      open += page.children
      try page.forEachRecord(columnCount: { $0 == columnCount }, body)
    }
  }
}
