internal import CSQLite

/// One row of a result, valid until the next step of its statement; a later use traps.
///
/// Columns count from 0; one that the row does not have is a programmer's error. A value of another
/// storage class is converted as SQLite does: null to 0, the empty text or no bytes.
public struct Row: ~Copyable {
  private let statement: Statement
  private let stepCount: Int
  // Whose end would reset the statement.
  private let rows: Rows

  init(_ statement: Statement, of rows: Rows) {
    self.statement = statement
    self.rows = rows
    stepCount = statement.stepCount
  }

  /// How many columns the row has.
  public var columnCount: Int { Int(sqlite3_data_count(pointer)) }

  /// Whether the column holds no value.
  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(pointer, checked(column)) == SQLITE_NULL
  }

  /// The column as an integer; a text as far as it is one.
  public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, checked(column)) }

  /// The column as a real; a text as far as it is one.
  public func real(_ column: Int) -> Double { sqlite3_column_double(pointer, checked(column)) }

  /// The column as text, with all its NULs; bytes that are no UTF-8 are repaired.
  public func text(_ column: Int) -> String {
    let index = checked(column)
    guard let start = sqlite3_column_text(pointer, index) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A copy of the bytes of a blob or text.
  public func blob(_ column: Int) -> [UInt8] { withBytes(column) { Array($0) } }

  /// Lends the bytes of a blob or text without a copy; the body must not read the column otherwise.
  public func withBytes<Result, Failure: Error>(
    _ column: Int,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let index = checked(column)
    let start = sqlite3_column_blob(pointer, index)
    let count = Int(sqlite3_column_bytes(pointer, index))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The value in the storage class that it has.
  public func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(pointer, checked(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }

  private var pointer: OpaquePointer {
    precondition(statement.stepCount == stepCount, "a row is gone with the next step")
    return statement.pointer
  }

  private func checked(_ column: Int) -> Int32 {
    precondition(0 <= column && column < columnCount, "the row has no such column")
    return Int32(column)
  }
}
