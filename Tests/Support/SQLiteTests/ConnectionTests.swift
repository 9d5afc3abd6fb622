import SQLite
import TestSupport
import Testing

@Suite("Connections", .timeLimit(.minutes(4)))
struct ConnectionTests {
  private let directory: ScratchDirectory
  private let path: String

  init() throws {
    directory = try ScratchDirectory()
    path = directory.path("items")
  }

  private func writer() throws -> Database {
    let database = try fileDatabase(path)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, name TEXT, content)
      """
    )
    return database
  }

  @Test func `what is stored is there at the next opening`() throws {
    let database = try writer()
    try database.fill(3)
    try database.close()
    #expect(try fileDatabase(path, .readOnly).count() == 3)
  }

  @Test(arguments: [.readOnly, .readWrite] as [Database.Mode])
  func `only create creates`(mode: Database.Mode) throws {
    let error = try failure { _ = try fileDatabase(path, mode) }
    #expect(error.isCannotOpen)
    #expect(
      error.description
        == "open: unable to open database file: No such file or directory (SQLite 14)"
    )
    #expect(!error.description.contains(directory.path))
  }

  @Test func `a path is a path, whatever its bytes`() throws {
    let error = try failure { _ = try Database(Array("/tmp/a\u{0}b".utf8), .create) }
    #expect(error.message == "the path holds a NUL")
    let odd = Array(directory.path("a?mode=memory").utf8) + [0xFF]
    try Database(odd, .create).execute("CREATE TABLE item(id)")
    #expect(try Database(odd, .readOnly).count() == 0)
    // Not a URI, which would name a file that is there.
    try writer().close()
    let uri = try failure { _ = try Database(Array("file:\(path)".utf8), .readOnly) }
    #expect(uri.isCannotOpen)
  }

  @Test func `a reader cannot write`() throws {
    try writer().fill(1)
    let reader = try fileDatabase(path, .readOnly)
    let error = try failure { try reader.run("DELETE FROM item") }
    #expect(error.isReadOnly)
    #expect(try reader.count() == 1)
  }

  @Test func `a file that is no database`() throws {
    try directory.write([UInt8](repeating: 0x41, count: 4096), to: "items")
    let database = try fileDatabase(path, .readWrite)
    let error = try failure { _ = try database.count() }
    #expect(error.isCorrupt)
    #expect(error.description == "SELECT count(*) FROM item: file is not a database (SQLite 26)")
  }

  @Test func `a file that is damaged`() throws {
    let database = try fileDatabase(path)
    try database.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, content)")
    try database.fill(5000)
    try database.close()
    var bytes = try readFile(path)
    for index in bytes.indices.dropFirst(4096) { bytes[index] = 0xA5 }
    try directory.write(bytes, to: "items")
    let error = try failure { _ = try fileDatabase(path, .readWrite).count() }
    #expect(error.isCorrupt)
  }

  @Test func `a reader sees its snapshot until it ends`() throws {
    let writer = try writer()
    try writer.fill(3)
    let reader = try fileDatabase(path, .readOnly)
    let rows = try reader.rows("SELECT id FROM item ORDER BY id")
    _ = try rows.next()
    try writer.run("INSERT INTO item(id) VALUES (4)")
    #expect(try reader.count() == 3)
    // The snapshot is still needed.
    #expect(try failure { try writer.checkpoint(.truncate) }.isBusy)
    try writer.checkpoint(.passive)
    rows.close()
    #expect(try reader.count() == 4)
    try writer.checkpoint(.truncate)
    #expect(try readFile("\(path)-wal").isEmpty)
  }

  @Test func `one writes at a time, and the other may wait`() throws {
    let (first, second) = (try writer(), try writer())
    try second.setBusyTimeout(.milliseconds(20))
    try first.transaction {
      try first.run("INSERT INTO item(id) VALUES (1)")
      let clock = ContinuousClock()
      let start = clock.now
      #expect(try failure { try second.transaction {} }.isBusy)
      #expect(clock.now - start >= .milliseconds(15))
    }
    try second.setBusyTimeout(.seconds(Int64.max))
    try second.setBusyTimeout(.seconds(-1))
    try second.run("INSERT INTO item(id) VALUES (2)")
    #expect(try first.count() == 2)
  }

  @Test func `a closed connection does nothing`() throws {
    let database = try writer()
    let rows = try database.rows("SELECT 1")
    _ = try rows.next()
    // A cursor keeps it open.
    #expect(try failure { try database.close() }.isBusy)
    rows.close()
    try database.close()
    try database.close()
    #expect(try failure { try database.run("SELECT 1") }.message == "the database is closed")
    #expect(try failure { try database.execute("SELECT 1") }.message == "the database is closed")
    #expect(try failure { try database.setProgressLimit(1) }.sql == "set the progress limit")
    #expect(database.changeCount == 0)
  }

  @Test func `the library says what it is`() {
    #expect(SQLiteLibrary.version.hasPrefix("3."))
  }
}
