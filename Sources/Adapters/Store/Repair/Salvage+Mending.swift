internal import LinuxIO
internal import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

// How rows that were found become a whole store again.
extension Salvage {
  /// Entries whose board is lost come to stand here.
  static let recovered = "recovered"

  mutating func mend() throws(StoreError) {
    try nameTypes()
    try dropLostFiles()
    try restoreEntries()
    try takeUnknownFiles()
    try placeEntries()
    _ = try new.rebuildTexts()
    try new.rebuildSearch()
    try new.recount()
    try restoreFacts()
    let sql = "SELECT count(*) FROM entries"
    outcome.entryCount = Int(try new.first(sql) { $0.integer(0) } ?? 0)
  }

  /// Gives representations whose type is lost the one that can be told.
  private func nameTypes() throws(StoreError) {
    let lost = "type NOT IN (SELECT key FROM types)"
    guard try new.first("SELECT 1 FROM representations WHERE \(lost)", [], { _ in true }) != nil
    else { return }
    let text = try typeKey(.utf8PlainText)
    let data = try typeKey(.data)
    // Those keys are only new ones: a lost type's would make one out of the other.
    for (key, condition) in [(text, "AND text_form IS NOT NULL"), (data, "")] {
      let known = "(\(text), \(data))"
      try new.run(
        "UPDATE representations SET type = ? WHERE \(lost) AND type NOT IN \(known) \(condition)",
        [.integer(key)]
      )
    }
  }

  private func typeKey(_ type: UTType) throws(StoreError) -> Int64 {
    try new.run(
      """
      INSERT OR IGNORE INTO types (key, identifier) SELECT max(
        (SELECT ifnull(max(type), 0) FROM representations), (SELECT ifnull(max(key), 0) FROM types)
      ) + 1, ?
      """,
      [.text(type.identifier)]
    )
    let sql = "SELECT key FROM types WHERE identifier = ?"
    return try new.first(sql, [.text(type.identifier)]) { $0.integer(0) } ?? 0
  }

  // MARK: Files

  /// Drops representations whose file is gone or too short.
  private mutating func dropLostFiles() throws(StoreError) {
    var files: [(key: Int64, byteCount: Int64)] = []
    try new.forEach(
      "SELECT file, max(byte_count) FROM representations WHERE file IS NOT NULL GROUP BY file"
    ) { row in files.append((row.integer(0), row.integer(1))) }
    for file in files {
      let status = try status(ofFile: file.key)
      if let status, status.kind == .regular, status.byteCount >= file.byteCount {
        let sql = "INSERT OR IGNORE INTO files (key, byte_count) VALUES (?, ?)"
        try new.run(sql, [.integer(file.key), .integer(file.byteCount)])
      } else {
        if status != nil { outcome.shortFiles.append(file.key) }
        try new.run("DELETE FROM representations WHERE file = ?", [.integer(file.key)])
        outcome.lostContentCount += new.database.changeCount
      }
    }
    try new.execute(
      """
      DELETE FROM files WHERE key NOT IN (SELECT file FROM representations WHERE file IS NOT NULL)
      """
    )
  }

  func status(ofFile key: Int64) throws(StoreError) -> FileStatus? {
    do {
      return try FileSystem.status(of: directory.payload(key), followingLinks: false)
    } catch {
      throw .system(error)
    }
  }

  /// Makes entries of the payload files that nothing mentions.
  private mutating func takeUnknownFiles() throws(StoreError) {
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try FileSystem.names(in: directory.payloads)
    } catch {
      throw .system(error)
    }
    for name in names {
      guard let key = StoreDirectory.key(ofPayload: name), !outcome.shortFiles.contains(key),
        try new.first("SELECT 1 FROM files WHERE key = ?", [.integer(key)], { _ in true }) == nil,
        let status = try status(ofFile: key), status.kind == .regular, status.byteCount > 0,
        let file = try file(key, byteCount: status.byteCount)
      else { continue }
      try take(file, key, modified: status.modified)
      outcome.foundFileCount += 1
    }
  }

  private func file(_ key: Int64, byteCount: Int) throws(StoreError) -> StoredFile? {
    try onDisk { () throws(SystemError) in
      try StoredFile.open(at: directory.payload(key), byteCount: byteCount)
    }
  }

  private func take(_ file: StoredFile, _ key: Int64, modified: Int64) throws(StoreError) {
    let payload = Payload.file(file)
    let isText = payload.beginsAsText
    let size = SQLValue.integer(file.byteCount)
    try new.run("INSERT INTO files (key, byte_count) VALUES (?, ?)", [.integer(key), size])
    try new.run(
      """
      INSERT INTO entries (id, board, position, time, byte_count, item_count, title,
        has_given_title, is_pinned)
      VALUES (?, 0, ?, ?, ?, 1, '', 0, 0)
      """,
      [
        // Many are of one second.
        .integer(Int64.random(in: .min ... .max)),
        .integer(modified &* 1_000_000 &+ Int64(outcome.foundFileCount)),
        .integer(modified &* 1_000_000), size,
      ]
    )
    try new.run(
      """
      INSERT INTO representations (entry, item, place, type, element_bits, text_form, is_private,
        byte_count, file)
      VALUES (?, 0, 0, ?, 8, ?, 0, ?, ?)
      """,
      [
        .integer(new.lastRowID), .integer(try typeKey(isText ? .utf8PlainText : .data)),
        isText ? .integer(TextForm.unicode.stored) : .null, size, .integer(key),
      ]
    )
  }

  // MARK: Entries

  /// Makes entries again of which only the content is left, and drops those without any, unless they
  /// never had some: what was too large to keep.
  private mutating func restoreEntries() throws(StoreError) {
    try new.execute(
      """
      DELETE FROM entries WHERE key NOT IN (SELECT entry FROM representations)
        AND (byte_count <> 0 OR key NOT IN (SELECT entry FROM dropped));
      """
    )
    // What nothing says is taken from the entry that was put before.
    try new.run(
      """
      INSERT OR IGNORE INTO entries (key, id, board, position, time, byte_count, item_count, title,
        has_given_title, source, is_pinned)
      SELECT h.key, ifnull(h.id, random()), ifnull(h.board, 0),
        ifnull(h.position, h.key * \(Writing.positionStep)),
        ifnull(h.time, ifnull((SELECT time FROM entries WHERE key < h.key ORDER BY key DESC LIMIT 1),
          \(new.now.wall))),
        0, (SELECT max(item) + 1 FROM representations WHERE entry = h.key), '', 0, h.source,
        h.is_pinned
      FROM hints AS h WHERE h.key IN (SELECT entry FROM representations)
      """
    )
    outcome.foundEntryCount = new.database.changeCount
    try new.execute(
      """
      DROP TABLE hints;
      UPDATE entries SET is_pinned = is_pinned <> 0;
      DELETE FROM representations WHERE entry NOT IN (SELECT key FROM entries);
      DELETE FROM item_names WHERE entry NOT IN (SELECT key FROM entries);
      DELETE FROM tags WHERE entry NOT IN (SELECT key FROM entries);
      DELETE FROM origins WHERE entry NOT IN (SELECT key FROM entries);
      DELETE FROM dropped WHERE entry NOT IN (SELECT key FROM entries);
      """
    )
  }

  /// Puts entries whose board is lost on one of their own, and sees to what is current.
  private func placeEntries() throws(StoreError) {
    let lost = "board NOT IN (SELECT key FROM boards)"
    if try new.first("SELECT 1 FROM entries WHERE \(lost)", [], { _ in true }) != nil {
      try new.run(
        """
        INSERT OR IGNORE INTO boards (key, name, current) SELECT max(
          (SELECT ifnull(max(board), 0) FROM entries), (SELECT ifnull(max(key), 0) FROM boards)
        ) + 1, ?, 0
        """,
        [.blob(Array(Self.recovered.utf8))]
      )
      try new.run(
        "UPDATE entries SET board = (SELECT key FROM boards WHERE name = ?) WHERE \(lost)",
        [.blob(Array(Self.recovered.utf8))]
      )
    }
    try new.execute(
      """
      UPDATE boards SET current = (
        SELECT id FROM entries WHERE board = boards.key ORDER BY position DESC LIMIT 1
      )
      WHERE current IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM entries WHERE id = current AND board = boards.key)
      """
    )
  }

  // MARK: Sums

  /// Makes sure that no number of a change is given twice.
  private func restoreFacts() throws(StoreError) {
    let sql = "SELECT ifnull(max(sequence), 0) FROM boards WHERE sequence <= ?"
    let most = SQLValue.integer(Writing.greatestNumber)
    let last = try new.first(sql, [most]) { $0.integer(0) } ?? 0
    let known = try new.lastNumber()
    // Without the fact a time does: nobody makes a change each millisecond.
    let reserved = last + Int64(Writing.reservedNumbers)
    try new.set("sequence", max(known ?? new.now.wall / 1000, reserved))
    try new.set("closed", 0)
  }
}

extension Payload {
  /// Whether it begins as UTF-8 without NUL.
  fileprivate var beginsAsText: Bool {
    var bytes = [UInt8](repeating: 0, count: min(byteCount ?? 0, 65_536))
    let count = bytes.withUnsafeMutableBytes { try? read(into: $0, at: 0) }
    guard let count, count > 0 else { return false }
    bytes.removeSubrange(count...)
    guard !bytes.contains(0) else { return false }
    // The cut may have gone through the last character.
    return (0...min(3, count - 1)).contains { excess in
      (excess == 0 || byteCount != count)
        && String(validating: bytes.dropLast(excess), as: UTF8.self) != nil
    }
  }
}
