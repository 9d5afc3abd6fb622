internal import CSQLite

/// A prepared statement, finalized with the last that holds it.
final class Statement {
  let pointer: OpaquePointer
  let sql: String

  /// Rises with every step and reset; a row belongs to one of them.
  private(set) var stepCount = 0

  /// When the cache got it back.
  var lastUse = 0

  /// Prepares the only statement of a text.
  init(_ sql: String, on handle: OpaquePointer) throws(SQLiteError) {
    var sql = sql
    var pointer: OpaquePointer?
    var rest: ArraySlice<UInt8> = []
    let code = sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let count = Int32(clamping: text.count)
        let code = sqlite3_prepare_v3(handle, text.baseAddress, count, flags, &pointer, &tail)
        if let tail, let start = text.baseAddress {
          rest = text[(tail - start)...].map(UInt8.init(bitPattern:))[...]
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(last: handle, of: sql) }
    guard let pointer else { throw .misuse("there is no statement", in: sql) }
    self.pointer = pointer
    self.sql = sql
    guard rest.allSatisfy({ Character(UnicodeScalar($0)).isWhitespace }) else {
      throw .misuse("there is more than one statement", in: sql)
    }
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Binds the values, in order: as many as the statement has parameters.
  func bind(_ values: [SQLValue]) throws(SQLiteError) {
    let count = Int(sqlite3_bind_parameter_count(pointer))
    guard values.count == count else {
      throw .misuse("\(values.count) values for \(count) parameters", in: sql)
    }
    for (index, value) in values.enumerated() {
      guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw failure }
    }
  }

  /// Goes on to the next row; `false` at the end.
  func step() throws(SQLiteError) -> Bool {
    stepCount += 1
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure
    }
  }

  /// Ends the run and forgets the values.
  func reset() {
    stepCount += 1
    // It returns the error of the last step, which has been thrown.
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  private var failure: SQLiteError {
    SQLiteError(running: sql, on: sqlite3_db_handle(pointer))
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    case .real(let number): return sqlite3_bind_double(pointer, index, number)
    case .null: return sqlite3_bind_null(pointer, index)
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        csqlite_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          csqlite_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
        }
      }
    }
  }
}

/// Prepared statements that nobody uses, by their text; the one longest unused goes first.
struct StatementCache {
  private static let capacity = 64
  private var idle: [String: Statement] = [:]
  private var useCount = 0

  mutating func take(_ sql: String) -> Statement? { idle.removeValue(forKey: sql) }

  mutating func put(_ statement: Statement) {
    useCount += 1
    statement.lastUse = useCount
    idle[statement.sql] = statement
    guard idle.count > Self.capacity else { return }
    if let oldest = idle.values.min(by: { $0.lastUse < $1.lastUse }) { idle[oldest.sql] = nil }
  }

  mutating func removeAll() { idle = [:] }
}
