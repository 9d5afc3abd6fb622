import SQLite
import Testing

@Suite("Errors and limits of SQLite", .timeLimit(.minutes(4)))
struct LimitTests {
  private let endless = """
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
    """

  @Test(arguments: [10, 100_000]) func `a search ends at its limit`(steps: Int) throws {
    let database = try smallDatabase()
    try database.setProgressLimit(steps)
    let error = try failure { try database.run(endless) }
    #expect(error.isInterrupted)
    #expect(error.message == "took more steps than allowed")
  }

  @Test func `the steps of all statements count, until the next call`() throws {
    let database = try smallDatabase()
    try database.fill(100)
    let search = "SELECT count(*) FROM item WHERE name LIKE '%9'"
    try database.setProgressLimit(10_000)
    var runCount = 0
    let error = try failure {
      while true {
        try database.run(search)
        runCount += 1
      }
    }
    #expect(error.isInterrupted)
    #expect((5...50).contains(runCount))
    try database.setProgressLimit(10_000)
    try database.run(search)
    try database.setProgressLimit(.min)
    #expect(try failure { try database.run(endless) }.isInterrupted)
    try database.setProgressLimit(nil)
    for _ in 1...50 { try database.run(search) }
  }

  @Test func `a transaction ends at the limit as a whole`() throws {
    let database = try smallDatabase()
    try database.setProgressLimit(1000)
    let error = try failure {
      try database.transaction {
        try database.run("INSERT INTO item(name) VALUES ('a')")
        try database.run(endless)
      }
    }
    #expect(error.isInterrupted)
    try database.setProgressLimit(nil)
    #expect(try database.count() == 0)
    try database.fill(1)
  }

  @Test(arguments: [
    ("INSERT INTO item(id, name) VALUES (1, ?)", "UNIQUE constraint failed: item.id"),
    ("INSERT INTO item(name, id) VALUES (?, 'no number')", "datatype mismatch"),
    ("SELECT * FROM words WHERE words MATCH ?", "SQL logic error"),
    ("SELECT json_extract('{}', ?)", "SQL logic error"),
  ])
  func `an error tells no value`(sql: String, message: String) throws {
    let database = try smallDatabase()
    try database.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
    try database.run("INSERT INTO item(id, name) VALUES (1, 'first')")
    // Malformed as a search and as a path, so that SQLite would like to quote it.
    let error = try failure { try database.run(sql, ["secret:(\"secret"]) }
    #expect(error.message == message)
    #expect(error.sql == sql)
    #expect(!error.description.contains("secret"))
  }

  @Test func `an error is one short line`() throws {
    let sql = "SELECT\n  missing\nFROM item WHERE \(String(repeating: "id > 0 AND ", count: 100)) 1"
    let error = try failure { try smallDatabase().run(sql) }
    #expect(error.sql == sql)
    #expect(error.description.hasPrefix("SELECT missing FROM item WHERE id > 0 AND"))
    #expect(error.description.hasSuffix("…: no such column: missing (SQLite 1)"))
    #expect(!error.description.contains("\n"))
  }
}
