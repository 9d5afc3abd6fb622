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
    Migration(name: "boards, entries and what they hold", sql: first)
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

  private static let bookkeeping = """
    CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// * `boards`: `current` is the entry that a paste gets, by its id; null after a clear. The counts are
  ///   kept by triggers. `sequence` and `changed` (microseconds since 1970) are of its last change.
  /// * `entries`: `key` rises with each put. `position` orders a board, the greatest is the newest.
  ///   `deadline` is in nanoseconds since boot, `deadline_time` the same moment in microseconds since
  ///   1970; `previous` is the id of what comes back then.
  /// * `representations`: without `byte_count` it is promised; `content` or `file` holds the bytes.
  ///   `checksum` is XXH3 with 64 bits.
  /// * `files`: `key` is the name in the directory `payloads`, in 16 hexadecimal digits.
  /// * `texts`: what is searched; `search` is the index of its trigrams, kept by triggers.
  private static let first = """
    CREATE TABLE boards (
      key INTEGER PRIMARY KEY,
      name BLOB NOT NULL UNIQUE,
      current INTEGER,
      sequence INTEGER NOT NULL DEFAULT 0,
      changed INTEGER NOT NULL DEFAULT 0,
      entry_count INTEGER NOT NULL DEFAULT 0,
      byte_count INTEGER NOT NULL DEFAULT 0,
      pinned_count INTEGER NOT NULL DEFAULT 0,
      pinned_byte_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE types (key INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE) STRICT;

    CREATE TABLE entries (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id INTEGER NOT NULL UNIQUE,
      board INTEGER NOT NULL REFERENCES boards ON DELETE CASCADE,
      position INTEGER NOT NULL,
      time INTEGER NOT NULL,
      byte_count INTEGER NOT NULL,
      item_count INTEGER NOT NULL,
      title TEXT NOT NULL,
      has_given_title INTEGER NOT NULL,
      source TEXT,
      is_pinned INTEGER NOT NULL,
      deadline INTEGER,
      deadline_time INTEGER,
      previous INTEGER
    ) STRICT;
    CREATE INDEX entries_by_board ON entries (board, position);
    CREATE INDEX pinned_entries ON entries (board, position) WHERE is_pinned = 1;
    CREATE INDEX entries_by_time ON entries (board, time);
    CREATE INDEX entries_by_source ON entries (source, key) WHERE source IS NOT NULL;
    CREATE INDEX deadlines ON entries (deadline) WHERE deadline IS NOT NULL;

    CREATE TABLE files (
      key INTEGER PRIMARY KEY,
      byte_count INTEGER NOT NULL,
      checksum INTEGER,
      use_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX files_by_size ON files (byte_count);
    CREATE INDEX unused_files ON files (key) WHERE use_count = 0;
    CREATE INDEX unchecked_files ON files (key) WHERE checksum IS NULL;

    CREATE TABLE representations (
      key INTEGER PRIMARY KEY,
      entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
      item INTEGER NOT NULL,
      place INTEGER NOT NULL,
      type INTEGER NOT NULL REFERENCES types,
      target BLOB,
      element_bits INTEGER NOT NULL,
      text_form INTEGER,
      is_private INTEGER NOT NULL,
      byte_count INTEGER,
      checksum INTEGER,
      content BLOB,
      file INTEGER REFERENCES files
    ) STRICT;
    CREATE INDEX representations_of_entry ON representations (entry, item, place);
    CREATE INDEX representations_by_type ON representations (type, entry);
    CREATE INDEX representations_by_file ON representations (file) WHERE file IS NOT NULL;
    CREATE INDEX promises ON representations (entry) WHERE byte_count IS NULL;

    CREATE TABLE item_names (
      entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
      item INTEGER NOT NULL,
      name BLOB NOT NULL,
      PRIMARY KEY (entry, item)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tags (
      entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
      tag TEXT NOT NULL,
      PRIMARY KEY (entry, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entries_by_tag ON tags (tag, entry);

    CREATE TABLE texts (
      entry INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
      searched TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE search USING fts5(
      searched, content = 'texts', content_rowid = 'entry',
      tokenize = 'trigram', detail = none, columnsize = 0
    );

    CREATE TRIGGER text_inserted AFTER INSERT ON texts BEGIN
      INSERT INTO search (rowid, searched) VALUES (new.entry, new.searched);
    END;
    CREATE TRIGGER text_deleted AFTER DELETE ON texts BEGIN
      INSERT INTO search (search, rowid, searched) VALUES ('delete', old.entry, old.searched);
    END;

    CREATE TRIGGER entry_inserted AFTER INSERT ON entries BEGIN
      UPDATE boards SET
        entry_count = entry_count + 1,
        byte_count = byte_count + new.byte_count,
        pinned_count = pinned_count + new.is_pinned,
        pinned_byte_count = pinned_byte_count + new.is_pinned * new.byte_count
      WHERE key = new.board;
    END;
    CREATE TRIGGER entry_deleted AFTER DELETE ON entries BEGIN
      UPDATE boards SET
        entry_count = entry_count - 1,
        byte_count = byte_count - old.byte_count,
        pinned_count = pinned_count - old.is_pinned,
        pinned_byte_count = pinned_byte_count - old.is_pinned * old.byte_count
      WHERE key = old.board;
    END;
    CREATE TRIGGER entry_changed AFTER UPDATE OF board, byte_count, is_pinned ON entries BEGIN
      UPDATE boards SET
        entry_count = entry_count - 1,
        byte_count = byte_count - old.byte_count,
        pinned_count = pinned_count - old.is_pinned,
        pinned_byte_count = pinned_byte_count - old.is_pinned * old.byte_count
      WHERE key = old.board;
      UPDATE boards SET
        entry_count = entry_count + 1,
        byte_count = byte_count + new.byte_count,
        pinned_count = pinned_count + new.is_pinned,
        pinned_byte_count = pinned_byte_count + new.is_pinned * new.byte_count
      WHERE key = new.board;
    END;

    CREATE TRIGGER representation_inserted AFTER INSERT ON representations
    WHEN new.file IS NOT NULL BEGIN
      UPDATE files SET use_count = use_count + 1 WHERE key = new.file;
    END;
    CREATE TRIGGER representation_deleted AFTER DELETE ON representations
    WHEN old.file IS NOT NULL BEGIN
      UPDATE files SET use_count = use_count - 1 WHERE key = old.file;
    END;
    CREATE TRIGGER representation_changed AFTER UPDATE OF file ON representations BEGIN
      UPDATE files SET use_count = use_count - 1 WHERE key = old.file;
      UPDATE files SET use_count = use_count + 1 WHERE key = new.file;
    END;
    """
}
