internal import Pasteboards
internal import Patterns
internal import SQLite

/// How a query is carried out: a statement that finds candidates, and the check of each one's text.
///
/// What only few entries pass is gone through entry by entry. Else a search goes through the index of
/// trigrams, and everything else through the board from its newest entry on.
struct HistoryScan {
  /// As many as are found and sorted in a few milliseconds.
  private static let few = 4096

  let rows: Rows
  private let trigrams: TrigramQuery?
  private let matcher: Matcher?
  /// Whether entries come by when they were put, and not as they stand on a board.
  private let isByKey: Bool

  /// `nil` if nothing can be found.
  init?(_ query: HistoryQuery, in history: isolated History) throws(StoreError) {
    trigrams = query.search.map(TrigramQuery.init)
    matcher = try Self.matcher(for: query.regex)
    let board = try Self.board(query.board, in: history)
    if query.board != nil, board == nil { return nil }
    guard let filters = try HistoryFilter.all(of: query, board: board, in: history) else {
      return nil
    }
    let narrow = try Self.narrowest(of: filters, in: history)
    let index = narrow == nil ? trigrams?.expression : nil
    isByKey = board == nil || index != nil
    var sql = "SELECT \(FoundEntry.columns)"
    var values: [SQLValue] = []
    let readsTexts = trigrams != nil || matcher != nil
    if readsTexts { sql += ", x.searched" }
    if let narrow, let finding = narrow.finding {
      sql += " FROM (\(finding)) AS few CROSS JOIN entries AS e ON e.key = few.entry"
      values += narrow.values
    } else if index != nil {
      sql += " FROM search AS s CROSS JOIN entries AS e ON e.key = s.rowid"
    } else {
      sql += " FROM entries AS e"
    }
    sql += " JOIN boards AS b ON b.key = e.board"
    if readsTexts { sql += " JOIN texts AS x ON x.entry = e.key" }
    var conditions = filters.map(\.condition)
    if let index {
      // Of the table and not of its column: an index without positions knows no columns either.
      conditions.insert("search MATCH ?", at: 0)
      values.append(.text(index))
    }
    for filter in filters { values += filter.values }
    let order = index != nil ? "s.rowid" : isByKey ? "e.key" : "e.position"
    if let after = query.after {
      conditions.append("\(order) < ?")
      values.append(.integer(after.number))
    }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    do {
      rows = try history.database().rows(sql + " ORDER BY \(order) DESC", values)
    } catch let error as SQLiteError {
      throw history.failure(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unusable(reason: "\(error)")
    }
  }

  /// Whether a candidate is what is looked for.
  func matches(_ row: borrowing Row) throws(StoreError) -> Bool {
    guard trigrams != nil || matcher != nil else { return true }
    return try row.withBytes(FoundEntry.columnCount) { (text) throws(StoreError) in
      if let trigrams, !trigrams.matches(text) { return false }
      guard let matcher else { return true }
      do throws(PatternError) {
        return try matcher.matches(text)
      } catch {
        guard case .tooCostly = error else { throw .invalidPattern(reason: error.description) }
        throw .tooCostly
      }
    }
  }

  /// Where a page ends with an entry.
  func end(at entry: FoundEntry, place: Int) -> HistoryPage.End {
    HistoryPage.End(
      number: isByKey ? entry.key : entry.position,
      board: entry.boardKey,
      position: entry.position,
      place: place
    )
  }

  // MARK: Choosing the way

  private static func matcher(for regex: String?) throws(StoreError) -> Matcher? {
    guard let regex else { return nil }
    do {
      return try Matcher(try Pattern(regex))
    } catch {
      throw .invalidPattern(reason: error.description)
    }
  }

  private static func board(
    _ name: BoardName?,
    in history: isolated History
  ) throws(StoreError) -> Int64? {
    guard let name else { return nil }
    let sql = "SELECT key FROM boards WHERE name = ?"
    return try history.first(sql, [.blob(name.bytes)]) { $0.integer(0) }
  }

  /// The filter that the fewest entries pass, if these are few.
  private static func narrowest(
    of filters: [HistoryFilter],
    in history: isolated History
  ) throws(StoreError) -> HistoryFilter? {
    var best: (filter: HistoryFilter, count: Int64)?
    for filter in filters {
      guard let finding = filter.finding else { continue }
      let sql = "SELECT count(*) FROM (\(finding) LIMIT \(few + 1))"
      let count = try history.first(sql, filter.values) { $0.integer(0) } ?? 0
      if count <= few, count < best?.count ?? .max { best = (filter, count) }
    }
    return best?.filter
  }
}
