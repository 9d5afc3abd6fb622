internal import Checksums
public import LinuxIO
public import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

/// Reads what ``Store`` has written, beside it: no search waits for a disk, and no put for a search.
///
/// A search gives way to others every few milliseconds.
public actor History {
  let loop: EventLoop
  let directory: StoreDirectory
  private var connection: (database: Database, identity: FileIdentity)?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Told once of each database in which something is damaged, of its index each time.
  private let damaged: @Sendable (FoundDamage) -> Void
  private var knownDamage: FileIdentity?

  /// The history of the store in `directory`, which opens it before it is first read.
  ///
  /// When a part of it cannot be read, `damaged` is called, for ``Store/mend(_:)``.
  public init(
    in directory: [UInt8],
    on loop: EventLoop,
    damaged: @escaping @Sendable (FoundDamage) -> Void = { _ in }
  ) {
    self.directory = StoreDirectory(path: directory)
    self.loop = loop
    self.damaged = damaged
  }

  func database() throws(StoreError) -> Database {
    guard let identity = FileIdentity(of: directory.database) else {
      throw .unusable(reason: "the history is not there")
    }
    if let connection, connection.identity == identity { return connection.database }
    do {
      // To read a write-ahead log its index must be written to.
      let database = try Database(directory.database, .readWrite)
      try database.setBusyTimeout(.seconds(5))
      try database.execute(Schema.readerSettings)
      // The connections of a process share an index of the log: with one that can only be read no other
      // could ever write, also when the disk can be written again.
      connection = database.isReadOnly ? nil : (database, identity)
      return database
    } catch {
      throw .database(error)
    }
  }

  /// What a statement's failure is to the caller; a damage is told of.
  func failure(_ error: SQLiteError) -> StoreError {
    guard error.isCorrupt, let identity = connection?.identity, identity != knownDamage,
      identity == FileIdentity(of: directory.database)
    else { return .database(error) }
    // The index is made anew within the same database.
    if !error.isCorruptIndex { knownDamage = identity }
    damaged(FoundDamage(file: identity, isOfIndex: error.isCorruptIndex, time: .now))
    return .database(error)
  }

  // MARK: Entries

  /// The entries that a name fits, two of them at most; places are those of `board`.
  public func ids(of name: EntryName, on board: BoardName) throws(StoreError) -> [Entry.ID] {
    let sql: String
    let values: [SQLValue]
    switch name {
    case .ids(let range):
      // Rows have signs: what begins alike stands together there, too.
      sql = "SELECT id FROM entries WHERE id BETWEEN ? AND ? LIMIT 2"
      values = [range.lowerBound, range.upperBound].map { .integer(Int64(bitPattern: $0)) }
    case .place(let place):
      sql = """
        SELECT id FROM entries WHERE board = (SELECT key FROM boards WHERE name = ?)
        ORDER BY position DESC LIMIT 1 OFFSET ?
        """
      values = [.blob(board.bytes), .integer(place - 1)]
    }
    var ids: [Entry.ID] = []
    try forEach(sql, values) { ids.append(Entry.ID(stored: $0.integer(0))) }
    return ids
  }

  /// The board that an entry is on; `nil` if there is none of the id.
  public func board(of id: Entry.ID) throws(StoreError) -> BoardName? {
    let sql = "SELECT b.name FROM entries AS e JOIN boards AS b ON b.key = e.board WHERE e.id = ?"
    return try first(sql, [.integer(id.stored)]) { BoardName($0.text(0)) } ?? nil
  }

  /// An entry with its content; `nil` if there is none.
  ///
  /// Files are open when this returns, and stay what they are if the entry is removed meanwhile. One
  /// that is missing leaves its representation out; that one cannot be opened now is an error.
  public func entry(_ id: Entry.ID) throws(StoreError) -> StoredEntry? {
    let found = try stored(id)
    if found?.missingTypes.isEmpty ?? true { return found }
    // A file may have gone with a change that the statement did not see yet: one that was removed, or
    // gave way to an equal one.
    return try stored(id)
  }

  private func stored(_ id: Entry.ID) throws(StoreError) -> StoredEntry? {
    let found = try first(
      """
      SELECT e.key, e.time, e.title, e.has_given_title, e.source, e.is_pinned, e.deadline,
        e.previous, b.name
      FROM entries AS e JOIN boards AS b ON b.key = e.board WHERE e.id = ?
      """,
      [.integer(id.stored)]
    ) { EntryRow($0) }
    guard let row = found, let board = row.board else { return nil }
    var label = row.label
    try forEach("SELECT tag FROM tags WHERE entry = ? ORDER BY tag", [.integer(row.key)]) {
      label.tags.append($0.text(0))
    }
    label.origin = try origin(of: row.key)
    let (items, missing) = try items(of: row.key)
    let entry = Entry(
      id: id,
      items: items,
      time: row.time,
      label: label,
      dropped: try dropped(of: row.key)
    )
    return StoredEntry(
      entry: entry,
      board: board,
      deadline: row.deadline,
      previous: row.previous,
      missingTypes: missing
    )
  }

  private func items(of entry: Int64) throws(StoreError) -> ([Item], missing: [String]) {
    var names: [Int: (name: [UInt8], isOfFile: Bool)] = [:]
    try forEach(
      "SELECT item, name, is_file_name FROM item_names WHERE entry = ?",
      [.integer(entry)]
    ) { row in
      names[Int(row.integer(0))] = (row.blob(1), row.integer(2) == 1)
    }
    var items: [Int: [Representation]] = [:]
    var missing: [String] = []
    var failure: SystemError?
    try forEach(
      """
      SELECT r.item, t.identifier, r.target, r.element_bits, r.text_form, r.is_private,
        r.byte_count, r.content, r.file, ifnull(r.checksum, f.checksum)
      FROM representations AS r JOIN types AS t ON t.key = r.type
        LEFT JOIN files AS f ON f.key = r.file
      WHERE r.entry = ? AND r.byte_count IS NOT NULL ORDER BY r.item, r.place
      """,
      [.integer(entry)]
    ) { row in
      let item = Int(row.integer(0))
      guard failure == nil else { return }
      let payload: Payload?
      do throws(SystemError) {
        payload = try self.payload(byteCount: Int(row.integer(6)), row)
      } catch {
        failure = error
        return
      }
      guard let payload else {
        missing.append(row.text(1))
        return
      }
      items[item, default: []].append(
        Representation(
          type: StoredType.type(row.text(1)),
          targetName: row.isNull(2) ? nil : row.blob(2),
          elementBits: .init(rawValue: UInt8(clamping: row.integer(3))) ?? .eight,
          payload: payload,
          textForm: row.isNull(4) ? nil : TextForm(stored: row.integer(4)),
          visibility: .init(stored: row.integer(5))
        )
      )
    }
    if let failure { throw .system(failure) }
    let ordered = items.keys.sorted().map { number in
      Item(
        representations: items[number] ?? [],
        suggestedName: names[number]?.name,
        isFileName: names[number]?.isOfFile ?? false
      )
    }
    return (ordered, missing)
  }

  private func payload(byteCount: Int, _ row: borrowing Row) throws(SystemError) -> Payload? {
    guard !row.isNull(8) else {
      // Damage of a page is not always noticed by the database.
      let bytes = row.blob(7)
      guard Int64(bitPattern: Checksum.of(bytes)) == row.integer(9) else { return nil }
      return .inline(bytes)
    }
    let path = directory.payload(row.integer(8))
    let checksum = row.isNull(9) ? nil : UInt64(bitPattern: row.integer(9))
    return try StoredFile.open(at: path, byteCount: byteCount, checksum: checksum)
      .map { .file($0) }
  }

  // MARK: Boards

  /// What the boards keep, by name.
  public func boards() throws(StoreError) -> [BoardContents] {
    var boards: [BoardContents] = []
    try forEach(
      "SELECT name, current, entry_count, byte_count, pinned_count FROM boards ORDER BY name"
    ) { row in
      guard let board = BoardName(row.text(0)) else { return }
      boards.append(
        BoardContents(
          board: board,
          current: row.isNull(1) ? nil : Entry.ID(stored: row.integer(1)),
          entryCount: Int(row.integer(2)),
          byteCount: Int(row.integer(3)),
          pinnedCount: Int(row.integer(4))
        )
      )
    }
    return boards
  }

  // MARK: Statements

  // Who asks for much keeps the `database`: to find it looks at a file.

  func forEach(
    _ sql: String,
    _ values: [SQLValue] = [],
    on database: Database? = nil,
    _ body: (borrowing Row) -> Void
  ) throws(StoreError) {
    let database = if let database { database } else { try self.database() }
    do {
      try database.forEach(sql, values) { (row) throws(SQLiteError) in body(row) }
    } catch {
      throw failure(error)
    }
  }

  func first<Result>(
    _ sql: String,
    _ values: [SQLValue] = [],
    on database: Database? = nil,
    _ body: (borrowing Row) -> Result
  ) throws(StoreError) -> Result? {
    let database = if let database { database } else { try self.database() }
    do {
      return try database.first(sql, values) { (row) throws(SQLiteError) in body(row) }
    } catch {
      throw failure(error)
    }
  }
}

/// An entry as it was stored.
public struct StoredEntry: Sendable {
  public let entry: Entry
  public let board: BoardName
  /// When it ends by itself.
  public let deadline: MonotonicTime?
  /// What comes back then.
  public let previous: Entry.ID?
  /// The types of what should be there and is not.
  public let missingTypes: [String]
}

/// The columns of an entry.
private struct EntryRow {
  let key: Int64
  let time: Double
  let label: Entry.Label
  let deadline: MonotonicTime?
  let previous: Entry.ID?
  let board: BoardName?

  init(_ row: borrowing Row) {
    key = row.integer(0)
    time = Double(row.integer(1)) / 1e6
    label = Entry.Label(
      title: row.integer(3) == 1 ? row.text(2) : nil,
      source: row.isNull(4) ? nil : row.text(4),
      isPinned: row.integer(5) == 1
    )
    deadline =
      row.isNull(6) ? nil : MonotonicTime(nanoseconds: UInt64(max(0, row.integer(6))))
    previous = row.isNull(7) ? nil : Entry.ID(stored: row.integer(7))
    board = BoardName(row.text(8))
  }
}
