internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Wire

// What was put before: finding it, and bringing it back.
extension PasteboardService {
  /// The id of the entry of a name: what is offered now, also what the store never has, or was before.
  func id(ofEntry name: String, on board: BoardName) async throws(PasteboardError) -> Entry.ID {
    guard let parsed = EntryName(name) else { throw .noSuchEntry(entry: name) }
    var found: Set<Entry.ID> = []
    if case .ids(let range) = parsed {
      found = Set(offers.values.map(\.entry.id).filter { range.contains($0.rawValue) })
    }
    do {
      found.formUnion(try await history.ids(of: parsed, on: board))
    } catch {
      guard !found.isEmpty else { throw PasteboardError(error) }
    }
    guard found.count == 1, let id = found.first else { throw .noSuchEntry(entry: name) }
    return id
  }

  /// An entry with its content; what derives from it may be wanted of one `item` only.
  func entry(
    named name: String,
    on board: BoardName,
    item: Int? = nil
  ) async throws(PasteboardError) -> Entry {
    let id = try await id(ofEntry: name, on: board)
    if let offer = offers.values.first(where: { $0.entry.id == id }) { return offer.entry }
    do {
      guard let stored = try await history.entry(id) else { throw StoreError.noSuchEntry(name) }
      guard let item else { return await completed(stored.entry) }
      // To complete thousands for each of them would take minutes.
      let place = try stored.entry.numbered(item).place
      var items = stored.entry.items
      items[place] = await completed(items[place])
      return stored.entry.with(items: items)
    } catch let error as StoreError {
      throw PasteboardError(error)
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }

  func ids(
    ofEntries names: [String],
    on board: String?
  ) async throws(PasteboardError) -> [Entry.ID] {
    guard !names.isEmpty else {
      throw .invalidRequest(parameter: "entries", reason: "none is named")
    }
    guard names.count <= Self.mostEntries else {
      throw .tooLarge(what: "the number of entries", limit: Self.mostEntries)
    }
    let board = try self.board(named: board)
    var ids: [Entry.ID] = []
    for name in names {
      let id = try await id(ofEntry: name, on: board)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Of one call.
  static let mostEntries = 1000

  // MARK: Looking

  func list(_ request: ListRequest) async throws(PasteboardError) -> ListReply {
    var query = HistoryQuery(
      board: request.everywhere == true ? nil : try board(named: request.board)
    )
    try Self.check(tagCount: request.tags?.count)
    for text in [request.search, request.regex] {
      guard text?.utf8.count ?? 0 <= Self.longestSearch else {
        throw .tooLarge(what: "what is searched for", limit: Self.longestSearch)
      }
    }
    query.search = request.search.flatMap { $0.isEmpty ? nil : $0 }
    query.regex = request.regex
    query.types = try NamedType.wishes(request.types ?? []).map(\.type)
    query.tags = request.tags ?? []
    query.source = request.source
    query.isPinned = request.pinned
    if let since = request.since, since < 0 {
      throw .invalidRequest(parameter: "since", reason: "it is less than 0")
    }
    query.since = request.since.map { WallClock.now - Double($0) / 1000 }
    if let limit = request.limit {
      guard limit >= 1 else {
        throw .invalidRequest(parameter: "limit", reason: "it is less than 1")
      }
      query.limit = min(limit, query.limit)
    }
    if let after = request.after {
      guard let end = HistoryPage.End(token: after) else {
        throw .invalidRequest(parameter: "after", reason: "no list ended there")
      }
      query.after = end
    }
    do {
      let page = try await history.page(query)
      let entries = page.entries.map { EntrySummary($0, isCurrent: isCurrent($0)) }
      return ListReply(entries: entries, next: page.end?.token)
    } catch {
      // The store never saw a board on which only what is secret was put.
      if case .noSuchBoard = error, let board = query.board, ledger.isKnown(board) {
        return ListReply(entries: [])
      }
      throw PasteboardError(error)
    }
  }

  /// In bytes; others wait while it is read.
  private static let longestSearch = 1 << 16

  func show(_ request: ShowRequest) async throws(PasteboardError) -> ShowReply {
    let board = try board(named: request.board)
    let entry = try await entry(named: request.entry, on: board)
    do {
      let stored = try await history.summary(of: entry.id)
      // What the store never has is shown to nobody, but for a paste.
      let preview = stored == nil ? nil : EntryText(of: entry).preview
      let summary =
        stored.map { EntrySummary($0, isCurrent: isCurrent($0)) } ?? unkept(entry)
      return ShowReply(summary: summary, types: knownTypes(of: entry), preview: preview)
    } catch {
      throw PasteboardError(error)
    }
  }

  /// What an entry offers, and what was on offer with it and is not kept.
  func knownTypes(of entry: Entry) -> [OfferedType] {
    offeredTypes(of: entry)
      + entry.dropped.map { dropped in
        var offered = OfferedType(
          type: dropped.type.identifier,
          mimeType: dropped.type.preferredMIMEType,
          targets: [],
          size: nil,
          item: 1
        )
        offered.dropped = dropped.reason.rawValue
        return offered
      }
  }

  /// Of what the store never has.
  private func unkept(_ entry: Entry) -> EntrySummary {
    let board = offers.first { $0.value.entry.id == entry.id }?.key ?? .clipboard
    var summary = EntrySummary(
      entry: entry.id.description,
      board: board.description,
      index: 0,
      time: entry.time,
      title: ""
    )
    summary.source = entry.label.source ?? entry.label.origin?.name
    summary.origin = entry.label.origin.map(CopyOrigin.init)
    summary.types = entry.items.flatMap { $0.types.map(\.identifier) }
    let payloads = entry.items.flatMap(\.representations).map(\.payload)
    summary.size = payloads.reduce(0) { $0 + ($1.byteCount ?? 0) }
    summary.items = entry.items.count
    summary.current = true
    return summary
  }

  /// Whether a paste gets it now: of a bound board that is for the display to say.
  private func isCurrent(_ entry: KeptEntry) -> Bool {
    offers[entry.board]?.entry.id == entry.id
      || ledger[entry.board].holder == .foreign(entry.id)
  }

  // MARK: Bringing back

  func restore(_ request: RestoreRequest) async throws(PasteboardError) -> RestoreReply {
    let id = try await id(ofEntry: request.entry, on: try board(named: request.board))
    guard let found = try await kept(id) else { throw .noSuchEntry(entry: request.entry) }
    let target = try request.to.map(board(named:)) ?? found.board
    let selection = try await bridge.selection(of: target, display: request.display)
    await takeTurn(.change(of: target))
    defer { turns.give(.change(of: target)) }
    // It may have been removed, or moved, while others had their turns.
    guard var found = try await kept(id) else { throw .noSuchEntry(entry: request.entry) }
    guard !found.offer.entry.items.isEmpty else {
      guard found.offer.entry.dropped.isEmpty else {
        throw .tooLarge(what: "what was copied then", limit: configuration.watch.size.bytes)
      }
      throw .storageFailed(reason: "its content is lost; see xfer doctor --store")
    }
    if found.board != target { found = try await copy(of: id, on: target) }
    let keeping: Keeping = found.offer.entry.id == id ? .raising : .done(isNew: true)
    let state = try await install(found.offer, on: target, selection, by: keeping)
    if let deadline = found.deadline {
      let rest = max(1, (deadline - .now).milliseconds)
      schedule(expiry: rest, of: found.offer.entry.id, on: target)
    }
    await watchAges()
    return RestoreReply(
      entry: found.offer.entry.id.description,
      board: target.description,
      changeCount: state.changeCount
    )
  }

  /// Has the store make a copy of an entry that is the newest and current one of a board.
  private func copy(
    of id: Entry.ID,
    on board: BoardName
  ) async throws(PasteboardError) -> Kept {
    let copy = Entry.ID(rawValue: .random(in: .min ... .max))
    do throws(StoreError) {
      _ = try await store.copy([(id, copy)], to: board, .first)
      try await store.setCurrent(copy, of: board)
    } catch {
      throw PasteboardError(error)
    }
    noteOvertaken(on: board)
    guard let copied = try await kept(copy) else { throw .noSuchEntry(entry: id.description) }
    return copied
  }

  /// What the store has of an entry, ready to be offered.
  func kept(
    _ id: Entry.ID
  ) async throws(PasteboardError) -> Kept? {
    do {
      return try await storedOffer(id)
    } catch {
      throw PasteboardError(error)
    }
  }
}

extension EntrySummary {
  init(_ entry: KeptEntry, isCurrent: Bool) {
    self.init(
      entry: entry.id.description,
      board: entry.board.description,
      index: entry.place,
      time: entry.time,
      title: entry.title
    )
    source = entry.source
    origin = entry.origin.map(CopyOrigin.init)
    types = entry.types
    size = entry.byteCount
    items = entry.itemCount
    pinned = entry.isPinned
    current = isCurrent
    tags = entry.tags
    expires = entry.expiry
  }
}

extension CopyOrigin {
  init(_ origin: Origin) {
    self.init(board: origin.board.description)
    (windowClass, windowTitle) = (origin.windowClass, origin.windowTitle)
    (pid, program) = (origin.processID.map(Int.init), origin.program)
  }
}
