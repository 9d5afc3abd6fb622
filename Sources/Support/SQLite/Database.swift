internal import CSQLite

/// A connection to an SQLite database; not `Sendable`, so that one actor owns it.
///
/// Statements are prepared once and kept by their text. Every call blocks its thread.
///
/// Source: sqlite.org/c3ref; threading mode "multi-thread".
public final class Database {
  /// What a connection may do with its file.
  public enum Mode: Sendable {
    /// Fails to open what is not there, and to write.
    case readOnly
    /// Fails to open what is not there. A file that may not be written is opened for reading.
    case readWrite
    /// As ``readWrite``, and creates what is not there.
    case create
  }

  private var handle: OpaquePointer?
  private var idle = StatementCache()
  private let progress = Progress()
  private var busyTimeout = Duration.zero

  /// Opens a database.
  ///
  /// The file is read by the first statement: what is no database, or damaged, fails only there.
  /// The path must be without NUL; `:memory:` is a database of this connection alone.
  public init(_ path: [UInt8], _ mode: Mode) throws(SQLiteError) {
    guard !path.contains(0) else { throw .misuse("the path holds a NUL", in: "open") }
    // Distributions let SQLite read paths that begin so as URIs, with parameters.
    let isURI = path.starts(with: Array("file:".utf8))
    let name = (isURI ? Array("./".utf8) : []) + path + [0]
    let code = name.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in
        sqlite3_open_v2(name.baseAddress, &handle, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
      }
    }
    // A connection that could not be opened must be closed as well: `deinit` does it.
    guard code == SQLITE_OK else { throw SQLiteError(last: handle, of: "open") }
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit {
    idle.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Closes the connection; every later call fails.
  ///
  /// - Throws: If a cursor is open; the connection then is as well.
  public func close() throws(SQLiteError) {
    idle.removeAll()
    guard sqlite3_close(handle) == SQLITE_OK else { throw SQLiteError(last: handle, of: "close") }
    handle = nil
  }

  /// How long a statement waits for a lock of another connection; without it, not at all.
  public func setBusyTimeout(_ duration: Duration) throws(SQLiteError) {
    busyTimeout = duration
    let (seconds, attoseconds) = duration.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    // SQLite counts whole milliseconds in 32 bits.
    let clamped = Int32(min(max(milliseconds.rounded(.up), 0), Double(Int32.max)))
    sqlite3_busy_timeout(try open(for: "set the busy timeout"), clamped)
  }

  /// Aborts the statement in which the steps of all statements, from now on, become more than these.
  ///
  /// Steps are those of SQLite's virtual machine, to the next 100. Once they are used up every longer
  /// statement is aborted, until this is called again. `nil` takes the limit away.
  public func setProgressLimit(_ steps: Int?) throws(SQLiteError) {
    let handle = try open(for: "set the progress limit")
    guard let steps else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    progress.rest = max(0, steps)
    progress.install(on: handle)
  }

  /// Whether the file was opened for reading alone, asked for or not.
  public var isReadOnly: Bool { handle.map { sqlite3_db_readonly($0, "main") == 1 } ?? false }

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  public var changeCount: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

  /// The row ID of the last row that was inserted.
  public var lastRowID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Whether no transaction is open; SQLite ends one by itself at some errors.
  ///
  /// Source: sqlite.org/c3ref/get_autocommit.html.
  public var isOutsideTransaction: Bool { handle.map { sqlite3_get_autocommit($0) != 0 } ?? true }

  // MARK: - Statements

  /// Runs statements without values, one after another; their rows are dropped.
  public func execute(_ sql: String) throws(SQLiteError) {
    let handle = try open(for: sql)
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(last: handle, of: sql)
    }
  }

  /// Runs one statement to its end; its rows are dropped.
  public func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) {
    let statement = try take(sql, with: values)
    defer { giveBack(statement) }
    while try statement.step() {}
  }

  /// A cursor over the rows of one statement, for reading in slices.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> Rows {
    Rows(of: try take(sql, with: values), on: self)
  }

  // MARK: - WAL

  /// How much of the WAL file is to be copied.
  public enum Checkpoint: Sendable {
    /// Copies what no reader still needs from the WAL file, and waits for nobody.
    case passive
    /// Waits for readers and writers as long as the busy timeout, copies all, and empties the file.
    case truncate
  }

  /// Copies the WAL file into the database.
  ///
  /// - Throws: A busy error if others do not let ``Checkpoint/truncate`` come to its end.
  public func checkpoint(_ kind: Checkpoint) throws(SQLiteError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let handle = try open(for: "checkpoint")
    guard sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil) == SQLITE_OK else {
      throw SQLiteError(last: handle, of: "checkpoint")
    }
  }

  /// Copies the WAL file into the database and empties it, unless others would have to be waited for.
  ///
  /// - Throws: A busy error if others use it now.
  public func checkpointAtOnce() throws(SQLiteError) {
    let timeout = busyTimeout
    try setBusyTimeout(.zero)
    defer { try? setBusyTimeout(timeout) }
    try checkpoint(.truncate)
  }

  // MARK: - For the parts of this module

  /// Ends the use of a statement.
  func giveBack(_ statement: Statement) {
    statement.reset()
    idle.put(statement)
  }

  /// A statement for one use.
  private func take(_ sql: String, with values: [SQLValue]) throws(SQLiteError) -> Statement {
    let handle = try open(for: sql)
    let statement: Statement
    if let known = idle.take(sql) {
      statement = known
    } else {
      statement = try Statement(sql, on: handle)
    }
    do {
      try statement.bind(values)
    } catch {
      giveBack(statement)
      throw error
    }
    return statement
  }

  private func open(for sql: String) throws(SQLiteError) -> OpaquePointer {
    guard let handle else { throw .misuse("the database is closed", in: sql) }
    return handle
  }
}

extension Database.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .readOnly: SQLITE_OPEN_READONLY
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

/// The steps that statements may still take.
private final class Progress {
  private static let interval: Int32 = 100
  var rest = 0

  /// The connection must not outlive this object.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle,
      Self.interval,
      { context in
        guard let context else { return 0 }
        let progress = Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue()
        progress.rest = max(0, progress.rest - Int(Progress.interval))
        return progress.rest == 0 ? 1 : 0
      },
      context
    )
  }
}
