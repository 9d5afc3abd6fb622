internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

// How an entry's time as the current one ends by itself: it is used up, or it expires.
extension PasteboardService {
  /// Gives up the current entry of a board, whoever offers it.
  func clear(_ request: ClearRequest) async throws(PasteboardError) -> ClearReply {
    let board = try board(named: request.board)
    let selection = try await bridge.selection(of: board, display: request.display)
    var (state, removed, past) = try await giveUp(
      board,
      selection,
      request.history == true,
      ifChangeCount: request.changeCount
    )
    // Which may take long: whoever puts something meanwhile is not kept waiting, nor loses it.
    if let past {
      removed += try await changing { store throws(StoreError) in
        try await store.removeAll(on: board, through: past, withPinned: false)
      }
      state = ledger[board]
    }
    return ClearReply(changeCount: state.changeCount, removed: removed)
  }

  /// Gives up the current entry of a board in its turn; `past` is what is in the history by then.
  private func giveUp(
    _ board: BoardName,
    _ selection: Selection?,
    _ wantsPast: Bool,
    ifChangeCount expected: Int?
  ) async throws(PasteboardError) -> (state: BoardLedger.State, removed: Int, past: HistoryMark?) {
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    if let expected, ledger[board].changeCount != expected { return (ledger[board], 0, nil) }
    if let selection { try await bridge.clear(selection) }
    let offer = offers.removeValue(forKey: board)
    let holder = ledger[board].holder
    let state = record(.nobody, on: board)
    var removed = 0
    // What another program copied there is in the history as well, or will be soon.
    if offer == nil, case .foreign = holder { foreign[board]?.discard() }
    if board.isBound { clearCopy(of: board) }
    if offer == nil, case .foreign(let copied) = holder {
      if let copied {
        let isGone = try await changing { store throws(StoreError) in
          try await store.drop(copied, sparingPinned: true)
        }
        if isGone { removed = 1 }
      } else {
        // Nor does what was there before it come back.
        await forgetCurrent(of: board)
      }
    }
    if let offer {
      end(offer, .replaced, on: state)
      if try await takeOut(offer, sparingPinned: true) { removed = 1 }
    }
    guard wantsPast else { return (state, removed, nil) }
    let arriving = Array(arriving.keys)
    let past = try await changing { store throws(StoreError) in
      try await store.mark(sparing: arriving)
    }
    return (state, removed, past)
  }

  /// Lets an entry end after some milliseconds.
  func schedule(expiry milliseconds: Int?, of id: Entry.ID, on board: BoardName) {
    guard let milliseconds, offers[board]?.entry.id == id else { return }
    offers[board]?.expiry = loop.schedule(after: .milliseconds(milliseconds)) { [weak self] in
      self?.assumeIsolated { service in
        service.retire(id, on: board, .replaced)
      }
    }
  }

  /// Counts what another program read.
  func pasted(
    _ id: Entry.ID,
    on board: BoardName,
    by client: UInt32,
    _ reader: DesktopEvent.Reader
  ) {
    guard reader == .program, offers[board]?.entry.id == id else { return }
    noteCutTold(of: id, on: board)
    let verdict = offers[board]?.limit?.read(by: client, at: MonotonicTime.now - started)
    endWaiting(on: board)
    guard verdict == .last, let selection = Selection(board: board) else { return }
    loop.task(in: self) {
      await $0.bridge.restrict(selection, id: id.rawValue, to: client)
    }
    keepOpen(.lastReader, of: id, on: board, for: PasteLimit.window)
  }

  /// Counts a `Get`; one of a single item begins a paste that may go on.
  func countGet(of entry: Entry, _ item: Int?, by client: ConnectionID, on board: BoardName) {
    guard offers[board]?.entry.id == entry.id else { return }
    let verdict = offers[board]?.limit?.got()
    endWaiting(on: board)
    guard let verdict, verdict != .ignored else { return }
    if let item { proceed(with: item, by: client, of: entry, on: board) }
    endIfUsedUp(entry.id, on: board)
  }

  /// Answers those who wait for a paste; only a last paste ends an entry that counts them.
  private func endWaiting(on board: BoardName) {
    guard var offer = offers[board], offer.limit.map(\.isUsedUp) ?? true else { return }
    offer.answerWaiting(.pasted, on: ledger[board])
    offers[board] = offer
  }

  /// Ends an entry's time, if it is still the current one: what was there before comes back, or
  /// nothing.
  func retire(_ id: Entry.ID, on board: BoardName, _ outcome: PutReply.Outcome) {
    loop.task(in: self) { await $0.end(id, on: board, outcome) }
  }

  func end(_ id: Entry.ID, on board: BoardName, _ outcome: PutReply.Outcome) async {
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    guard let offer = offers[board], offer.entry.id == id else { return }
    if let previous = offer.previous, await replace(id, by: previous, on: board) { return }
    // Also without a display, which would get the entry back when it is there again.
    if let selection = Selection(board: board) {
      await bridge.withdraw(selection, id: id.rawValue)
    }
    guard offers[board]?.entry.id == id else { return }
    offers[board] = nil
    end(offer, outcome, on: record(.nobody, on: board))
    await drop(offer, sparingPinned: false)
  }

  /// Tells those who wait for the end of an offer that is one no more.
  func end(_ offer: CurrentOffer, _ outcome: PutReply.Outcome, on state: BoardLedger.State) {
    var offer = offer
    offer.end(outcome, on: state)
    endPromises(of: offer.entry, outcome)
    if let previous = offer.previous { endPromises(of: previous, .replaced) }
  }

  private func endPromises(of entry: Entry, _ outcome: PutReply.Outcome) {
    if !isOffered(entry.id) { entry.releasePromises() }
    endPromises(of: entry.id, outcome)
  }

  // MARK: What was there before

  /// Brings back what was there before; `false` if it cannot be, and the board is to be empty.
  private func replace(_ id: Entry.ID, by previous: Entry, on board: BoardName) async -> Bool {
    // What offers nothing any more is no entry.
    guard !previous.isSpent else { return false }
    do {
      let selection = try await bridge.selection(of: board, display: nil)
      // Whoever took the selection meanwhile keeps it.
      guard let known = offers[board], known.entry.id == id else { return true }
      // What was kept and is no more was removed, or moved away: it does not come back.
      if known.isPreviousKept, try await history.board(of: previous.id) != board { return false }
      let before = CurrentOffer(entry: previous)
      // Another program's copy may have become history since.
      let isThere = try? await history.board(of: previous.id)
      let isKept = known.isPreviousKept || isThere != nil
      if !isKept { try await synchronize(before) }
      let keeping: Keeping = isKept ? .raising : .putting(nil)
      _ = try await install(before, on: board, selection, by: keeping)
      await drop(known, sparingPinned: false)
      return true
    } catch {
      return false
    }
  }

  /// The entry that a put with `restore` brings back: ours as it is, another program's by reading
  /// it now.
  func previousEntry(
    on board: BoardName,
    _ selection: Selection?
  ) async throws(PasteboardError) -> Entry? {
    // What ends by itself must not outlive its end: what that one would bring back comes instead.
    if let offer = offers[board] { return offer.isTemporary ? offer.previous : offer.entry }
    guard let selection, case .foreign = try await bridge.owner(of: selection) else { return nil }
    return await currentCopy(of: board, selection)?.entry
  }
}
