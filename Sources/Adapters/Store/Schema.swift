internal import SQLite

/// The tables, as steps that are only ever added to.
///
/// A store that knows more steps than we do was written by a newer release, and is left alone.
enum Schema {
  /// One step; its name stands in the store once it was made.
  struct Migration {
    let name: String
    let sql: String
  }

  static let migrations: [Migration] = [
    Migration(name: "boards, entries and what they hold", sql: first),
    Migration(name: "what other programs copied", sql: second),
    Migration(name: "names of files", sql: third),
  ]

  /// How a connection is used, by whoever opens one.
  ///
  /// `synchronous = FULL`: what is committed is on the disk. The write-ahead log keeps readers and the
  /// writer out of each other's way. `secure_delete`: what is removed is overwritten.
  static let writerSettings = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -2048;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = 8388608;
    """

  /// How a database is filled that nobody uses yet, and that is begun again after a crash.
  static let builderSettings = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -16384;
    PRAGMA temp_store = MEMORY;
    """

  static let readerSettings = """
    PRAGMA query_only = ON;
    PRAGMA cache_size = -2048;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    """

  /// Whether the tables, indices and triggers are those that the steps make.
  static func isSound(_ database: Database) throws(StoreError) -> Bool {
    do {
      let fresh = try Database(Array(":memory:".utf8), .create)
      try migrate(fresh)
      return try definitions(of: database) == definitions(of: fresh)
    } catch let error as SQLiteError {
      throw .database(error)
    } catch let error as StoreError {
      throw error
    } catch {
      return false
    }
  }

  private static func definitions(of database: Database) throws(SQLiteError) -> [String] {
    var definitions: [String] = []
    let sql = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    try database.forEach(sql) { row in
      definitions.append("\(row.text(0)) \(row.text(1)): \(row.text(2))")
    }
    return definitions
  }

  /// Brings a store up to date.
  static func migrate(_ database: Database) throws(StoreError) {
    let isNew = try !hasTable("migrations", in: database)
    let known = try isNew ? [] : names(in: database)
    for (index, name) in known.enumerated() {
      guard index < migrations.count, migrations[index].name.utf8.elementsEqual(name.utf8) else {
        throw .newer(version: known.count, known: migrations.count)
      }
    }
    for (index, migration) in migrations.enumerated().dropFirst(known.count) {
      try database.transaction { () throws(StoreError) in
        if index == 0 { try run(bookkeeping, on: database) }
        try run(migration.sql, on: database)
        do throws(SQLiteError) {
          let sql = "INSERT INTO migrations (number, name) VALUES (?, ?)"
          try database.run(sql, [.integer(index + 1), .text(migration.name)])
        } catch {
          throw .database(error)
        }
      }
    }
  }

  private static func run(_ sql: String, on database: Database) throws(StoreError) {
    do {
      try database.execute(sql)
    } catch {
      throw .database(error)
    }
  }

  static func hasTable(_ name: String, in database: Database) throws(StoreError) -> Bool {
    do {
      let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
      return try database.first(sql, [.text(name)]) { _ in true } ?? false
    } catch {
      throw .database(error)
    }
  }

  private static func names(in database: Database) throws(StoreError) -> [String] {
    var names: [String] = []
    do {
      try database.forEach("SELECT name FROM migrations ORDER BY number") { row in
        names.append(row.text(0))
      }
    } catch {
      throw .database(error)
    }
    return names
  }

  static let bookkeeping = """
    CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """
}
