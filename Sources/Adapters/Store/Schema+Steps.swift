// What the steps make. None is ever changed: others are added.
extension Schema {
  /// * `boards`: `current` is the entry that a paste gets, by its id; null after a clear. The counts are
  ///   kept by triggers. `sequence` and `changed` (microseconds since 1970) are of its last change.
  /// * `entries`: `key` rises with each put. `position` orders a board, the greatest is the newest.
  ///   `deadline` is in nanoseconds since boot, `deadline_time` the same moment in microseconds since
  ///   1970; `previous` is the id of what comes back then.
  /// * `representations`: without `byte_count` it is promised; `content` or `file` holds the bytes.
  ///   `checksum` is XXH3 with 64 bits.
  /// * `files`: `key` is the name in the directory `payloads`, in 16 hexadecimal digits.
  /// * `texts`: what is searched; `search` is the index of its trigrams, kept by triggers.
  static let first = """
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

  /// * `fingerprint` of an entry is a checksum of what it holds, by which the same content is found again;
  ///   it may be out of date. Null where it would have taken reading files, or something was promised.
  /// * `origins`: where something was copied; `board` is that of the selection.
  /// * `dropped`: what was on offer with an entry and is not kept, and why.
  static let second = """
    ALTER TABLE entries ADD COLUMN fingerprint INTEGER;
    CREATE INDEX entries_by_fingerprint ON entries (board, fingerprint)
      WHERE fingerprint IS NOT NULL;

    CREATE TABLE origins (
      entry INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
      board BLOB NOT NULL,
      window_class TEXT,
      window_title TEXT,
      process INTEGER,
      program TEXT
    ) STRICT;

    CREATE TABLE dropped (
      entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
      place INTEGER NOT NULL,
      type TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (entry, place)
    ) STRICT, WITHOUT ROWID;
    """

  /// Whether the name of an item is that of the file that its content was in, which keeps it.
  static let third = """
    ALTER TABLE item_names ADD COLUMN is_file_name INTEGER NOT NULL DEFAULT 0;
    """
}
