internal import CSQLite
internal import Glibc

/// What SQLite refused, and why; holds no bound value.
///
/// Source: sqlite.org/rescode.html.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code, one of the `SQLITE_` numbers.
  public let code: Int32

  /// The reason, in SQLite's words.
  public let message: String

  /// The statement's text without its values, or the name of another step, such as `open`.
  public let sql: String

  public init(code: Int32, message: String, sql: String) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  public var description: String {
    let statement = onOneLine(sql)
    let what = statement.count > 80 ? "\(statement.prefix(79))…" : statement
    return "\(what): \(onOneLine(message)) (SQLite \(code))"
  }
}

/// An error type that SQLite's errors fit into; a case `database(SQLiteError)` is enough.
public protocol SQLiteFailure: Error {
  /// The error that stands for one of SQLite's.
  static func database(_ error: SQLiteError) -> Self
}

extension SQLiteError: SQLiteFailure {
  public static func database(_ error: SQLiteError) -> SQLiteError { error }
}

extension SQLiteError {
  /// Whether the disk, or the room that the file may take, is full.
  public var isFull: Bool { primaryCode == SQLITE_FULL }

  /// Whether the file may not be written.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  /// Whether another connection holds a lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether the file is damaged, or no database at all.
  public var isCorrupt: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

  /// Whether it is the content of a virtual table that is damaged, such as an index for full texts.
  ///
  /// Source: sqlite.org/rescode.html, `SQLITE_CORRUPT_VTAB`.
  public var isCorruptIndex: Bool { code == SQLITE_CORRUPT | 1 << 8 }

  /// Whether the disk or the file system failed.
  public var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

  /// Whether the file, or one that belongs to it, cannot be opened.
  public var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

  /// Whether a rule of the schema forbids the change: a key that is taken, a null, a reference.
  public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// Whether the statement took more steps than ``Database/setProgressLimit(_:)`` allows.
  public var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }

  private var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError {
  /// What the connection says of its last call, which had no values.
  init(last handle: OpaquePointer?, of sql: String) {
    let code = sqlite3_extended_errcode(handle)
    self.init(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    if isCannotOpen || isInputOutput { self = saying(why: sqlite3_system_errno(handle)) }
  }

  /// What the connection says of a statement that ran with values.
  ///
  /// Functions and virtual tables quote values in their messages, FTS5 the words of a search; only
  /// constraints are sure to name nothing but columns.
  init(running statement: String, on handle: OpaquePointer?) {
    self.init(last: handle, of: statement)
    if isInterrupted {
      self = SQLiteError(code: code, message: "took more steps than allowed", sql: sql)
    } else if !isConstraint, !isCannotOpen, !isInputOutput {
      self = SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: sql)
    }
  }

  /// A use that cannot be meant.
  static func misuse(_ message: String, in sql: String) -> SQLiteError {
    SQLiteError(code: SQLITE_MISUSE, message: message, sql: sql)
  }

  /// Adds what the system said, if it did.
  private func saying(why code: Int32) -> SQLiteError {
    guard code != 0, let reason = strerror(code) else { return self }
    let message = "\(message): \(String(cString: reason))"
    return SQLiteError(code: self.code, message: message, sql: sql)
  }
}

private func onOneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
