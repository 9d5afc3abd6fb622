internal import Pasteboards
internal import SQLite
internal import UniformTypeIdentifiers

// What goes because a board keeps only so much.
extension Writing {
  /// How many entries limits remove in one change, unless more were added: others wait meanwhile.
  private static let mostRemoved = 256

  /// Removes the oldest entries that are over a limit, some of them at once.
  ///
  /// Pinned ones never go, nor what is current. Answers how many went, and whether there may be more.
  /// A limit for a type that nothing `added` has is not looked at; without `added` all are.
  func applyLimits(
    to board: BoardName,
    key: Int64,
    after added: [Entry]? = nil
  ) throws(StoreError) -> (removed: Int, isOver: Bool) {
    guard let spared = try sparedEntry(of: key) else { return (0, false) }
    let most = max(Self.mostRemoved, added?.count ?? 0)
    var removed = 0
    for limit in limits where limit.concerns(board) && limit.counts(added) && removed < most {
      guard let scope = try scope(of: limit, on: key, sparing: spared) else { continue }
      if let age = limit.age {
        removed += try remove(scope, olderThan: age, atMost: most - removed)
      }
      removed += try remove(scope, beyond: limit, atMost: most - removed)
    }
    return (removed, removed >= most)
  }

  /// Whether there is more on a board than a limit of `added` allows; ages are for ``applyAges()``.
  func isOverLimits(
    _ board: BoardName,
    key: Int64,
    after added: [Entry]
  ) throws(StoreError) -> Bool {
    for limit in limits where limit.concerns(board) && limit.counts(added) {
      guard limit.entries != nil || limit.byteCount != nil,
        let scope = try scope(of: limit, on: key, sparing: 0)
      else { continue }
      if limit.isExceeded(by: try totals(of: scope)) { return true }
    }
    return false
  }

  /// Removes from every board what is too old for it, some of it at once, but for what is current there;
  /// answers whether there may be more to remove.
  func applyAges() throws(StoreError) -> Bool {
    var removed = 0
    for (key, board, current) in try currentEntries() {
      for limit in limits where limit.concerns(board) && removed < Self.mostRemoved {
        guard let age = limit.age, let scope = try scope(of: limit, on: key, sparing: current)
        else { continue }
        removed += try remove(scope, olderThan: age, atMost: Self.mostRemoved - removed)
      }
    }
    return removed >= Self.mostRemoved
  }

  /// The entries that a limit counts.
  private struct Scope {
    let board: Int64
    /// Keys of types, one of which an entry must have; `nil` means all.
    let types: [Int64]?
    let spared: Int64

    /// What follows FROM, with the board as its only parameter: of types it goes by their index, so that
    /// only as many entries are gone through as have one.
    var entries: String {
      let condition = "WHERE e.board = ? AND e.is_pinned = 0"
      guard let types else { return "entries AS e \(condition)" }
      let list = types.map(String.init).joined(separator: ", ")
      return """
        (SELECT DISTINCT entry FROM representations WHERE type IN (\(list))) AS few
        CROSS JOIN entries AS e ON e.key = few.entry \(condition)
        """
    }
  }

  /// `nil` if no entry can have the type.
  private func scope(
    of limit: RetentionLimit,
    on board: Int64,
    sparing spared: Int64
  ) throws(StoreError) -> Scope? {
    guard let type = limit.type else { return Scope(board: board, types: nil, spared: spared) }
    do throws(SQLiteError) {
      let types = try database.types(conformingToAnyOf: [type])
      return types.isEmpty ? nil : Scope(board: board, types: types, spared: spared)
    } catch {
      throw .database(error)
    }
  }

  private func remove(
    _ scope: Scope,
    olderThan age: Duration,
    atMost most: Int
  ) throws(StoreError) -> Int {
    let time = SQLValue.integer(now.age - age.microseconds)
    return try remove(scope, "AND e.time < ? ORDER BY e.time", [time], atMost: most)
  }

  private func remove(
    _ scope: Scope,
    beyond limit: RetentionLimit,
    atMost most: Int
  ) throws(StoreError) -> Int {
    guard limit.entries != nil || limit.byteCount != nil else { return 0 }
    let excess = try excess(of: scope, beyond: limit, atMost: most)
    return try excess > 0 ? remove(scope, "ORDER BY e.position", atMost: excess) : 0
  }

  /// By one statement: the index of trigrams is written out at the end of each.
  private func remove(
    _ scope: Scope,
    _ selection: String,
    _ values: [SQLValue] = [],
    atMost most: Int
  ) throws(StoreError) -> Int {
    try run(
      """
      DELETE FROM entries WHERE key IN (
        SELECT e.key FROM \(scope.entries) AND e.key <> ? \(selection) LIMIT ?
      )
      """,
      [.integer(scope.board), .integer(scope.spared)] + values + [.integer(most)]
    )
    return database.changeCount
  }

  /// How many of the oldest are over a limit.
  private func excess(
    of scope: Scope,
    beyond limit: RetentionLimit,
    atMost most: Int
  ) throws(StoreError) -> Int {
    var totals = try totals(of: scope)
    guard limit.isExceeded(by: totals) else { return 0 }
    var excess = 0
    do throws(SQLiteError) {
      let oldest = try database.rows(
        "SELECT e.byte_count FROM \(scope.entries) AND e.key <> ? ORDER BY e.position",
        [.integer(scope.board), .integer(scope.spared)]
      )
      // What is spared is kept, however large.
      while excess < most, limit.isExceeded(by: totals), let row = try oldest.next() {
        excess += 1
        totals.count -= 1
        // Damage may make it any number.
        totals.byteCount &-= Int(row.integer(0))
      }
    } catch {
      throw .database(error)
    }
    return excess
  }

  private func totals(of scope: Scope) throws(StoreError) -> (count: Int, byteCount: Int) {
    // Of a whole board the triggers keep them: a million entries are not counted at each put.
    let sql =
      scope.types == nil
      ? """
      SELECT entry_count - pinned_count, byte_count - pinned_byte_count FROM boards WHERE key = ?
      """
      : "SELECT count(*), ifnull(sum(e.byte_count), 0) FROM \(scope.entries)"
    return try first(sql, [.integer(scope.board)]) { (Int($0.integer(0)), Int($0.integer(1))) }
      ?? (0, 0)
  }

  /// What no limit removes: what is current, else the newest.
  private func sparedEntry(of board: Int64) throws(StoreError) -> Int64? {
    let current = """
      SELECT e.key FROM entries AS e JOIN boards AS b ON e.id = b.current WHERE b.key = ?
      """
    if let key = try first(current, [.integer(board)], { $0.integer(0) }) { return key }
    let newest = "SELECT key FROM entries WHERE board = ? ORDER BY position DESC LIMIT 1"
    return try first(newest, [.integer(board)]) { $0.integer(0) }
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
        let left = Int128(time) + Int128(age.microseconds) - Int128(now.age)
        let rest = max(left, limit.type == nil ? 0 : 3_600_000_000)
        // A millisecond more, so that it has the age for certain.
        let moment = Int64(clamping: Int128(now.boot) + rest * 1000 + 1_000_000)
        next = min(next ?? .max, moment)
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
}

extension RetentionLimit {
  fileprivate func isExceeded(by totals: (count: Int, byteCount: Int)) -> Bool {
    totals.count > entries ?? .max || totals.byteCount > byteCount ?? .max
  }

  /// Whether one of some entries is of its type; `nil` is any entry.
  fileprivate func counts(_ entries: [Entry]?) -> Bool {
    guard let type, let entries else { return true }
    return entries.contains { entry in
      entry.items.contains { item in item.types.contains { $0.conforms(to: type) } }
    }
  }
}

extension Duration {
  /// Whole microseconds, of up to ten thousand years.
  fileprivate var microseconds: Int64 {
    min(max(0, components.seconds), 10_000 * 366 * 86_400) * 1_000_000
  }
}
