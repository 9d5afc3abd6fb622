public import Pasteboards
internal import SQLite

/// An entry with what else an archive says of it.
public struct ArchivableEntry: Sendable {
  public let stored: StoredEntry
  public let title: String
  /// Seconds since 1970 when it ends by itself.
  public let expiry: Double?
}

/// Some entries of a board, oldest first.
public struct ArchivePage: Sendable {
  public fileprivate(set) var entries: [ArchivableEntry] = []
  /// Where the next page begins; `nil` if there is none.
  public fileprivate(set) var end: End?

  /// The entry that a page ended with.
  public struct End: Sendable {
    let position: Int64
    let key: Int64
  }

  /// So much is in memory at a time, or open.
  static let mostEntries = 256
  static let mostFiles = 64
  static let mostBytes = 1 << 20
}

extension History {
  /// A mark that tells what is there now from what comes later.
  public func lastKey() throws(StoreError) -> Int64 {
    try first("SELECT ifnull(max(key), 0) FROM entries") { $0.integer(0) } ?? 0
  }

  /// The next entries of a board that were there when `lastKey` was the mark, each as it is at one moment.
  ///
  /// One that is removed meanwhile is missing, one that is moved to the top comes again.
  public func archivePage(
    of board: BoardName,
    after end: ArchivePage.End?,
    upTo lastKey: Int64
  ) throws(StoreError) -> ArchivePage {
    try database().transaction(.deferred) { () throws(StoreError) in
      let rows = try archiveRows(of: board, after: end, upTo: lastKey)
      var page = ArchivePage()
      var (fileCount, byteCount) = (0, 0)
      for row in rows {
        page.end = row.end
        guard let stored = try entry(row.id) else { continue }
        page.entries.append(
          ArchivableEntry(stored: stored, title: row.title, expiry: row.expiry)
        )
        for payload in stored.entry.items.flatMap(\.representations).map(\.payload) {
          if case .inline(let bytes) = payload { byteCount += bytes.count } else { fileCount += 1 }
        }
        let isFull = fileCount >= ArchivePage.mostFiles || byteCount >= ArchivePage.mostBytes
        if isFull { return page }
      }
      if rows.count < ArchivePage.mostEntries { page.end = nil }
      return page
    }
  }

  private struct ArchiveRow {
    let id: Entry.ID
    let title: String
    let expiry: Double?
    let end: ArchivePage.End
  }

  private func archiveRows(
    of board: BoardName,
    after end: ArchivePage.End?,
    upTo lastKey: Int64
  ) throws(StoreError) -> [ArchiveRow] {
    let end = end ?? ArchivePage.End(position: .min, key: .min)
    var rows: [ArchiveRow] = []
    try forEach(
      """
      SELECT id, title, deadline_time, position, key FROM entries
      WHERE board = (SELECT key FROM boards WHERE name = ?) AND (position, key) > (?, ?) AND key <= ?
      ORDER BY position, key LIMIT ?
      """,
      [
        .blob(board.bytes), .integer(end.position), .integer(end.key), .integer(lastKey),
        .integer(ArchivePage.mostEntries),
      ]
    ) { row in
      rows.append(
        ArchiveRow(
          id: Entry.ID(stored: row.integer(0)),
          title: row.text(1),
          expiry: row.isNull(2) ? nil : Double(row.integer(2)) / 1e6,
          end: ArchivePage.End(position: row.integer(3), key: row.integer(4))
        )
      )
    }
    return rows
  }
}
