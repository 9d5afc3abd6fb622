import SQLite
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
  private let insert = "INSERT INTO item(name) VALUES (?)"

  @Test func `what a transaction returns is stored`() throws {
    let database = try smallDatabase()
    let id = try database.transaction { () throws(SQLiteError) in
      try database.run(insert, ["a"])
      return database.lastRowID
    }
    #expect(id == 1)
    #expect(try database.count() == 1)
  }

  @Test(arguments: [.deferred, .immediate] as [Database.TransactionKind])
  func `a body that throws changes nothing`(kind: Database.TransactionKind) throws {
    let database = try smallDatabase()
    #expect(throws: Refusal.unwanted) {
      try database.transaction(kind) { () throws(Refusal) in
        try Refusal.from { () throws(SQLiteError) in try database.run(insert, ["a"]) }
        throw .unwanted
      }
    }
    #expect(throws: TestFailure.self) {
      try database.transaction(kind) {
        try database.run(insert, ["a"])
        throw TestFailure("anything")
      }
    }
    #expect(try database.count() == 0)
    // The connection is good for the next.
    try database.transaction(kind) { () throws(SQLiteError) in try database.run(insert, ["a"]) }
    #expect(try database.count() == 1)
  }

  @Test func `a commit that is refused is rolled back`() throws {
    let database = try smallDatabase()
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE part(item REFERENCES item(id) DEFERRABLE INITIALLY DEFERRED);
      """
    )
    let error = try failure {
      try database.transaction { try database.run("INSERT INTO part VALUES (?)", [77]) }
    }
    #expect(error.isConstraint)
    #expect(error.sql == "COMMIT")
    let count = try database.first("SELECT count(*) FROM part") { $0.integer(0) }
    #expect(count == 0)
    try database.fill(1)
  }

  @Test func `a transaction inside another fails and leaves the outer alone`() throws {
    let database = try smallDatabase()
    try database.transaction { () throws(SQLiteError) in
      try database.run(insert, ["a"])
      #expect(throws: SQLiteError.self) { try database.transaction { #expect(Bool(false)) } }
      try database.run(insert, ["b"])
    }
    #expect(try database.count() == 2)
  }

  @Test func `a full disk takes nothing back that was stored`() throws {
    let directory = try ScratchDirectory()
    let database = try fileDatabase(directory.path("items"))
    try database.execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, content); PRAGMA max_page_count = 20"
    )
    let content = SQLValue.blob([UInt8](repeating: 1, count: 4096))
    try database.run("INSERT INTO item(content) VALUES (?)", [content])
    let error = try failure {
      try database.transaction {
        for _ in 1...100 { try database.run("INSERT INTO item(content) VALUES (?)", [content]) }
      }
    }
    #expect(error.isFull)
    #expect(error.description.contains("database or disk is full"))
    #expect(try database.count() == 1)
    try database.run("DELETE FROM item")
    try database.run("INSERT INTO item(content) VALUES (?)", [content])
  }

  @Test func `a rollback ends the cursors in it, with an error`() throws {
    let database = try smallDatabase()
    try database.fill(3)
    var rows: Rows?
    _ = try? database.transaction {
      try database.run(insert, ["a"])
      rows = try database.rows("SELECT id FROM item")
      _ = try rows?.next()
      try database.execute("CREATE TABLE other(a)")
      throw TestFailure("anything")
    }
    #expect(throws: SQLiteError.self) { _ = try rows?.next() }
    #expect(try database.count() == 3)
  }
}
