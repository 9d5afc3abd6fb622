/// What takes a body. Each comes in three forms, since a closure's error type is not inferred: a body
/// that throws ``SQLiteError`` or nothing, one that throws an error which SQLite's fits into (to be
/// written as `{ (row) throws(MyError) in … }`), and one that throws anything.
extension Database {
  /// When a transaction takes its locks.
  public enum TransactionKind: String, Sendable {
    /// Takes its locks when the first statement needs them.
    case deferred = "BEGIN DEFERRED"
    /// Takes the lock of the only writer at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  // MARK: - All rows

  /// Calls the body with each row.
  public func forEach(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try forEach(sql, values, failing: { $0 }, body)
  }

  /// Calls the body with each row.
  public func forEach<Failure: SQLiteFailure>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach(sql, values, failing: { .database($0) }, body)
  }

  /// Calls the body with each row.
  public func forEach<Failure: Error>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(Failure) -> Void
  ) throws {
    try forEach(sql, values, failing: { $0 as any Error }, body)
  }

  private func forEach<Failure: Error>(
    _ sql: String,
    _ values: [SQLValue],
    failing: (SQLiteError) -> Failure,
    _ body: (borrowing Row) throws(Failure) -> Void
  ) throws(Failure) {
    let rows = try fitting(failing) { () throws(SQLiteError) in try self.rows(sql, values) }
    while let row = try next(of: rows, failing) { try body(row) }
  }

  // MARK: - The first row

  /// What the body makes of the first row; `nil` if there is none.
  public func first<Result>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result? {
    try first(sql, values, failing: { $0 }, body)
  }

  /// What the body makes of the first row; `nil` if there is none.
  public func first<Result, Failure: SQLiteFailure>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try first(sql, values, failing: { .database($0) }, body)
  }

  /// What the body makes of the first row; `nil` if there is none.
  public func first<Result, Failure: Error>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) throws(Failure) -> Result
  ) throws -> Result? {
    try first(sql, values, failing: { $0 as any Error }, body)
  }

  private func first<Result, Failure: Error>(
    _ sql: String,
    _ values: [SQLValue],
    failing: (SQLiteError) -> Failure,
    _ body: (borrowing Row) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let rows = try fitting(failing) { () throws(SQLiteError) in try self.rows(sql, values) }
    guard let row = try next(of: rows, failing) else { return nil }
    return try body(row)
  }

  // MARK: - Transactions

  /// Runs the body in a transaction: all of its changes are stored, or none.
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try transaction(kind, failing: { $0 }, body)
  }

  /// Runs the body in a transaction: all of its changes are stored, or none.
  public func transaction<Result, Failure: SQLiteFailure>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(kind, failing: { .database($0) }, body)
  }

  /// Runs the body in a transaction: all of its changes are stored, or none.
  public func transaction<Result, Failure: Error>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws(Failure) -> Result
  ) throws -> Result {
    try transaction(kind, failing: { $0 as any Error }, body)
  }

  private func transaction<Result, Failure: Error>(
    _ kind: TransactionKind,
    failing: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try fitting(failing) { () throws(SQLiteError) in try execute(kind.rawValue) }
    let result: Result
    do {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    do {
      try execute("COMMIT")
    } catch {
      rollBack()
      throw failing(error)
    }
    return result
  }

  /// Rolls back, unless SQLite has: at a full disk or a failing one it may do so by itself.
  private func rollBack() {
    guard !isOutsideTransaction else { return }
    // What made us roll back is thrown; nothing can be done about a rollback that fails besides.
    try? execute("ROLLBACK")
  }

  // MARK: - Errors

  private func next<Failure: Error>(
    of rows: Rows,
    _ failing: (SQLiteError) -> Failure
  ) throws(Failure) -> Row? {
    do {
      return try rows.next()
    } catch {
      throw failing(error)
    }
  }

  private func fitting<Result, Failure: Error>(
    _ failing: (SQLiteError) -> Failure,
    _ body: () throws(SQLiteError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw failing(error)
    }
  }
}
