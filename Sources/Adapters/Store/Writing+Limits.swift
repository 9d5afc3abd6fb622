internal import Pasteboards
internal import SQLite

// What goes because a board keeps only so much.
extension Writing {
  /// Removes the oldest entries that are over a limit; pinned ones never, nor `newest`.
  func applyLimits(to board: BoardName, key: Int64, sparing newest: Int64) throws(StoreError) {
    for limit in limits where limit.concerns(board) {
      let scope = Scope(board: key, types: try limit.type.map(types(conformingTo:)), newest: newest)
      if scope.types?.isEmpty == true { continue }
      if let age = limit.age { try remove(scope, olderThan: age) }
      try remove(scope, beyond: limit)
    }
  }

  /// The entries that a limit counts.
  private struct Scope {
    let board: Int64
    /// Keys of types, one of which an entry must have; `nil` means all.
    let types: [Int64]?
    let newest: Int64

    var condition: String {
      let base = "board = ? AND is_pinned = 0"
      guard let types else { return base }
      let list = types.map(String.init).joined(separator: ", ")
      return base + """
         AND EXISTS (SELECT 1 FROM representations AS r WHERE r.entry = entries.key AND r.type IN (\(list)))
        """
    }
  }

  private func remove(_ scope: Scope, olderThan age: Duration) throws(StoreError) {
    try run(
      "DELETE FROM entries WHERE \(scope.condition) AND time < ? AND key <> ?",
      [.integer(scope.board), .integer(now.age - age.microseconds), .integer(scope.newest)]
    )
  }

  /// Removes from every board what is too old for it, but for what is current there.
  func applyAges() throws(StoreError) {
    for (key, board, current) in try currentEntries() {
      for limit in limits where limit.concerns(board) {
        guard let age = limit.age else { continue }
        let types = try limit.type.map(types(conformingTo:))
        if types?.isEmpty == true { continue }
        try remove(Scope(board: key, types: types, newest: current), olderThan: age)
      }
    }
  }

  /// When the next entry is too old for its board, in nanoseconds since boot; an hour from now where
  /// only a search could tell.
  func nextAge(of limits: [RetentionLimit]) throws(StoreError) -> Int64? {
    var next: Int64?
    for (key, board, current) in try currentEntries() {
      for limit in limits where limit.concerns(board) {
        guard let age = limit.age else { continue }
        let oldest = try first(
          "SELECT min(time) FROM entries WHERE board = ? AND is_pinned = 0 AND key <> ?",
          [.integer(key), .integer(current)]
        ) { $0.isNull(0) ? nil : $0.integer(0) }
        guard let oldest, let time = oldest else { continue }
        let rest = max(time + age.microseconds - now.age, limit.type == nil ? 0 : 3_600_000_000)
        // A millisecond more, so that it has the age for certain.
        next = min(next ?? .max, now.boot + rest * 1000 + 1_000_000)
      }
    }
    return next
  }

  /// Every board, and what is current there by its key.
  private func currentEntries() throws(StoreError) -> [(
    key: Int64, board: BoardName, current: Int64
  )] {
    var boards: [(Int64, BoardName, Int64)] = []
    try forEach(
      """
      SELECT b.key, b.name, ifnull(e.key, 0) FROM boards AS b
      LEFT JOIN entries AS e ON e.id = b.current
      """
    ) { row in
      guard let board = BoardName(row.text(1)) else { return }
      boards.append((row.integer(0), board, row.integer(2)))
    }
    return boards
  }

  private func remove(_ scope: Scope, beyond limit: RetentionLimit) throws(StoreError) {
    guard limit.entries != nil || limit.byteCount != nil else { return }
    var (count, byteCount) = try totals(of: scope)
    let isOver = { count > limit.entries ?? .max || byteCount > limit.byteCount ?? .max }
    while isOver() {
      var oldest: [(key: Int64, byteCount: Int)] = []
      try forEach(
        """
        SELECT key, byte_count FROM entries WHERE \(scope.condition) AND key <> ?
        ORDER BY position LIMIT 64
        """,
        [.integer(scope.board), .integer(scope.newest)]
      ) { row in oldest.append((row.integer(0), Int(row.integer(1)))) }
      // Only the newest is left: it is kept, however large.
      guard !oldest.isEmpty else { return }
      for entry in oldest where isOver() {
        try removeEntry(entry.key)
        count -= 1
        byteCount -= entry.byteCount
      }
    }
  }

  private func totals(of scope: Scope) throws(StoreError) -> (count: Int, byteCount: Int) {
    // Of a whole board the triggers keep them: a million entries are not counted at each put.
    let sql =
      scope.types == nil
      ? """
      SELECT entry_count - pinned_count, byte_count - pinned_byte_count FROM boards WHERE key = ?
      """
      : "SELECT count(*), ifnull(sum(byte_count), 0) FROM entries WHERE \(scope.condition)"
    return try first(sql, [.integer(scope.board)]) { (Int($0.integer(0)), Int($0.integer(1))) }
      ?? (0, 0)
  }
}

extension Duration {
  /// Whole microseconds, of up to ten thousand years.
  fileprivate var microseconds: Int64 {
    min(max(0, components.seconds), 10_000 * 366 * 86_400) * 1_000_000
  }
}
