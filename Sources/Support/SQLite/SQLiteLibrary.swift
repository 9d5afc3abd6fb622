internal import CSQLite

/// The library itself.
public enum SQLiteLibrary {
  /// For example `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }
}
