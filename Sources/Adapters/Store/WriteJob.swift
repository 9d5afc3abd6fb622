internal import LinuxIO
internal import Pasteboards
internal import SQLite

/// One change of the store, which is made together with others and answered when all are on the disk.
///
/// Used by the store's actor alone.
final class WriteJob {
  /// Whether it takes something away.
  let makesRoom: Bool
  private let attempt: (Writing) throws(StoreError) -> Void
  private let answer: (StoreError?) -> Void

  /// `answer` is called once, when the change is on the disk or has failed.
  init<Result>(
    makesRoom: Bool,
    _ body: @escaping (Writing) throws(StoreError) -> Result,
    answer: @escaping (Swift.Result<Result, StoreError>) -> Void
  ) {
    self.makesRoom = makesRoom
    let outcome = Outcome<Result>()
    attempt = { writing throws(StoreError) in
      outcome.result = nil
      do throws(StoreError) {
        outcome.result = .success(try body(writing))
      } catch {
        outcome.result = .failure(error)
        throw error
      }
    }
    self.answer = { error in
      answer(error.map { .failure($0) } ?? outcome.result ?? .failure(.unusable(reason: "lost")))
    }
  }

  private final class Outcome<Result> {
    var result: Swift.Result<Result, StoreError>?
  }

  /// Makes the change, or nothing of it.
  func run(in writing: Writing) throws(StoreError) {
    let named = writing.namedFiles.count
    do throws(StoreError) {
      try writing.execute("SAVEPOINT job")
      try attempt(writing)
      try writing.execute("RELEASE job")
    } catch {
      writing.abandonFiles(after: named)
      // A full disk may have ended the whole transaction, and with it the savepoint.
      try? writing.database.execute("ROLLBACK TO job; RELEASE job")
      throw error
    }
  }

  func succeed() { answer(nil) }
  func fail(_ error: StoreError) { answer(error) }
}

/// What changes are made with, as long as one transaction lasts.
final class Writing {
  let database: Database
  let directory: StoreDirectory
  let limits: [RetentionLimit]
  let now: StoreTime
  /// Payload files that got a name, which nothing may keep if the transaction fails.
  private(set) var namedFiles: [Int64] = []
  /// Those of changes that have failed.
  private(set) var abandonedFiles: [Int64] = []
  /// What was written into rows, roughly.
  var writtenByteCount = 0

  init(_ database: Database, _ directory: StoreDirectory, limits: [RetentionLimit], now: StoreTime)
  {
    self.database = database
    self.directory = directory
    self.limits = limits
    self.now = now
  }

  func named(_ file: Int64) { namedFiles.append(file) }

  /// Gives up the names that were given after the first `count`.
  func abandonFiles(after count: Int) {
    abandonedFiles += namedFiles[count...]
    namedFiles.removeSubrange(count...)
  }

  // MARK: Statements

  func execute(_ sql: String) throws(StoreError) {
    do { try database.execute(sql) } catch { throw .database(error) }
  }

  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    do { try database.run(sql, values) } catch { throw .database(error) }
  }

  func first<Result>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) -> Result
  ) throws(StoreError) -> Result? {
    do {
      return try database.first(sql, values) { (row) throws(SQLiteError) in body(row) }
    } catch {
      throw .database(error)
    }
  }

  func forEach(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ body: (borrowing Row) -> Void
  ) throws(StoreError) {
    do {
      try database.forEach(sql, values) { (row) throws(SQLiteError) in body(row) }
    } catch {
      throw .database(error)
    }
  }

  var lastRowID: Int64 { database.lastRowID }
}
