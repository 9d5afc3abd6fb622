import SQLite
import Testing

/// A database in memory with one table.
func smallDatabase() throws(SQLiteError) -> Database {
  let database = try Database(Array(":memory:".utf8), .create)
  try database.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT UNIQUE, content)")
  return database
}

/// A database in a file.
func fileDatabase(_ path: String, _ mode: Database.Mode = .create) throws(SQLiteError) -> Database {
  try Database(Array(path.utf8), mode)
}

extension Database {
  /// Puts items 1 to `count` into the table.
  func fill(_ count: Int) throws(SQLiteError) {
    try transaction { () throws(SQLiteError) in
      for id in 1...count {
        try run("INSERT INTO item(id, name) VALUES (?, ?)", [.integer(id), .text("name \(id)")])
      }
    }
  }

  func count() throws(SQLiteError) -> Int64 {
    try first("SELECT count(*) FROM item") { $0.integer(0) } ?? -1
  }

  /// Prepared statements of a text, and those of them that run.
  ///
  /// Source: sqlite.org/stmt.html.
  func statements(_ sql: String) throws(SQLiteError) -> [Int64] {
    let question = "SELECT count(*), coalesce(sum(busy), 0) FROM sqlite_stmt WHERE sql = ?"
    return try first(question, [.text(sql)]) { [$0.integer(0), $0.integer(1)] } ?? []
  }
}

/// What is thrown, of the type that is thrown.
func failure(_ body: () throws -> Void) throws -> SQLiteError {
  try #require(#expect(throws: SQLiteError.self) { try body() })
}
