public import LinuxIO
public import Pasteboards
internal import SQLite

// What goes by itself, because its time is over.
extension Store {
  /// The entries that were put until now only, and where they are; some of them, if there are very many.
  public func overdue() throws(StoreError) -> [OverdueEntry] {
    try read { (writing) throws(StoreError) in
      var found: [OverdueEntry] = []
      try writing.forEach(
        """
        SELECT e.id, b.name, e.previous FROM entries AS e JOIN boards AS b ON b.key = e.board
        WHERE e.deadline <= ? ORDER BY e.deadline LIMIT 256
        """,
        [.integer(writing.now.boot)]
      ) { row in
        guard let board = BoardName(row.text(1)) else { return }
        let previous = row.isNull(2) ? nil : Entry.ID(stored: row.integer(2))
        found.append(
          OverdueEntry(id: Entry.ID(stored: row.integer(0)), board: board, previous: previous)
        )
      }
      return found
    }
  }

  /// When the next entry ends by itself, or has the age at which it goes.
  public func nextDeadline() throws(StoreError) -> MonotonicTime? {
    let limits = limits
    let found = try read { (writing) throws(StoreError) in
      let sql = "SELECT min(deadline) FROM entries WHERE deadline IS NOT NULL"
      let deadline = try writing.first(sql) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
      return [deadline, try writing.nextAge(of: limits)].compactMap { $0 }.min()
    }
    return found.map { MonotonicTime(nanoseconds: UInt64(max(0, $0))) }
  }

  /// Removes what has the age at which it goes; what is current stays as long as it is that.
  public func removeAged() async throws(StoreError) {
    guard limits.contains(where: { $0.age != nil }) else { return }
    var isOver = true
    while isOver {
      isOver = try await write { writing throws(StoreError) in try writing.applyAges() }
      guard isOpen else { return }
    }
  }

  /// Removes by and by what is still over the limits of a board: others have their turns in between.
  public nonisolated func trim(_ board: BoardName) {
    loop.task(in: self) { store in
      guard store.trimmed.insert(board).inserted else { return }
      // It ends with the store; what fails now is tried again after a put.
      while store.isOpen, await store.isOverLimits(board) {}
      store.trimmed.remove(board)
    }
  }

  /// Removes some of what is over the limits of a board; answers whether there may be more.
  private func isOverLimits(_ board: BoardName) async -> Bool {
    let isOver = try? await write { writing throws(StoreError) in
      guard let key = try writing.existingBoardKey(board) else { return false }
      return try writing.applyLimits(to: board, key: key).isOver
    }
    return isOver ?? false
  }
}

/// An entry whose time is over.
public struct OverdueEntry: Sendable, Equatable {
  public let id: Entry.ID
  public let board: BoardName
  /// What comes back in its place.
  public let previous: Entry.ID?
}
