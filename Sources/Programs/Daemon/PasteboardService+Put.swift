internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

extension PasteboardService {
  /// Puts an entry on a board and answers when it is what a paste gets.
  func put(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: PutRequest = try call.decoded()
    let board = try board(named: request.board)
    try PutLimits(configuration).check(request, more: call.more)
    let selection = try await bridge.selection(of: board, display: request.display)
    let put = IncomingPut(
      id: Entry.ID(rawValue: .random(in: .min ... .max)),
      request: request,
      descriptors: call.descriptors
    )
    let items = try await items(of: put)
    call.releaseDescriptors()
    let isSensitive = request.sensitive == true
    let entry = Entry(
      id: put.id,
      items: items,
      time: WallClock.now,
      isSensitive: isSensitive,
      label: label(of: request, from: call)
    )
    var offer = CurrentOffer(new: entry)
    offer.limit = request.pastes.map(PasteLimit.init(pastes:))
    // A gigabyte on its way to the disk holds up no other put of the board.
    try await synchronize(offer)
    // A client that went away while content was read wants nothing any more.
    guard !Task.isCancelled else { throw .inputFailed(reason: "the client has gone") }
    let ticket = turns.enter(.change(of: board))
    arriving[entry.id] = board
    defer {
      arriving[entry.id] = nil
      overtaken.remove(entry.id)
      turns.leave(ticket)
    }
    var keeping = Keeping.putting(end(of: request, offer))
    if offer.isKept, request.restore != true {
      // Before its turn, so that the store writes many puts of one board together.
      try await keep(offer, on: board, by: keeping)
      keeping = .done(isNew: true)
    }
    await withCheckedContinuation { turns.wait(for: ticket, $0) }
    if overtaken.contains(entry.id), !keeping.isPending { try await raise(offer, on: board) }
    if request.restore == true {
      offer.isPreviousKept = offers[board]?.bringsBackKept ?? false
      offer.previous = try await previousEntry(on: board, selection)
      keeping = .putting(end(of: request, offer))
    }
    register(put, items, call, on: board)
    let state: BoardLedger.State
    do {
      state = try await install(offer, on: board, selection, by: keeping)
    } catch {
      withdrawPromises(of: put.id)
      throw error
    }
    saveInFolders(entry, on: board)
    schedule(expiry: request.expire, of: offer.entry.id, on: board)
    if offer.isKept, request.expire != nil || isFirstToAge(on: board) { await watchNextEnd() }
    var reply = PutReply(
      entry: offer.entry.id.description,
      board: board.description,
      changeCount: state.changeCount
    )
    reply.undeclared = request.undeclared(mistake: installedTypes.problems.first)
    guard try !announce(put.id, reply) else { return }
    if request.wait == true, call.more {
      try call.reply(reply, continues: true)
      wait(call, for: offer.entry.id, on: board)
    } else {
      try call.reply(reply)
    }
  }

  /// Makes what the store has already the newest again, in its turn.
  private func raise(_ offer: CurrentOffer, on board: BoardName) async throws(PasteboardError) {
    do throws(PasteboardError) {
      let id = offer.entry.id
      try await changing { store throws(StoreError) in try await store.raise(id) }
      noteOvertaken(on: board)
    } catch {
      // A limit may have removed it for what was put after it.
      if case .noSuchEntry = error { return }
      await drop(offer, sparingPinned: false)
      throw error
    }
  }

  /// The board of a name that came from outside.
  func board(named name: String?) throws(PasteboardError) -> BoardName {
    guard let name else { return .clipboard }
    guard let board = BoardName(name) else {
      throw .invalidRequest(
        parameter: "board",
        reason: "a name is 1 to 255 bytes without control characters"
      )
    }
    return board
  }

  /// Waits until nobody else is at the same thing.
  func takeTurn(_ turn: Turn) async {
    await withCheckedContinuation { turns.take(turn, $0) }
  }

  /// Makes `offer` the board's current one; a bound board's selection is ours when this returns.
  func install(
    _ offer: CurrentOffer,
    on board: BoardName,
    _ selection: Selection?,
    by keeping: Keeping
  ) async throws(PasteboardError) -> BoardLedger.State {
    try await keep(offer, on: board, by: keeping)
    if keeping.isPending { noteOvertaken(on: board) }
    // The new offer is known before the claim, so that a paste that comes at once is counted.
    let replaced = offers[board]
    offers[board] = offer
    offers[board]?.isClaimed = selection == nil
    do {
      if let selection {
        try await bridge.offer(
          offer.content,
          id: offer.entry.id.rawValue,
          on: selection,
          ifUnowned: keeping.isForUnowned
        )
      }
    } catch {
      // A claim that was given up may still be made, when the server goes on.
      let id = offer.entry.id.rawValue
      await forget(offer, for: replaced, on: board, after: error, by: keeping)
      if let selection {
        let former = offers[board]?.entry
        loop.task(in: bridge) { await $0.withdraw(selection, id: id, restoring: former) }
      }
      throw error
    }
    // News that it is lost again may come before the news that it was claimed.
    let isOurs = offers[board]?.entry.id == offer.entry.id
    offers[board]?.isClaimed = true
    offers[board]?.claimed = .now
    if isOurs, !keeping.isRescue { notePut(offer, on: board) }
    if overLimit.remove(board) != nil { store.trim(board) }
    let state = isOurs ? record(.ours(offer.entry.id), on: board) : ledger[board]
    if let replaced { end(replaced, .replaced, on: state) }
    return state
  }

  /// Takes back an offer that nobody could get, for what was there before.
  private func forget(
    _ offer: CurrentOffer,
    for replaced: CurrentOffer?,
    on board: BoardName,
    after error: PasteboardError,
    by keeping: Keeping
  ) async {
    let entry = offer.entry
    offers[board] = nil
    if !isOffered(entry.id) { entry.releasePromises() }
    // What was there when a display went away is claimed again on the next.
    var isBack = false
    if case .noDisplay = error, let replaced, ledger[board].holder == .ours(replaced.entry.id) {
      offers[board] = replaced
      isBack = replaced.isKept
    } else if let replaced {
      end(replaced, .replaced, on: ledger[board])
    }
    // Nobody was told of what was put, and nobody could name it any more.
    if keeping.isNew { await drop(offer, sparingPinned: false) }
    guard isBack || offer.isKept, !keeping.isRescue else { return }
    // If this cannot be written, it is as after a clear: nothing comes back that should not.
    try? await store.setCurrent(isBack ? replaced?.entry.id : nil, of: board)
    noteOvertaken(on: board)
  }

  private func wait(_ call: VarlinkCall, for id: Entry.ID, on board: BoardName) {
    // Nobody would take the call away again.
    guard !Task.isCancelled else { return }
    guard offers[board]?.entry.id == id else {
      var gone = CurrentOffer(entry: Entry(id: id, items: [], time: 0))
      gone.waiting = [call]
      return gone.end(.replaced, on: ledger[board])
    }
    offers[board]?.waiting.append(call)
  }
}

/// The wall clock, for people and never for deadlines.
enum WallClock {
  /// Seconds since 1970.
  static var now: Double { Double(LocalTime.nanosecondsSince1970) / 1e9 }
}
