internal import LinuxIO
public import Pasteboards
internal import SQLite

// What concerns whole boards, and all entries.
extension Store {
  public nonisolated(nonsending) func createBoard(_ board: BoardName) async throws(StoreError) {
    try await write { writing throws(StoreError) in _ = try writing.boardKey(board) }
  }

  /// Removes a board with the entries that were there at a mark; `false` if there are others.
  ///
  /// - Throws: ``StoreError/holdsPinned(count:)`` if some are pinned, unless those go as well.
  public nonisolated(nonsending) func removeBoard(
    _ board: BoardName,
    through mark: HistoryMark,
    withPinned: Bool
  ) async throws(StoreError) -> Bool {
    try await write(makesRoom: true) { writing throws(StoreError) in
      let sql = "SELECT key, pinned_count FROM boards WHERE name = ?"
      let found = try writing.first(sql, [.blob(board.bytes)]) { row in
        (key: row.integer(0), pinnedCount: Int(row.integer(1)))
      }
      guard let found else { throw .noSuchBoard(board.description) }
      guard withPinned || found.pinnedCount == 0 else {
        throw .holdsPinned(count: found.pinnedCount)
      }
    }
    _ = try await removeAll(on: board, through: mark, withPinned: withPinned)
    return try await write(makesRoom: true) { writing throws(StoreError) in
      try writing.run(
        """
        DELETE FROM boards WHERE name = ?
          AND NOT EXISTS (SELECT 1 FROM entries WHERE board = boards.key)
        """,
        [.blob(board.bytes)]
      )
      return writing.database.changeCount > 0
    }
  }

  /// What is in the history now, but for some entries.
  public nonisolated(nonsending) func mark(sparing spared: [Entry.ID] = []) async throws(StoreError)
    -> HistoryMark
  {
    let last = try await write(makesRoom: true) { writing throws(StoreError) in
      try writing.first("SELECT ifnull(max(key), 0) FROM entries") { $0.integer(0) } ?? 0
    }
    return HistoryMark(last: last, spared: spared)
  }

  /// Removes the entries of a board that were there at a mark, but for pinned ones, and says how many
  /// went.
  ///
  /// Other changes have their turns in between: a million entries take a while.
  public nonisolated(nonsending) func removeAll(
    on board: BoardName,
    through mark: HistoryMark,
    withPinned: Bool
  ) async throws(StoreError) -> Int {
    let others = mark.spared.map { String($0.stored) }.joined(separator: ", ")
    var count = 0
    while true {
      let removed = try await write(makesRoom: true) { writing throws(StoreError) in
        guard let key = try writing.existingBoardKey(board) else { return 0 }
        let pinned = withPinned ? "" : "AND is_pinned = 0"
        try writing.run(
          """
          DELETE FROM entries WHERE key IN (
            SELECT key FROM entries WHERE board = ? AND key <= ? \(pinned) AND id NOT IN (\(others))
            LIMIT 500
          )
          """,
          [.integer(key), .integer(mark.last)]
        )
        return writing.database.changeCount
      }
      count += removed
      guard removed > 0 else { return count }
    }
  }

  // MARK: Contents

  static func contents(_ writing: Writing) throws(StoreError) -> StoreContents {
    var boards: [BoardState] = []
    try writing.forEach("SELECT name, current, sequence, changed FROM boards") { row in
      guard let board = BoardName(row.text(0)) else { return }
      boards.append(
        BoardState(
          board: board,
          current: row.isNull(1) ? nil : Entry.ID(stored: row.integer(1)),
          sequence: Int(row.integer(2)),
          time: Double(row.integer(3)) / 1e6
        )
      )
    }
    return StoreContents(boards: boards, sequence: Int(try writing.fact("begin") ?? 0))
  }

  /// Sees to what a crash may have left, after everything that is waited for, and makes the reserve.
  ///
  /// The log would grow with every further crash; payload files that no entry uses would stay.
  public func sweep() throws(StoreError) {
    try read { (writing) throws(StoreError) in
      merge()
      reserve.fill()
      let names = try onDisk { () throws(SystemError) in
        try FileSystem.names(in: directory.payloads)
      }
      for name in names {
        guard let key = StoreDirectory.key(ofPayload: name) else { continue }
        let sql = "SELECT 1 FROM files WHERE key = ?"
        guard try writing.first(sql, [.integer(key)], { _ in true }) == nil else { continue }
        try onDisk { () throws(SystemError) in try FileSystem.remove(directory.payload(key)) }
      }
    }
  }
}

/// What was in the history at a moment.
public struct HistoryMark: Sendable {
  let last: Int64
  /// What was on its way there, and counts as put later.
  let spared: [Entry.ID]
}
