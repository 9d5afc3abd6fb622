internal import Pasteboards
internal import SQLite

// Where entries stand on their boards.
extension Writing {
  /// How far apart two entries are that nothing was put between.
  static let positionStep: Int64 = 1 << 20
  /// How far apart those stand at least that are spread anew, to make room.
  private static let spread: Int64 = 1 << 10
  /// Beyond this is damage: to compute with it would go beyond what a number holds.
  private static let farthest: Int64 = 1 << 61

  /// The position of what becomes the newest.
  func newestPosition(on board: Int64) throws(StoreError) -> Int64 {
    guard var newest = try extreme("max", on: board) else { return 0 }
    if newest > Self.farthest {
      try straighten(board)
      newest = try extreme("max", on: board) ?? 0
    }
    return newest + Self.positionStep
  }

  func oldestPosition(on board: Int64) throws(StoreError) -> Int64 {
    try straighten(board)
    return try extreme("min", on: board).map { $0 - Self.positionStep } ?? 0
  }

  /// Gives the entries of a board positions anew, in their order, if a damage has put one beyond all
  /// others.
  func straighten(_ board: Int64) throws(StoreError) {
    let (oldest, newest) = (try extreme("min", on: board) ?? 0, try extreme("max", on: board) ?? 0)
    guard oldest < -Self.farthest || newest > Self.farthest else { return }
    try run(
      """
      UPDATE entries SET position = number * \(Self.positionStep) FROM (
        SELECT key AS entry, row_number() OVER (ORDER BY position, key) AS number
        FROM entries WHERE board = ?
      ) WHERE key = entry
      """,
      [.integer(board)]
    )
  }

  private func extreme(_ function: String, on board: Int64) throws(StoreError) -> Int64? {
    let sql = "SELECT \(function)(position) FROM entries WHERE board = ?"
    return try first(sql, [.integer(board)]) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
  }

  /// A position just in front of an entry, on the newer side; room is made if there is none.
  func position(before entry: Int64, on board: Int64) throws(StoreError) -> Int64 {
    let sql = "SELECT position FROM entries WHERE key = ?"
    guard let own = try first(sql, [.integer(entry)], { $0.integer(0) }) else {
      return try newestPosition(on: board)
    }
    return try position(above: own, on: board)
  }

  /// A position above another one, at most a `step` from it; room is made if there is none.
  func position(
    above own: Int64,
    on board: Int64,
    step: Int64 = positionStep
  ) throws(StoreError) -> Int64 {
    let next = try first(
      "SELECT min(position) FROM entries WHERE board = ? AND position > ?",
      [.integer(board), .integer(own)]
    ) { $0.isNull(0) ? nil : $0.integer(0) }
    guard let next, let newer = next else { return own + Self.positionStep }
    if newer - own > 1 { return own + min(step, (newer - own) / 2) }
    try makeRoom(above: own, on: board)
    return try position(above: own, on: board, step: step)
  }

  /// A position just behind an entry, on the older side.
  func position(below entry: Int64, on board: Int64) throws(StoreError) -> Int64 {
    let sql = """
      SELECT position, (
        SELECT max(position) FROM entries WHERE board = ?1 AND position < e.position
      ) FROM entries AS e WHERE key = ?2
      """
    let found = try first(sql, [.integer(board), .integer(entry)]) { row in
      (own: row.integer(0), older: row.isNull(1) ? nil : row.integer(1))
    }
    guard let found else { return try newestPosition(on: board) }
    guard let older = found.older else { return found.own - Self.positionStep }
    return try position(above: older, on: board)
  }

  /// Spreads some of the entries above a position anew.
  ///
  /// They are as few as have room enough up to the next one: so what is put between two moves few
  /// others, on the average.
  private func makeRoom(above own: Int64, on board: Int64) throws(StoreError) {
    var count = 16
    while true {
      let sql = """
        SELECT position FROM entries WHERE board = ? AND position > ? ORDER BY position LIMIT 1 OFFSET ?
        """
      let values = [.integer(board), .integer(own), .integer(count)] as [SQLValue]
      let bound = try first(sql, values) { $0.integer(0) }
      // Above all there is room without end.
      let end = bound ?? own + Int64(count + 1) * Self.positionStep
      let distance = (end - own) / Int64(count + 2)
      guard distance < Self.spread else {
        return try run(
          """
          UPDATE entries SET position = ?1 + number * ?2 FROM (
            SELECT key AS entry, row_number() OVER (ORDER BY position, key) + 1 AS number
            FROM entries WHERE board = ?3 AND position > ?1 AND position < ?4
          ) WHERE key = entry
          """,
          [.integer(own), .integer(distance), .integer(board), .integer(end)]
        )
      }
      count *= 2
    }
  }

  /// Moves an entry to a place on a board, which may be another one.
  func move(_ entry: Int64, to board: Int64, _ place: EntryPlace) throws(StoreError) {
    let position = try position(at: place, on: board)
    try run(
      "UPDATE entries SET board = ?, position = ? WHERE key = ?",
      [.integer(board), .integer(position), .integer(entry)]
    )
  }

  private func position(at place: EntryPlace, on board: Int64) throws(StoreError) -> Int64 {
    try straighten(board)
    switch place {
    case .first: return try newestPosition(on: board)
    case .last: return try oldestPosition(on: board)
    case .before(let other):
      guard let key = try key(of: other) else { throw .noSuchEntry(other.description) }
      return try position(before: key, on: board)
    }
  }

  /// Makes another entry with the same content; it gets `id` and stands for itself.
  func copy(
    _ entry: Int64,
    as id: Entry.ID,
    to board: Int64,
    _ place: EntryPlace
  ) throws(StoreError) {
    let position = try position(at: place, on: board)
    let old = SQLValue.integer(entry)
    try run(
      """
      INSERT INTO entries (id, board, position, time, byte_count, item_count, title,
        has_given_title, source, is_pinned, deadline, deadline_time, fingerprint)
      SELECT ?, ?, ?, ?, byte_count, item_count, title, has_given_title, source, 0, deadline,
        deadline_time, fingerprint
      FROM entries WHERE key = ?
      """,
      [.integer(id.stored), .integer(board), .integer(position), .integer(now.wall), old]
    )
    let new = SQLValue.integer(lastRowID)
    for sql in Self.copies { try run(sql, [new, old]) }
    guard try first("SELECT 1 FROM representations WHERE entry = ?", [new], { _ in true }) ?? false
    else { throw .unreadableContent(reason: "nothing of it is made yet") }
  }

  private static let copies = [
    """
    INSERT INTO representations (entry, item, place, type, target, element_bits, text_form,
      is_private, byte_count, checksum, content, file)
    SELECT ?, item, place, type, target, element_bits, text_form, is_private, byte_count, checksum,
      content, file
    FROM representations WHERE entry = ? AND byte_count IS NOT NULL ORDER BY key
    """,
    """
    INSERT INTO item_names (entry, item, name, is_file_name)
    SELECT ?, item, name, is_file_name FROM item_names WHERE entry = ?
    """,
    "INSERT INTO tags (entry, tag) SELECT ?, tag FROM tags WHERE entry = ?",
    """
    INSERT INTO origins (entry, board, window_class, window_title, process, program)
    SELECT ?, board, window_class, window_title, process, program FROM origins WHERE entry = ?
    """,
    """
    INSERT INTO dropped (entry, place, type, reason)
    SELECT ?, place, type, reason FROM dropped WHERE entry = ?
    """,
    "INSERT INTO texts (entry, searched) SELECT ?, searched FROM texts WHERE entry = ?",
  ]
}
