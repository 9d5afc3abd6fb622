public import Pasteboards
internal import SQLite

/// What became of something that was copied.
public struct Recorded: Sendable, Equatable {
  /// The entry that holds it.
  public let id: Entry.ID
  /// Whether it became an entry of its own; else one with the same content was there, and was raised.
  public let isNew: Bool
}

extension Store {
  /// Keeps what another program copied, as the newest of its board; its files have been synced.
  ///
  /// An entry of the board that holds the same is raised in place of a second one, unless it ends by itself
  /// or the new one does; it gets the time, the tags and the pin of that. Content in files is the same only if
  /// `checksums` says so, see ``checksums(of:)``. Limits apply as at a put.
  ///
  /// It becomes what is current if `isCurrent`; else something was put meanwhile, and it stands directly
  /// below that. `former` is an entry that this one supersedes, being the same copy with more types: it is
  /// removed, unless it is pinned, is gone, or is what stays current.
  public nonisolated(nonsending) func record(
    _ entry: Entry,
    on board: BoardName,
    ending end: EntryEnd? = nil,
    isCurrent: Bool = true,
    replacing former: Entry.ID? = nil,
    checksums: FileChecksums = FileChecksums()
  ) async throws(StoreError) -> Recorded {
    let (recorded, isOver) = try await write { writing throws(StoreError) in
      let key = try writing.boardKey(board)
      let contents = try EntryContents(of: entry, checksums)
      let twin = end == nil ? try writing.twin(of: contents, on: key) : nil
      if let twin {
        try writing.raise(twin, on: key, isCurrent: isCurrent)
        try writing.renew(twin.key, as: entry)
      } else {
        let position = try writing.recordPosition(on: key, isCurrent: isCurrent)
        try writing.insert(contents, on: key, at: position, ending: end)
        if isCurrent { try writing.setCurrent(entry.id, of: key) }
      }
      let id = twin?.id ?? entry.id
      if let former, former != id { try writing.supersede(former) }
      let recorded = Recorded(id: id, isNew: twin == nil)
      guard twin == nil else { return (recorded, false) }
      return (recorded, try writing.applyLimits(to: board, key: key, after: [entry]).isOver)
    }
    if isOver { trim(board) }
    if recorded.isNew, entry.mayHaveFiles { beginUpkeep() }
    return recorded
  }
}

extension Writing {
  /// An entry that is there already.
  struct Twin {
    let key: Int64
    let id: Entry.ID
  }

  /// The newest entry of a board that holds the same and does not end by itself.
  fileprivate func twin(of contents: EntryContents, on board: Int64) throws(StoreError) -> Twin? {
    guard let fingerprint = contents.fingerprint else { return nil }
    var found: [Twin] = []
    // Were there more that only look the same, to keep one more does no harm.
    try forEach(
      """
      SELECT key, id FROM entries WHERE board = ? AND fingerprint = ? AND deadline IS NULL
      ORDER BY position DESC LIMIT 8
      """,
      [.integer(board), .integer(fingerprint)]
    ) { row in
      found.append(Twin(key: row.integer(0), id: Entry.ID(stored: row.integer(1))))
    }
    for twin in found where try holds(twin.key, contents) { return twin }
    return nil
  }

  fileprivate func raise(_ twin: Twin, on board: Int64, isCurrent: Bool) throws(StoreError) {
    let current = try current(of: board)
    if isCurrent {
      try move(twin.key, to: board, .first)
      try setCurrent(twin.id, of: board)
    } else if current != twin.id {
      let position = try recordPosition(on: board, isCurrent: false)
      let sql = "UPDATE entries SET position = ? WHERE key = ?"
      try run(sql, [.integer(position), .integer(twin.key)])
    }
  }

  /// Where something stands that was copied: at the top, or directly below what is current.
  fileprivate func recordPosition(on board: Int64, isCurrent: Bool) throws(StoreError) -> Int64 {
    guard !isCurrent, let current = try current(of: board), let key = try key(of: current) else {
      return try newestPosition(on: board)
    }
    try straighten(board)
    return try position(below: key, on: board)
  }

  /// What else an entry gets that was copied again: its age counts from then.
  fileprivate func renew(_ key: Int64, as entry: Entry) throws(StoreError) {
    for tag in entry.label.tags { try add(tag, to: key) }
    try run(
      "UPDATE entries SET time = max(time, ?), is_pinned = is_pinned OR ? WHERE key = ?",
      [.integer(entry.microseconds), .integer(entry.label.isPinned ? 1 : 0), .integer(key)]
    )
  }

  /// Removes an entry that another one has taken the place of.
  fileprivate func supersede(_ id: Entry.ID) throws(StoreError) {
    guard let place = try placeIfThere(of: id), try !isPinned(place.key),
      try current(of: place.board) != id
    else { return }
    try removeEntry(place.key)
  }
}
