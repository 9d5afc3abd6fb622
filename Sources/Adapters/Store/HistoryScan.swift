internal import Pasteboards
internal import Patterns
internal import SQLite

/// How a query is carried out: a statement that finds candidates, and the check of each.
///
/// * What only few entries pass is gone through entry by entry.
/// * Else texts are searched by themselves, through the index of trigrams where it helps, and what
///   matches is then held against the other filters.
/// * Without a text the board is gone through from its newest entry on. Where the filters let little
///   pass, some entries come by that do not meet them, so that no step takes long.
struct HistoryScan {
  /// As many as are found and sorted in a few milliseconds.
  private static let few = 4096

  let rows: Rows
  private let database: Database
  private let text: TextMatch?
  /// Where in a row the text is.
  private let textColumn: Int
  /// What finds the entry of a key, if it meets the filters; `nil` if a row is an entry that does.
  private let lookup: HistoryStatement?
  /// Where a row of an entry says that it must be looked up; `nil` if it is one of a text.
  private let sampleColumn: Int?
  /// Whether entries come by when they were put, and not as they stand on a board.
  private let isByKey: Bool

  /// `nil` if nothing can be found.
  init?(
    _ query: HistoryQuery,
    in history: isolated History,
    on database: Database
  ) throws(StoreError) {
    text = try TextMatch(query)
    let board = try Self.board(query.board, in: history)
    if query.board != nil, board == nil { return nil }
    guard let filters = try HistoryFilter.all(of: query, board: board, in: history, on: database)
    else { return nil }
    let narrow = try Self.narrowest(of: filters, in: history)
    var statement: HistoryStatement
    if let text, narrow == nil {
      // By keys, as both ways to them are.
      let samples = try text.wantsSamples ? Self.sampleTexts(in: history, on: database) : []
      statement = text.statement(after: samples)
      lookup = .entries(filters, alsoMeeting: "e.key = ?")
      (isByKey, textColumn, sampleColumn) = (true, 1, nil)
    } else {
      if narrow == nil {
        statement = .samples(filters, after: board == nil ? 0 : 1)
        lookup = .entries(filters, alsoMeeting: "e.key = ?")
      } else {
        statement = .entries(filters, foundBy: narrow, withTexts: text != nil)
        lookup = nil
      }
      let column = FoundEntry.columnCount
      (isByKey, textColumn, sampleColumn) = (board == nil || text != nil, column, column)
      statement.order = isByKey ? "e.key" : "e.position"
    }
    if let after = query.after {
      statement.conditions.append("\(statement.order) < ?")
      statement.values.append(.integer(after.number))
    }
    self.database = database
    do throws(SQLiteError) {
      rows = try database.rows(
        statement.sql + " ORDER BY \(statement.order) DESC",
        statement.values
      )
    } catch {
      throw history.failure(error)
    }
  }

  /// What a candidate is, if it is what is looked for.
  func match(
    _ row: borrowing Row,
    in history: isolated History
  ) throws(StoreError) -> FoundEntry? {
    if let text {
      let isMatch = try row.withBytes(textColumn) { (bytes) throws(StoreError) in
        try text.matches(bytes)
      }
      guard isMatch else { return nil }
    }
    guard let lookup else { return FoundEntry(row) }
    if let sampleColumn, row.integer(sampleColumn) == 0 { return FoundEntry(row) }
    let values = lookup.values + [.integer(row.integer(0))]
    return try history.first(lookup.sql, values, on: database) { FoundEntry($0) }
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

  private static func board(
    _ name: BoardName?,
    in history: isolated History
  ) throws(StoreError) -> Int64? {
    guard let name else { return nil }
    let sql = "SELECT key FROM boards WHERE name = ?"
    let key = try history.first(sql, [.blob(name.bytes)]) { $0.integer(0) }
    // Bound ones are there from the beginning.
    guard key != nil || name.isBound else { throw .noSuchBoard(name.description) }
    return key
  }

  /// Some texts from all over the history: one of five hundred, but no more than take two milliseconds.
  private static func sampleTexts(
    in history: isolated History,
    on database: Database
  ) throws(StoreError) -> [[UInt8]] {
    // Both in one would go through the whole table.
    let sql = "SELECT (SELECT min(entry) FROM texts), (SELECT max(entry) FROM texts)"
    let range = try history.first(sql, on: database) { ($0.integer(0), $0.integer(1)) }
    guard let (first, last) = range, first > 0, last > first else { return [] }
    let count = min(256, (last - first) / 512)
    var samples: [[UInt8]] = []
    for number in 0..<count {
      let key = first + (last - first) / count * number
      let next = "SELECT searched FROM texts WHERE entry >= ? ORDER BY entry LIMIT 1"
      let text = try history.first(next, [.integer(key)], on: database) { row in
        row.withBytes(0) { Array($0.prefix(sampleByteCount)) }
      }
      if let text { samples.append(text) }
    }
    return samples
  }

  private static let sampleByteCount = 2048

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

/// A statement in parts, with the values of its parameters in their order.
struct HistoryStatement {
  private let selection: String
  var conditions: [String] = []
  var values: [SQLValue] = []
  /// The column by which its rows come, the greatest first: one that has an index, or all are sorted.
  var order: String

  init(_ selection: String, by order: String = "e.key") {
    self.selection = selection
    self.order = order
  }

  var sql: String {
    conditions.isEmpty ? selection : selection + " WHERE " + conditions.joined(separator: " AND ")
  }

  /// The columns of ``FoundEntry``, and after them the text if that is wanted.
  static func entries(
    _ filters: [HistoryFilter],
    foundBy narrow: HistoryFilter? = nil,
    withTexts: Bool = false,
    alsoMeeting condition: String? = nil
  ) -> HistoryStatement {
    var sql = "SELECT \(FoundEntry.columns)" + (withTexts ? ", x.searched" : "")
    if let finding = narrow?.finding {
      sql += " FROM (\(finding)) AS few CROSS JOIN entries AS e ON e.key = few.entry"
    } else {
      sql += " FROM entries AS e"
    }
    sql += " JOIN boards AS b ON b.key = e.board"
    if withTexts { sql += " JOIN texts AS x ON x.entry = e.key" }
    var statement = HistoryStatement(sql)
    statement.values = (narrow?.values ?? []) + filters.flatMap(\.values)
    statement.conditions = filters.map(\.condition) + (condition.map { [$0] } ?? [])
    return statement
  }

  /// The columns of ``FoundEntry`` of entries that meet the filters, and of about every thousandth of those
  /// that meet the first `count`; a last column says which these are.
  static func samples(_ filters: [HistoryFilter], after count: Int) -> HistoryStatement {
    let sample = Self.isSample("e.key")
    var statement = HistoryStatement(
      """
      SELECT \(FoundEntry.columns), \(filters.count > count ? sample : "0")
      FROM entries AS e JOIN boards AS b ON b.key = e.board
      """
    )
    statement.values = filters.flatMap(\.values)
    statement.conditions = filters.prefix(count).map(\.condition)
    if filters.count > count {
      let rest = filters.dropFirst(count).map(\.condition).joined(separator: " AND ")
      statement.conditions.append("(\(rest) OR \(sample))")
    }
    return statement
  }

  /// Whether a key is one of about a thousand, evenly, also of such as every other one.
  ///
  /// Source: Knuth, The Art of Computer Programming, volume 3, §6.4 (multiplicative hashing).
  static func isSample(_ key: String) -> String { "(\(key) * 2654435761 >> 22) % 1024 = 0" }
}
