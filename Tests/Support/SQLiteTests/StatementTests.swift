import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
  private let all = "SELECT id FROM item ORDER BY id"

  @Test func `a text is prepared once`() throws {
    let database = try smallDatabase()
    for _ in 1...3 { #expect(try database.count() == 0) }
    #expect(try database.statements("SELECT count(*) FROM item") == [1, 0])
  }

  @Test func `a loop of the same text inside a loop has a statement of its own`() throws {
    let database = try smallDatabase()
    try database.fill(3)
    // So that there is an idle one to be taken twice.
    try database.run(all)
    var pairs: [[Int64]] = []
    try database.forEach(all) { (outer) throws(SQLiteError) in
      let first = outer.integer(0)
      try database.forEach(all) { (inner) throws(SQLiteError) in
        pairs.append([first, inner.integer(0)])
        if pairs.count == 1 { #expect(try database.statements(all) == [2, 2]) }
      }
    }
    #expect(
      pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]]
    )
    #expect(try database.statements(all) == [1, 0])
  }

  @Test func `few idle statements are kept, those used last`() throws {
    let database = try smallDatabase()
    for number in 0..<200 { try database.run("SELECT \(number)") }
    let count = try database.first("SELECT count(*) FROM sqlite_stmt") { $0.integer(0) }
    // That statement itself is not idle.
    #expect(count == 65)
    #expect(try database.statements("SELECT 199") == [1, 0])
    #expect(try database.statements("SELECT 100") == [0, 0])
  }

  @Test func `values of one use are not those of the next`() throws {
    let database = try smallDatabase()
    let sql = "SELECT ?, ?"
    try database.run(sql, [1, 2])
    for values in [[], [1], [1, 2, 3]] as [[SQLValue]] {
      let error = try failure { try database.run(sql, values) }
      #expect(error.message == "\(values.count) values for 2 parameters")
    }
    let isNull = try database.first(sql, [nil, 2]) { $0.isNull(0) }
    #expect(isNull == true)
    #expect(try database.statements(sql) == [1, 0])
  }

  @Test func `a cursor lets others run between its steps`() throws {
    let database = try smallDatabase()
    try database.fill(4)
    let rows = try database.rows(all)
    var ids: [Int64] = []
    while let row = try rows.next() {
      ids.append(row.integer(0))
      try database.run("UPDATE item SET content = 1 WHERE id = ?", [.integer(row.integer(0))])
    }
    #expect(ids == [1, 2, 3, 4])
    #expect(try database.statements(all) == [1, 0])
    let isOver = try rows.next() == nil
    #expect(isOver)
  }

  @Test func `a cursor that is dropped gives its statement back`() throws {
    let database = try smallDatabase()
    try database.fill(3)
    var rows: Rows? = try database.rows(all)
    _ = try rows?.next()
    #expect(try database.statements(all) == [1, 1])
    rows = nil
    #expect(try database.statements(all) == [1, 0])
  }

  @Test func `a row keeps its cursor`() throws {
    let database = try smallDatabase()
    try database.fill(3)
    if let row = try database.rows(all).next() {
      #expect(try database.statements(all) == [1, 1])
      #expect(row.integer(0) == 1)
    }
    #expect(try database.statements(all) == [1, 0])
  }

  @Test func `the first row alone is read, or none`() throws {
    let database = try smallDatabase()
    #expect(try database.first(all) { $0.integer(0) } == nil)
    try database.fill(3)
    #expect(try database.first(all) { $0.integer(0) } == 1)
    #expect(try database.statements(all) == [1, 0])
  }

  @Test func `a body may throw its own error, and the statement is free`() throws {
    let database = try smallDatabase()
    try database.fill(3)
    #expect(throws: Refusal.unwanted) {
      try database.forEach(all) { (row) throws(Refusal) in
        if row.integer(0) == 2 { throw .unwanted }
      }
    }
    #expect(throws: Refusal.unwanted) {
      try database.first(all) { (_) throws(Refusal) in throw .unwanted }
    }
    #expect(try database.statements(all) == [1, 0])
    // A body may also throw anything.
    #expect(throws: (any Error).self) {
      try database.forEach(all) { row in try Refusal.check(row.integer(0)) }
    }
    let error = #expect(throws: Refusal.self) {
      try database.forEach("nonsense") { (row) throws(Refusal) in try Refusal.check(1) }
    }
    guard case .database(let reason) = error else { throw Refusal.unwanted }
    #expect(reason.sql == "nonsense")
  }

  @Test func `several statements run one after another`() throws {
    let database = try smallDatabase()
    try database.execute(
      """
      INSERT INTO item(name) VALUES ('a'); -- the first
      INSERT INTO item(name) VALUES ('b');
      SELECT * FROM item;
      """
    )
    #expect(try database.count() == 2)
    #expect(try failure { try database.execute("SELECT 1; nonsense") }.message.contains("nonsense"))
  }

  @Test(arguments: [("SELECT 1; SELECT 2", "more than one"), ("", "no"), ("-- nothing", "no")])
  func `one statement is one`(sql: String, words: String) throws {
    let error = try failure { try smallDatabase().run(sql) }
    #expect(error.message.contains(words))
    try smallDatabase().run("SELECT 1 ; \n")
  }

  @Test func `changes are counted`() throws {
    let database = try smallDatabase()
    try database.fill(5)
    #expect(database.lastRowID == 5)
    try database.run("DELETE FROM item WHERE id < ?", [4])
    #expect(database.changeCount == 3)
  }
}

enum Refusal: SQLiteFailure, Equatable {
  case unwanted
  case database(SQLiteError)

  static func from(_ body: () throws(SQLiteError) -> Void) throws(Refusal) {
    do { try body() } catch { throw .database(error) }
  }

  static func check(_ id: Int64) throws(Refusal) {
    if id > 1 { throw .unwanted }
  }
}
