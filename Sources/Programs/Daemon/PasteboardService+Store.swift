internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Varlink
internal import Wire

/// How the store learns of an entry that becomes the current one.
enum Keeping {
  /// It is new, and may end by itself.
  case putting(EntryEnd?)
  /// The store has it, as the entry of that board.
  case raising
  /// The store has it, and keeps it whether or not it can be offered now; `ifUnowned`, nobody asked for
  /// it, and whoever has the selection keeps it.
  case rescuing(ifUnowned: Bool)
  /// The store has made it what it is; a new one goes again if nobody can get it.
  case done(isNew: Bool)

  var isNew: Bool {
    switch self {
    case .putting: true
    case .raising, .rescuing: false
    case .done(let isNew): isNew
    }
  }

  /// Whether the selection is claimed only if nobody has it.
  var isForUnowned: Bool { if case .rescuing(ifUnowned: true) = self { true } else { false } }

  /// Whether it is another program's content, which is offered in its place.
  var isRescue: Bool { if case .rescuing = self { true } else { false } }

  /// Whether the store is still to be told.
  var isPending: Bool {
    switch self {
    case .putting, .raising: true
    case .rescuing, .done: false
    }
  }
}

/// An entry of the store, ready to be offered.
struct Kept {
  let offer: CurrentOffer
  let board: BoardName
  /// When it ends by itself.
  let deadline: MonotonicTime?
}

// What the service and the store do together.
extension PasteboardService {
  /// Opens the store and takes up what was left there; the daemon serves without one, too.
  ///
  /// Who holds a selection is for the display to say, if there is one.
  func openStore(isBridged: Bool) async {
    do {
      let contents = try await store.open()
      guard !isStoreOpen else { return }
      isStoreOpen = true
      let states = contents.boards.map { board in
        let isOurs = !isBridged || !board.board.isBound
        return BoardLedger.State(
          board: board.board,
          changeCount: 0,
          sequence: board.sequence,
          holder: board.current.flatMap { isOurs ? .ours($0) : nil } ?? .nobody,
          time: board.time
        )
      }
      ledger.resume(after: contents.sequence, states)
      for state in states where ledger[state.board] == state {
        guard case .ours(let id) = state.holder else { continue }
        await takeUp(id, on: state.board)
      }
      await watchNextEnd()
      // Connected before the first who asks waits for it.
      _ = try await history.boards()
    } catch {
      let known = storeProblem
      note(error)
      // Every put tries again.
      guard storeProblem != known else { return }
      log.write(.error, "the history cannot be used: \(error)")
      if case .inUse = error { return }
      await takeUpReadable(isBridged: isBridged)
    }
  }

  /// Offers what is current in a store that can only be read.
  private func takeUpReadable(isBridged: Bool) async {
    // One that cannot be read either has been told of.
    for board in (try? await history.boards()) ?? [] where !isBridged || !board.board.isBound {
      guard let id = board.current, ledger[board.board].changeCount == 0 else { continue }
      ledger.record(.ours(id), on: board.board, at: WallClock.now)
      await takeUp(id, on: board.board)
    }
  }

  /// Offers an entry that was put before.
  private func takeUp(_ id: Entry.ID, on board: BoardName) async {
    guard let offer = try? await storedOffer(id) else {
      // It may have been damaged; the board is then as after a clear.
      if ledger[board].holder == .ours(id) { record(.nobody, on: board) }
      return
    }
    guard ledger[board].holder == .ours(id) else { return }
    adopt(offer.offer, on: board, ending: offer.deadline)
  }

  /// Makes an offer the current one of a board, without telling anybody.
  func adopt(_ offer: CurrentOffer, on board: BoardName, ending deadline: MonotonicTime?) {
    offers[board] = offer
    guard let deadline else { return }
    let rest = (deadline - .now).milliseconds
    schedule(expiry: max(1, rest), of: offer.entry.id, on: board)
  }

  /// Takes up what is in a store that could not be opened before.
  func reopenStore() async {
    guard !isStoreOpen else { return }
    await openStore(isBridged: await bridge.report.name != nil)
  }

  /// Removes what a crash may have left among the payload files.
  func sweepStore() async {
    // A store that cannot be used has been told of.
    try? await store.sweep()
  }

  /// Closes the store; what happened to the boards last is written down.
  func closeStore() async {
    let states = ledger.all.filter { $0.sequence > 0 }.map { state in
      BoardState(board: state.board, current: nil, sequence: state.sequence, time: state.time)
    }
    await store.close(states, after: ledger.sequence)
  }

  // MARK: Entries

  /// Has the store keep an entry, before anybody is offered it.
  func keep(
    _ offer: CurrentOffer,
    on board: BoardName,
    by keeping: Keeping
  ) async throws(PasteboardError) {
    let entry = offer.entry
    await reopenStore()
    do throws(StoreError) {
      switch keeping {
      case .putting(let end) where offer.isKept:
        // A claim that fails takes nothing else with it.
        let isOver = try await store.put(
          entry,
          on: board,
          ending: end,
          sparingOthers: board.isBound
        )
        if isOver { overLimit.insert(board) }
        storeProblem = nil
        followPromises(of: entry)
      case .putting:
        // What was there before is not to come back after a restart.
        await forgetCurrent(of: board)
      case .raising:
        try await store.raise(entry.id)
        storeProblem = nil
      case .rescuing, .done: break
      }
    } catch {
      note(error)
      throw PasteboardError(error)
    }
  }

  /// Notes that in its turn something was made current, or nothing, above what waits for a turn and is
  /// stored already: that is then to be raised.
  func noteOvertaken(on board: BoardName) {
    for (id, target) in arriving where target == board { overtaken.insert(id) }
  }

  /// Has the store forget what is current on a board, for what it is not told of.
  func forgetCurrent(of board: BoardName) async {
    do {
      try await store.setCurrent(nil, of: board)
    } catch {
      // A secret needs no store; what comes back in its place after a restart is none.
      log.write(
        .warning,
        "the history cannot note that an entry is current no more: \(error)"
      )
    }
  }

  /// Sees to it that what of an entry is in files would survive a power failure.
  func synchronize(_ offer: CurrentOffer) async throws(PasteboardError) {
    // Which spares a small entry two changes of thread.
    guard offer.isKept, offer.entry.hasFiles else { return }
    try await intake.synchronize(offer.entry)
  }

  /// Takes an entry off its board, in the store; `false` if it stays in the list.
  @discardableResult
  func takeOut(_ offer: CurrentOffer, sparingPinned: Bool) async throws(PasteboardError) -> Bool {
    guard offer.isKept else { return true }
    return try await changing { store throws(StoreError) in
      try await store.drop(offer.entry.id, sparingPinned: sparingPinned)
    }
  }

  /// Takes an entry off its board, in the store; for those whom nobody waits for.
  func drop(_ offer: CurrentOffer, sparingPinned: Bool) async {
    do {
      try await takeOut(offer, sparingPinned: sparingPinned)
    } catch {
      log.write(.error, "an entry could not be taken out of the history: \(storeProblem ?? "")")
    }
  }

  func note(_ error: StoreError) {
    switch error {
    case .noSuchEntry, .noSuchBoard, .holdsPinned, .invalidPattern, .tooCostly: break
    default: storeProblem = "the history: \(error)"
    }
  }

  /// How an entry that is put ends by itself.
  func end(of request: PutRequest, _ offer: CurrentOffer) -> EntryEnd? {
    request.expire.map { milliseconds in
      EntryEnd(deadline: .now + .milliseconds(milliseconds), previous: offer.previous?.id)
    }
  }

  /// What people know of an entry that is put.
  func label(of request: PutRequest, from call: VarlinkCall) -> Entry.Label {
    Entry.Label(
      title: request.title,
      source: OtherProcess.name(of: call.peer.pid),
      tags: request.tags ?? [],
      isPinned: request.pinned == true
    )
  }

  /// An entry of the store, ready to be offered, and when it ends.
  func storedOffer(_ id: Entry.ID) async throws(StoreError) -> Kept? {
    guard let stored = try await history.entry(id) else { return nil }
    var offer = CurrentOffer(entry: await completed(stored.entry))
    if let previous = stored.previous, let before = try await history.entry(previous) {
      offer.previous = await completed(before.entry)
      offer.isPreviousKept = true
    }
    return Kept(offer: offer, board: stored.board, deadline: stored.deadline)
  }

  /// An entry with what is derived from what was put.
  func completed(_ entry: Entry) async -> Entry {
    var items: [Item] = []
    for item in entry.items { items.append(await completed(item)) }
    return entry.with(items: items)
  }

  func completed(_ item: Item) async -> Item {
    let derived = await derived(from: item.representations, .open)
    let whole = item.with(representations: item.representations + derived)
    return whole.adding(handedFile(of: whole))
  }
}

extension PasteboardError {
  init(_ error: StoreError) {
    switch error {
    case .noSuchEntry(let name): self = .noSuchEntry(entry: name)
    case .noSuchBoard(let name): self = .noSuchBoard(board: name)
    case .holdsPinned(let count):
      self = .notPermitted(reason: "\(count) entries are pinned; force removes them as well")
    case .tooManyTags(let limit): self = .tooLarge(what: "the number of tags", limit: limit)
    case .invalidPattern(let reason): self = .invalidRequest(parameter: "regex", reason: reason)
    case .tooCostly: self = .invalidRequest(parameter: "search", reason: error.description)
    case .inUse, .newer, .unusable, .system, .database, .damaged, .unreadableContent:
      self = .storageFailed(reason: error.description)
    }
  }
}
