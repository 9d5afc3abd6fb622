public import Pasteboards
internal import SQLite

/// An entry of an archive, on its way into the store; its files have been synced.
public struct ArrivingEntry: Sendable {
  public let entry: Entry
  public let board: BoardName
  /// Seconds since 1970 when it ends by itself.
  public let expiry: Double?
  /// The one that came before it in the same order, above which it is to stand.
  public let predecessor: Entry.ID?

  public init(entry: Entry, board: BoardName, expiry: Double?, predecessor: Entry.ID?) {
    self.entry = entry
    self.board = board
    self.expiry = expiry
    self.predecessor = predecessor
  }
}

/// What became of entries that arrived.
public struct Arrival: Sendable, Equatable {
  public var taken = 0
  /// Those that were there already.
  public var known = 0
  /// Those whose time was over.
  public var expired = 0
  /// Those that the limits of boards removed, whoever brought them.
  public var removed = 0

  public init() {}
}

extension Store {
  /// Keeps entries of an archive, in one transaction.
  ///
  /// Each stands above its predecessor, and above what was put before it. Limits apply as at a put: what
  /// stands lowest goes, and so what is old, whoever brought it. Of a user's board the newest becomes
  /// current, if one is that.
  public nonisolated(nonsending) func take(_ entries: [ArrivingEntry]) async throws(StoreError)
    -> Arrival
  {
    let (arrival, over) = try await write { writing throws(StoreError) in
      var arrival = Arrival()
      var over: [BoardName] = []
      let wanted = try writing.wanted(entries, &arrival)
      var boards: [BoardName: Int64] = [:]
      for board in Set(wanted.map(\.board)) { boards[board] = try writing.boardKey(board) }
      _ = try writing.settling(Array(boards.values)) { () throws(StoreError) in
        for arriving in wanted {
          guard let board = boards[arriving.board] else { continue }
          try writing.insert(arriving, on: board)
        }
        for (board, key) in boards {
          let added = wanted.filter { $0.board == board }.map(\.entry)
          let outcome = try writing.applyLimits(to: board, key: key, after: added)
          arrival.removed += outcome.removed
          if outcome.isOver { over.append(board) }
        }
      }
      return (arrival, over)
    }
    for board in over { trim(board) }
    return arrival
  }
}

extension Writing {
  /// Those that are not there yet, each once, and have time left.
  fileprivate func wanted(
    _ entries: [ArrivingEntry],
    _ arrival: inout Arrival
  ) throws(StoreError) -> [ArrivingEntry] {
    var ids: Set<Entry.ID> = []
    var wanted: [ArrivingEntry] = []
    for arriving in entries {
      let id = arriving.entry.id
      if try key(of: id) != nil || ids.contains(id) {
        arrival.known += 1
      } else if let end = arriving.end, end <= now.wall {
        arrival.expired += 1
      } else {
        ids.insert(id)
        wanted.append(arriving)
      }
    }
    arrival.taken = wanted.count
    return wanted
  }

  fileprivate func insert(_ arriving: ArrivingEntry, on board: Int64) throws(StoreError) {
    let time = arriving.entry.microseconds
    let position = try position(above: arriving.predecessor, on: board, at: time)
    // Nothing comes back in its place: what was there before is on another machine.
    let deadline = arriving.end.map(now.boot(atWall:))
    let contents = try EntryContents(of: arriving.entry)
    try insert(contents, on: board, at: position, deadline: deadline)
    // Of the pages that it changes some are those of others in the batch.
    writtenByteCount += Self.arrivalByteCount
  }

  /// A position above an entry, if it is on the board, and above the last one that was put before `time`.
  private func position(
    above predecessor: Entry.ID?,
    on board: Int64,
    at time: Int64
  ) throws(StoreError) -> Int64 {
    try straighten(board)
    var below: [Int64] = []
    if let predecessor {
      let sql = "SELECT position FROM entries WHERE id = ? AND board = ?"
      let found = try first(sql, [.integer(predecessor.stored), .integer(board)]) { $0.integer(0) }
      if let found { below.append(found) }
    }
    let sql = """
      SELECT position FROM entries WHERE board = ? AND time <= ? ORDER BY time DESC LIMIT 1
      """
    if let found = try first(sql, [.integer(board), .integer(time)], { $0.integer(0) }) {
      below.append(found)
    }
    guard let highest = below.max() else { return try oldestPosition(on: board) }
    return try position(above: highest, on: board, step: Self.arrivalStep)
  }

  private static let arrivalByteCount = 4 * 4096

  /// Small, since many follow one another in one gap.
  private static let arrivalStep: Int64 = 1 << 10
}

extension ArrivingEntry {
  /// Microseconds since 1970 when it ends by itself.
  fileprivate var end: Int64? { expiry.map { Int64($0 * 1e6) } }
}
