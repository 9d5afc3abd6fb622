internal import LinuxIO
internal import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

// How an entry becomes rows.
extension Writing {
  /// Makes an entry the newest of its board, and the current one.
  func insert(_ entry: Entry, on board: Int64, _ end: EntryEnd?) throws(StoreError) {
    let position = try newestPosition(on: board)
    try insert(try EntryContents(of: entry), on: board, at: position, ending: end)
    try setCurrent(entry.id, of: board)
  }

  /// Writes an entry, wherever it is to stand.
  func insert(
    _ contents: EntryContents,
    on board: Int64,
    at position: Int64,
    ending end: EntryEnd?
  ) throws(StoreError) {
    let deadline = end.map { Int64(clamping: $0.deadline.nanoseconds) }
    try insert(contents, on: board, at: position, deadline: deadline, previous: end?.previous)
  }

  /// Writes an entry, wherever it is to stand; `deadline` is in nanoseconds since boot.
  func insert(
    _ contents: EntryContents,
    on board: Int64,
    at position: Int64,
    deadline: Int64?,
    previous: Entry.ID? = nil
  ) throws(StoreError) {
    let entry = contents.entry
    let text = EntryText(of: entry)
    try run(
      """
      INSERT INTO entries (id, board, position, time, byte_count, item_count, title,
        has_given_title, source, is_pinned, deadline, deadline_time, previous, fingerprint)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(entry.id.stored), .integer(board), .integer(position),
        .integer(entry.microseconds), .integer(contents.byteCount), .integer(entry.items.count),
        .text(text.title), .integer(entry.label.title == nil ? 0 : 1),
        .text(entry.label.source ?? entry.label.origin?.name),
        .integer(entry.label.isPinned ? 1 : 0), .integer(deadline),
        .integer(deadline.map(now.wall(atBoot:))), .integer(previous?.stored),
        .integer(contents.fingerprint),
      ]
    )
    let key = lastRowID
    for (number, representations) in contents.items.enumerated() {
      for (place, part) in representations.enumerated() {
        try insert(part, of: key, item: number, place: place)
      }
      if let name = entry.items[number].suggestedName {
        let isFileName = entry.items[number].isFileName ? 1 : 0
        try run(
          "INSERT INTO item_names (entry, item, name, is_file_name) VALUES (?, ?, ?, ?)",
          [.integer(key), .integer(number), .blob(name), .integer(isFileName)]
        )
      }
    }
    for tag in entry.label.tags { try add(tag, to: key) }
    if let origin = entry.label.origin { try insert(origin, of: key) }
    for (place, dropped) in entry.dropped.enumerated() {
      try insert(dropped, of: key, place: place)
    }
    if !text.searched.isEmpty {
      let sql = "INSERT INTO texts (entry, searched) VALUES (?, ?)"
      try run(sql, [.integer(key), .text(text.searched)])
    }
  }

  private func insert(
    _ part: EntryContents.Part,
    of entry: Int64,
    item: Int,
    place: Int
  ) throws(StoreError) {
    let (representation, content) = (part.representation, part.content)
    try run(
      """
      INSERT INTO representations (entry, item, place, type, target, element_bits, text_form,
        is_private, byte_count, checksum, content, file)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(entry), .integer(item), .integer(place),
        .integer(try typeKey(representation.type.identifier)),
        .blob(representation.targetName), .integer(Int(representation.elementBits.rawValue)),
        .integer(representation.textForm?.stored), .integer(representation.visibility.stored),
        .integer(content.byteCount), .integer(content.checksum), .blob(content.bytes),
        .integer(try name(content)),
      ]
    )
  }

  private func insert(_ origin: Origin, of entry: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO origins (entry, board, window_class, window_title, process, program)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(entry), .blob(origin.board.bytes), .text(origin.windowClass),
        .text(origin.windowTitle), .integer(origin.processID.map(Int64.init)),
        .text(origin.program),
      ]
    )
  }

  private func insert(
    _ dropped: Entry.Dropped,
    of entry: Int64,
    place: Int
  ) throws(StoreError) {
    try run(
      "INSERT INTO dropped (entry, place, type, reason) VALUES (?, ?, ?, ?)",
      [
        .integer(entry), .integer(place), .text(dropped.type.identifier),
        .text(dropped.reason.rawValue),
      ]
    )
  }

  // MARK: Content

  /// Gives a file that holds content its name, and answers that as a key; `nil` for what is in its row.
  private func name(_ content: StoredContent) throws(StoreError) -> Int64? {
    writtenByteCount += min(content.byteCount ?? 0, Payload.inlineLimit)
    guard let file = content.file else { return nil }
    let key = Int64.random(in: 1 ... .max)
    do {
      try file.link(to: directory.payload(key))
    } catch {
      // Somebody may have removed the directory, with what was in it.
      do { try directory.prepare() } catch { throw .system(error) }
      do {
        try file.link(to: directory.payload(key))
      } catch {
        throw .unreadableContent(reason: error.reason)
      }
    }
    named(key)
    let sql = "INSERT INTO files (key, byte_count) VALUES (?, ?)"
    try run(sql, [.integer(key), .integer(content.byteCount)])
    return key
  }

  /// Sees to it that the names that files got are on the disk before the rows that mention them.
  func syncNames() throws(StoreError) {
    guard !namedFiles.isEmpty else { return }
    do {
      try FileSystem.synchronizeDirectory(directory.payloads)
    } catch {
      throw .system(error)
    }
  }

  /// Forgets the files that nobody uses, and answers their keys: they go when this is on the disk.
  func dropUnusedFiles() throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    try forEach("DELETE FROM files WHERE use_count = 0 RETURNING key") { row in
      keys.append(row.integer(0))
    }
    return keys
  }

  /// Writes content that had been promised.
  func fulfil(
    _ id: Entry.ID,
    item: Int,
    place: Int,
    with payload: Payload
  ) throws(StoreError) {
    // One that was removed meanwhile needs it no more.
    guard let entry = try key(of: id) else { return }
    let content = try StoredContent(payload)
    try run(
      """
      UPDATE representations SET byte_count = ?, checksum = ?, content = ?, file = ?
      WHERE entry = ? AND item = ? AND place = ? AND byte_count IS NULL
      """,
      [
        .integer(content.byteCount), .integer(content.checksum), .blob(content.bytes),
        .integer(try name(content)), .integer(entry), .integer(item), .integer(place),
      ]
    )
    let sql = "UPDATE entries SET byte_count = byte_count + ? WHERE key = ?"
    try run(sql, [.integer(content.byteCount ?? 0), .integer(entry)])
    try renewText(of: entry)
  }

  func removeEntry(_ key: Int64) throws(StoreError) {
    try run("DELETE FROM entries WHERE key = ?", [.integer(key)])
  }

  // MARK: Names

  private func typeKey(_ identifier: String) throws(StoreError) -> Int64 {
    let value = SQLValue.text(identifier)
    let known = try first("SELECT key FROM types WHERE identifier = ?", [value]) { $0.integer(0) }
    if let known { return known }
    try run("INSERT INTO types (identifier) VALUES (?)", [value])
    return lastRowID
  }

  /// The key of a board, which is made if there is none of the name.
  func boardKey(_ board: BoardName) throws(StoreError) -> Int64 {
    if let known = try existingBoardKey(board) { return known }
    try run("INSERT INTO boards (name) VALUES (?)", [.blob(board.bytes)])
    return lastRowID
  }

  func existingBoardKey(_ board: BoardName) throws(StoreError) -> Int64? {
    try first("SELECT key FROM boards WHERE name = ?", [.blob(board.bytes)]) { $0.integer(0) }
  }

  func key(of id: Entry.ID) throws(StoreError) -> Int64? {
    try first("SELECT key FROM entries WHERE id = ?", [.integer(id.stored)]) { $0.integer(0) }
  }

  func setCurrent(_ id: Entry.ID?, of board: Int64) throws(StoreError) {
    let sql = "UPDATE boards SET current = ? WHERE key = ?"
    try run(sql, [.integer(id?.stored), .integer(board)])
  }

  func add(_ tag: String, to entry: Int64) throws(StoreError) {
    try run("INSERT OR IGNORE INTO tags (entry, tag) VALUES (?, ?)", [.integer(entry), .text(tag)])
    guard database.changeCount > 0 else { return }
    let count = try first("SELECT count(*) FROM tags WHERE entry = ?", [.integer(entry)]) { row in
      Int(row.integer(0))
    }
    guard count ?? 0 <= Store.mostTags else { throw .tooManyTags(limit: Store.mostTags) }
  }
}

extension Entry {
  /// Since 1970, when it was put, or copied last.
  var microseconds: Int64 { Int64((time * 1e6).rounded()) }
}

extension Entry.ID {
  /// As it stands in a row, whose integers have a sign.
  var stored: Int64 { Int64(bitPattern: rawValue) }

  init(stored: Int64) { self.init(rawValue: UInt64(bitPattern: stored)) }
}

extension TextForm {
  var stored: Int {
    switch self {
    case .ascii: 0
    case .latin1: 1
    case .unicode: 2
    }
  }

  init?(stored: Int64) {
    switch stored {
    case 0: self = .ascii
    case 1: self = .latin1
    case 2: self = .unicode
    default: return nil
    }
  }
}

extension Representation.Visibility {
  var stored: Int { self == .user ? 1 : 0 }

  init(stored: Int64) { self = stored == 0 ? .all : .user }
}
