public import Pasteboards
internal import SQLite

// What changes entries. Ids that are not there are an error, and then nothing is changed.
extension Store {
  /// Keeps an entry as the newest and current one of its board; its files have been synced.
  ///
  /// The board is made if there is none of the name. What is over a limit goes, now or soon; where it may
  /// be that nobody can get the entry, it is spared until ``trim(_:)`` is called, if this answers `true`.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ entry: Entry,
    on board: BoardName,
    ending end: EntryEnd? = nil,
    sparingOthers: Bool = false
  ) async throws(StoreError) -> Bool {
    let isOver = try await write { writing throws(StoreError) in
      let key = try writing.boardKey(board)
      try writing.insert(entry, on: key, end)
      if sparingOthers { return try writing.isOverLimits(board, key: key, after: [entry]) }
      return try writing.applyLimits(to: board, key: key, after: [entry]).isOver
    }
    if isOver, !sparingOthers { trim(board) }
    if entry.mayHaveFiles { beginUpkeep() }
    return isOver
  }

  /// Makes an entry the newest and current one of the board that it is on.
  public nonisolated(nonsending) func raise(_ id: Entry.ID) async throws(StoreError) {
    try await write { writing throws(StoreError) in
      let place = try writing.place(of: id)
      try writing.move(place.key, to: place.board, .first)
      try writing.setCurrent(id, of: place.board)
    }
  }

  /// Says what is current on a board; nothing after a clear.
  public nonisolated(nonsending) func setCurrent(_ id: Entry.ID?, of board: BoardName)
    async throws(StoreError)
  {
    try await write { writing throws(StoreError) in
      guard let key = try writing.existingBoardKey(board) else { return }
      try writing.setCurrent(id, of: key)
    }
  }

  /// Removes entries; answers what that changed about what is current.
  public nonisolated(nonsending) func remove(_ ids: [Entry.ID]) async throws(StoreError)
    -> [CurrentChange]
  {
    try await write(makesRoom: true) { writing throws(StoreError) in
      var places: [Writing.Place] = []
      for id in ids { places.append(try writing.place(of: id)) }
      return try writing.settling(places.map(\.board)) { () throws(StoreError) in
        for place in places { try writing.removeEntry(place.key) }
      }
    }
  }

  /// Removes an entry if it is there; a pinned one only loses its time as the current one, and `false`
  /// is answered.
  @discardableResult
  public nonisolated(nonsending) func drop(_ id: Entry.ID, sparingPinned: Bool)
    async throws(StoreError) -> Bool
  {
    try await write(makesRoom: true) { writing throws(StoreError) in
      guard let place = try writing.placeIfThere(of: id) else { return true }
      let sql = "UPDATE boards SET current = NULL WHERE key = ? AND current = ?"
      try writing.run(sql, [.integer(place.board), .integer(id.stored)])
      if sparingPinned, try writing.isPinned(place.key) { return false }
      try writing.removeEntry(place.key)
      return true
    }
  }

  /// Moves entries to a board, the first of them newest; answers what that changed about what is
  /// current.
  public nonisolated(nonsending) func move(
    _ ids: [Entry.ID],
    to board: BoardName,
    _ place: EntryPlace
  ) async throws(StoreError) -> [CurrentChange] {
    try await write { writing throws(StoreError) in
      let target = try writing.boardKey(board)
      var places: [Writing.Place] = []
      for id in ids { places.append(try writing.place(of: id)) }
      let boards = places.map(\.board) + [target]
      let raised = place == .first ? target : nil
      return try writing.settling(boards, raised: raised) { () throws(StoreError) in
        // One after the other on top of all, the last one first; elsewhere as they are to stand.
        for entry in place == .first ? places.reversed() : places {
          try writing.move(entry.key, to: target, place)
        }
      }
    }
  }

  /// Copies entries to a board, the first of them newest, as those of the new ids.
  public nonisolated(nonsending) func copy(
    _ ids: [(old: Entry.ID, new: Entry.ID)],
    to board: BoardName,
    _ place: EntryPlace
  ) async throws(StoreError) -> [CurrentChange] {
    try await write { writing throws(StoreError) in
      let target = try writing.boardKey(board)
      let raised = place == .first ? target : nil
      return try writing.settling([target], raised: raised) { () throws(StoreError) in
        for id in place == .first ? ids.reversed() : ids {
          let old = try writing.place(of: id.old)
          try writing.copy(old.key, as: id.new, to: target, place)
        }
      }
    }
  }

  public nonisolated(nonsending) func pin(_ ids: [Entry.ID], _ isPinned: Bool)
    async throws(StoreError)
  {
    try await write { writing throws(StoreError) in
      for id in ids {
        let sql = "UPDATE entries SET is_pinned = ? WHERE key = ?"
        let key = try writing.place(of: id).key
        try writing.run(sql, [.integer(isPinned ? 1 : 0), .integer(key)])
      }
    }
  }

  /// How many tags an entry has at most.
  public static let mostTags = 256

  /// Removes tags of entries, and adds others.
  ///
  /// - Throws: ``StoreError/tooManyTags(limit:)`` if that makes too many of one.
  public nonisolated(nonsending) func tag(
    _ ids: [Entry.ID],
    adding added: [String],
    removing removed: [String]
  ) async throws(StoreError) {
    try await write { writing throws(StoreError) in
      for id in ids {
        let key = try writing.place(of: id).key
        for tag in removed {
          let sql = "DELETE FROM tags WHERE entry = ? AND tag = ?"
          try writing.run(sql, [.integer(key), .text(tag)])
        }
        for tag in added { try writing.add(tag, to: key) }
      }
    }
  }

  // MARK: Promises

  /// Keeps content that had been promised.
  public nonisolated(nonsending) func fulfil(
    _ id: Entry.ID,
    item: Int,
    place: Int,
    with payload: Payload
  ) async throws(StoreError) {
    try await write { writing throws(StoreError) in
      try writing.fulfil(id, item: item, place: place, with: payload)
    }
    if case .file = payload { beginUpkeep() }
  }

  /// Forgets what is still promised of an entry, and the entry if nothing else is left of it.
  public nonisolated(nonsending) func forgetPromises(of id: Entry.ID) async throws(StoreError) {
    try await write { writing throws(StoreError) in
      guard let place = try writing.placeIfThere(of: id) else { return }
      try writing.forgetPromises(of: place.key)
    }
  }
}

/// A board of which something else is current than before.
public struct CurrentChange: Sendable, Equatable {
  public let board: BoardName
  public let former: Entry.ID?
  public let current: Entry.ID?

  public init(board: BoardName, former: Entry.ID?, current: Entry.ID?) {
    self.board = board
    self.former = former
    self.current = current
  }
}

extension Writing {
  /// Where an entry is.
  struct Place: Sendable {
    let key: Int64
    let board: Int64
  }

  func place(of id: Entry.ID) throws(StoreError) -> Place {
    guard let place = try placeIfThere(of: id) else { throw .noSuchEntry(id.description) }
    return place
  }

  /// As ``place(of:)``, for those to whom an entry that is not there is no error.
  func placeIfThere(of id: Entry.ID) throws(StoreError) -> Place? {
    let sql = "SELECT key, board FROM entries WHERE id = ?"
    return try first(sql, [.integer(id.stored)]) { row in
      Place(key: row.integer(0), board: row.integer(1))
    }
  }

  func isPinned(_ key: Int64) throws(StoreError) -> Bool {
    let sql = "SELECT is_pinned FROM entries WHERE key = ?"
    return try first(sql, [.integer(key)]) { $0.integer(0) == 1 } ?? false
  }

  /// Makes a change, and then sees to it that what is current is right.
  ///
  /// Of a user's board the newest is current, unless it was cleared and nothing was `raised` to its top
  /// since. What is current of a bound board is what was put there, as long as it is there.
  func settling(
    _ boards: [Int64],
    raised: Int64? = nil,
    _ change: () throws(StoreError) -> Void
  ) throws(StoreError) -> [CurrentChange] {
    let boards = Set(boards).sorted()
    var former: [(current: Entry.ID?, isEmpty: Bool)] = []
    for board in boards { former.append((try current(of: board), try isEmpty(board))) }
    try change()
    var changes: [CurrentChange] = []
    for (board, former) in zip(boards, former) {
      let before = former.current
      let after = try settled(board, before, isRaised: board == raised || former.isEmpty)
      guard after != before, let name = try name(ofBoard: board) else { continue }
      try setCurrent(after, of: board)
      changes.append(CurrentChange(board: name, former: before, current: after))
    }
    return changes
  }

  private func settled(
    _ board: Int64,
    _ before: Entry.ID?,
    isRaised: Bool
  ) throws(StoreError) -> Entry.ID? {
    if try name(ofBoard: board)?.isBound == true {
      guard let before, try placeIfThere(of: before)?.board == board else { return nil }
      return before
    }
    guard isRaised || before != nil else { return nil }
    let sql = "SELECT id FROM entries WHERE board = ? ORDER BY position DESC LIMIT 1"
    return try first(sql, [.integer(board)]) { Entry.ID(stored: $0.integer(0)) }
  }

  func current(of board: Int64) throws(StoreError) -> Entry.ID? {
    try first("SELECT current FROM boards WHERE key = ?", [.integer(board)]) { row in
      row.isNull(0) ? nil : Entry.ID(stored: row.integer(0))
    } ?? nil
  }

  private func isEmpty(_ board: Int64) throws(StoreError) -> Bool {
    let sql = "SELECT 1 FROM entries WHERE board = ? LIMIT 1"
    return try first(sql, [.integer(board)]) { _ in false } ?? true
  }

  func name(ofBoard key: Int64) throws(StoreError) -> BoardName? {
    try first("SELECT name FROM boards WHERE key = ?", [.integer(key)]) { BoardName($0.text(0)) }
      ?? nil
  }
}

extension Entry {
  /// Whether some of its content may have become payload files.
  var mayHaveFiles: Bool {
    items.contains { item in
      item.representations.contains { if case .file = $0.payload.kept { true } else { false } }
    }
  }
}
