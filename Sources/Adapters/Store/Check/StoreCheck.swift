internal import LinuxIO
internal import SQLite

/// Checks a store from its rows to the last byte of its files, and mends what it can.
///
/// Blocks the calling thread; the daemon need not run. Its memory does not grow with the store.
public final class StoreCheck {
  /// What was looked at.
  public struct Summary: Sendable, Equatable {
    public internal(set) var entryCount = 0
    public internal(set) var fileCount = 0
    /// Bytes of content.
    public internal(set) var byteCount = 0
    /// Whether another process has the store, so that nothing could be mended.
    public internal(set) var isInUse = false
  }

  let directory: StoreDirectory
  /// Whether nothing is to be changed.
  private let isDry: Bool
  private let found: (StoreFinding) -> Void
  private let progress: (_ done: Int, _ total: Int) -> Void
  var summary = Summary()
  private var checkedByteCount = 0
  private var totalByteCount = 0
  /// Where damaged content goes.
  private var aside: [UInt8]?

  /// A check of the store in `directory`; `found` is called with each thing that is wrong, `progress` with
  /// the bytes that were read of all.
  public init(
    of directory: [UInt8],
    isDry: Bool = false,
    found: @escaping (StoreFinding) -> Void,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.directory = StoreDirectory(path: directory)
    self.isDry = isDry
    self.found = found
    self.progress = progress
  }

  /// Checks all of it, once.
  ///
  /// While another process has the store it is only read, and so it is if nothing is to be changed; the
  /// index for searches is then not looked at.
  ///
  /// - Throws: ``StoreError/newer(version:known:)`` for a store that a newer release wrote, and what keeps
  ///   a check from its end.
  public func run() throws(StoreError) -> Summary {
    let status = try onDisk { () throws(SystemError) in try FileSystem.status(of: directory.path) }
    // No history is a sound one.
    guard let status else { return summary }
    guard status.kind == .directory else {
      let path = String(decoding: directory.path, as: UTF8.self)
      throw .unusable(reason: "\(path): it is no directory")
    }
    let lock = try onDisk { () throws(SystemError) in try FileLock.tryLock(directory.lock) }
    defer { withExtendedLifetime(lock) {} }
    summary.isInUse = lock == nil
    try checkModes()
    let database = try isMending ? mended() : readOnly()
    let writing = Writing(database, directory, limits: [], now: .now)
    try count(writing)
    // First of all: a file whose uses are counted wrong goes, or cannot go.
    try checkSums(writing)
    try checkContents(writing)
    try checkFiles(writing)
    try checkTexts(writing)
    if isMending {
      // What is not merged now is at the next opening.
      try? database.checkpoint(.truncate)
    }
    return summary
  }

  var isMending: Bool { !summary.isInUse && !isDry }

  /// Tells of something; without the lock it stays as it is.
  func tell(_ text: String, _ outcome: StoreFinding.Outcome = .mended) {
    found(StoreFinding(text, isMending ? outcome : .left))
  }

  func checked(_ byteCount: Int) {
    // A row that is damaged may say that there is any number of them.
    checkedByteCount &+= byteCount
    progress(checkedByteCount, totalByteCount)
  }

  // MARK: The database

  private func readOnly() throws(StoreError) -> Database {
    do {
      let database = try Database(directory.database, .readOnly)
      try database.setBusyTimeout(.seconds(5))
      try database.execute(Schema.readerSettings)
      for reason in try Self.problems(of: database) { tell(reason) }
      return database
    } catch {
      throw .database(error)
    }
  }

  private func mended() throws(StoreError) -> Database {
    let database = try opened(isDamaged: false)
    let problems: [String]
    do {
      problems = try Self.problems(of: database)
    } catch {
      throw .database(error)
    }
    guard !problems.isEmpty else { return database }
    for problem in problems { tell(problem) }
    do { try database.close() } catch { throw .database(error) }
    let mended = try opened(isDamaged: true)
    do {
      if let problem = try Self.problems(of: mended).first { throw StoreError.damaged(problem) }
    } catch let error as SQLiteError {
      throw .database(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unusable(reason: "\(error)")
    }
    return mended
  }

  private func opened(isDamaged: Bool) throws(StoreError) -> Database {
    let findings = Findings()
    let opening = StoreOpening(
      directory: directory,
      report: { findings.add($0) },
      isServing: false
    )
    defer { for finding in findings.all { found(finding) } }
    return try opening.open(isDamaged: isDamaged)
  }

  /// What SQLite itself finds wrong, as far as it goes.
  private static func problems(of database: Database) throws(SQLiteError) -> [String] {
    var problems: [String] = []
    do {
      try database.forEach("PRAGMA integrity_check(10)") { row in
        let text = row.text(0)
        if text != "ok" {
          problems.append("the database: \(text.split(separator: "\n").first ?? "")")
        }
      }
      try database.forEach("PRAGMA foreign_key_check") { row in
        let text = "the database: a row of \(row.text(0)) refers to nothing in \(row.text(2))"
        if problems.last != text { problems.append(text) }
      }
    } catch  where error.isCorrupt {
      problems.append("the database: \(error.message)")
    }
    return problems
  }

  private func count(_ writing: Writing) throws(StoreError) {
    let sql = """
      SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM files),
        (SELECT CAST(total(byte_count) AS INTEGER) FROM (
          SELECT byte_count FROM representations WHERE file IS NULL
          UNION ALL SELECT byte_count FROM files))
      """
    try writing.forEach(sql) { row in
      summary.entryCount = Int(row.integer(0))
      summary.fileCount = Int(row.integer(1))
      totalByteCount = Int(row.integer(2))
    }
    summary.byteCount = totalByteCount
  }

  // MARK: Aside

  /// The directory where damaged content goes, made when it is first needed.
  func placeAside() throws(StoreError) -> [UInt8] {
    if let aside { return aside }
    let made = try onDisk { () throws(SystemError) in try directory.makeSetAside() }
    aside = made
    tell("damaged content is now in \(String(decoding: made, as: UTF8.self))", .lost)
    return made
  }
}
