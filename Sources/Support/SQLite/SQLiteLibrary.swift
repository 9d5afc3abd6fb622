internal import CSQLite

/// The library itself.
public enum SQLiteLibrary {
  /// For example `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Asks all connections together to stay below this; caches are given up first, nothing fails.
  public static func limitMemory(_ byteCount: Int) {
    sqlite3_soft_heap_limit64(Int64(byteCount))
  }
}
