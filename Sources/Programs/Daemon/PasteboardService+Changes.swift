internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Varlink
internal import Wire

/// A client that is told of changes.
struct Watcher {
  let call: VarlinkCall
  /// The boards it asked for; empty means all.
  let boards: [BoardName]
  /// A change must offer one of these.
  var types: WatchedTypes
  /// The last change before it began to watch.
  let start: Int
  /// Those before that were not told then, and are still to be.
  let awaited: Set<Int>

  func isConcerned(by state: BoardLedger.State) -> Bool {
    (state.sequence > start || awaited.contains(state.sequence))
      && (boards.isEmpty || boards.contains(state.board))
  }
}

extension PasteboardService {
  /// Tells a client of every change until it goes away.
  func watch(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: WatchRequest = try call.decoded()
    guard call.more else {
      throw .invalidRequest(parameter: "more", reason: "a watch is a stream")
    }
    var boards: [BoardName] = []
    for name in request.boards { boards.append(try board(named: name)) }
    var types = try WatchedTypes(request.types ?? [], in: installedTypes.edition)
    call.releaseDescriptors()
    let since = request.since ?? ledger.sequence
    var told: Set<Int> = []
    // More may happen while one change is described; it begins to watch when there is no more. What is
    // still being read is told when it is judged: before, nobody can say whether it is a secret.
    while let state = ledger.changes(since: since, of: boards)
      .first(where: { !untold.contains($0.sequence) && !told.contains($0.sequence) })
    {
      let change = await change(state)
      // A client that has gone meanwhile would be kept for ever.
      guard !Task.isCancelled else { return }
      if types.areMet(by: OfferedKinds(change.types), in: installedTypes.edition) {
        try call.reply(WatchReply(change: change), continues: true)
      }
      told.insert(state.sequence)
    }
    watchers.append(
      Watcher(
        call: call,
        boards: boards,
        types: types,
        start: ledger.sequence,
        awaited: untold.filter { $0 > since }
      )
    )
  }

  /// Records that a board changed, and tells the watchers.
  @discardableResult
  func record(_ holder: BoardLedger.Holder, on board: BoardName) -> BoardLedger.State {
    let state = ledger.record(holder, on: board, at: WallClock.now)
    tell(state)
    return state
  }

  /// Tells the watchers that a board changed.
  func tell(_ state: BoardLedger.State) {
    untold.remove(state.sequence)
    guard !watchers.isEmpty else { return }
    let board = state.board
    loop.task(in: self) { service in
      await service.takeTurn(.announcement(of: board))
      defer { service.turns.give(.announcement(of: board)) }
      await service.announce(state)
    }
  }

  private func announce(_ state: BoardLedger.State) async {
    // A watch asks nothing by itself, so this is when it learns of new types.
    refreshTypes()
    let change = await change(state)
    lazy var kinds = OfferedKinds(change.types)
    let edition = installedTypes.edition
    for index in watchers.indices where watchers[index].isConcerned(by: state) {
      guard watchers[index].types.areMet(by: kinds, in: edition) else { continue }
      // A watcher that cannot take the reply has gone, and is forgotten when its end is noticed.
      try? watchers[index].call.reply(WatchReply(change: change), continues: true)
    }
  }

  /// A change as it is told, with what is on offer.
  private func change(_ state: BoardLedger.State) async -> Change {
    var change = Change(
      sequence: state.sequence,
      board: state.board.description,
      changeCount: state.changeCount,
      holder: Holder(state.holder),
      time: state.time
    )
    switch state.holder {
    case .nobody: break
    case .ours(let id):
      change.entry = id.description
      guard let entry = offers[state.board]?.entry, entry.id == id else { break }
      change.types = offeredTypes(of: entry)
      change.sensitive = entry.isSensitive
    case .foreign(let entry):
      change.entry = entry?.description
      // An owner that was replaced meanwhile has nothing to say; one that is silent costs its time.
      guard ledger[state.board].sequence == state.sequence,
        let selection = Selection(board: state.board),
        let targets = try? await bridge.targets(of: selection, timeout: nil)
      else { break }
      change.types = OfferedTypes(targets).offered()
      let isNoted = foreign[state.board]?.secretChange == state.sequence
      change.sensitive = isNoted || SecretMarker.isPresent(in: targets)
    }
    return change
  }

  // MARK: What the display tells

  /// Takes what happened to the selections, in order.
  func handle(_ event: DesktopEvent) {
    switch event {
    case .ownerChanged(let change): handle(change)
    case .lostOwnership(let selection, let id):
      guard offers[selection.board]?.entry.id.rawValue == id else { return }
      // Without XFIXES it will be noticed who has it now.
      ended(on: selection.board)
    case .pasted(let selection, let id, _, let client, let reader):
      pasted(Entry.ID(rawValue: id), on: selection.board, by: client, reader)
    case .readerGone(let selection, let id):
      endPaste(by: .lastReader, of: Entry.ID(rawValue: id), on: selection.board)
    case .saveAsked(let request): loop.task(in: self) { await $0.save(request) }
    case .disconnected: break
    }
  }

  /// Forgets the offer of a board that somebody else now answers for.
  func ended(on board: BoardName) {
    guard let offer = offers.removeValue(forKey: board) else { return }
    end(offer, .replaced, on: ledger[board])
  }
}

extension Holder {
  init(_ holder: BoardLedger.Holder) {
    self =
      switch holder {
      case .ours: .ours
      case .foreign: .foreign
      case .nobody: .nobody
      }
  }
}
