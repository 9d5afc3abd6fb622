internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Wire

// What other programs copy becomes history.
extension PasteboardService {
  /// Takes what happened to the selections, in order.
  func handle(_ change: SelectionChange) {
    let board = change.selection.board
    guard change.holder != .ours else {
      // Our own claims are recorded by the put that made them.
      foreign[board, default: ForeignBoard()].claim = nil
      return
    }
    // Of an offer that is being claimed only the desktop knows whether this was before or after.
    if offers[board]?.isClaimed == true, change.cause != .connected { ended(on: board) }
    guard case .foreign = change.holder else {
      return lost(board, by: change.cause)
    }
    // Told to watchers when it is known what was copied.
    let state = ledger.record(.foreign(nil), on: board, at: WallClock.now)
    foreign[board, default: ForeignBoard()].claim = change.claim
    foreign[board]?.unreported[change.claim] = state
    handle(.claimed, on: board)
  }

  /// Takes how a claim of another program ended; there is one report of each, in no order.
  func note(_ report: CaptureReport) {
    let board = report.selection.board
    guard let state = foreign[board]?.unreported.removeValue(forKey: report.claim) else {
      return bridge.settle()
    }
    let isCurrent = foreign[board]?.claim == report.claim
    switch report.outcome {
    case .copied(let entry):
      loop.task(in: self) { service in
        await service.record(entry, of: report, state)
        service.endWaiting(for: report.claim, on: board)
      }
      return
    case .secret(let origin):
      noteSecret(on: board, from: origin)
      if isCurrent { forgetCopy(of: board) }
    case .vacant:
      // As good as a clear: that is how some password managers do it.
      if isCurrent { forgetCopy(of: board) }
    case .unwanted:
      if isCurrent { handle(.unworthy, on: board) }
    case .failed, .overtaken: break
    }
    tell(state)
    bridge.settle()
    endWaiting(for: report.claim, on: board)
  }

  /// What another program offers on a board now, read now if it was not; `nil` if it cannot be read,
  /// is secret, or nothing.
  func currentCopy(of board: BoardName, _ selection: Selection) async -> Entry? {
    guard let claim = foreign[board]?.claim else { return nil }
    if foreign[board]?.unreported[claim] != nil {
      await withCheckedContinuation { foreign[board]?.waiting[claim, default: []].append($0) }
    }
    if let copy = foreign[board]?.copy, copy.claim == claim { return copy.entry }
    guard foreign[board]?.claim == claim else { return nil }
    return await bridge.recorder.readNow(selection)
  }

  private func endWaiting(for claim: Int, on board: BoardName) {
    for waiting in foreign[board]?.waiting.removeValue(forKey: claim) ?? [] { waiting.resume() }
  }

  private func noteSecret(on board: BoardName, from origin: Origin?) {
    let program = origin?.name.map { " by \($0)" } ?? ""
    log.write(.info, "\(board): a secret was copied\(program), of which nothing is kept")
  }

  /// What was there before is not to come back.
  private func forgetCopy(of board: BoardName) {
    foreign[board]?.copy = nil
    if let claim = foreign[board]?.claim { foreign[board]?.forgottenClaim = claim }
    handle(.unworthy, on: board)
    loop.task(in: self) { await $0.forgetCurrent(of: board) }
  }

  private func record(
    _ entry: Entry,
    of report: CaptureReport,
    _ state: BoardLedger.State
  ) async {
    let board = report.selection.board
    defer { bridge.settle() }
    // One after the other, so that the history has them in their order.
    await takeTurn(.recording(of: board))
    defer { turns.give(.recording(of: board)) }
    let verdict = await finalVerdict(on: entry, board)
    if verdict.isIgnored || verdict.isSensitive {
      if verdict.isSensitive { noteSecret(on: board, from: entry.label.origin) }
      if foreign[board]?.claim == report.claim { forbidRescue(on: board, verdict) }
      return tell(state)
    }
    guard let entry = await released(entry, labelled: verdict) else { return tell(state) }
    let id = await keep(entry, of: report, as: verdict)
    if let id { ledger.note(id, of: state) }
    tell(BoardLedger.State(state, foreignEntry: id))
    run(verdict.commands, for: entry.with(id: id), on: verdict.board ?? board)
  }

  private func finalVerdict(on entry: Entry, _ board: BoardName) async -> RuleVerdict {
    guard !configuration.rule.all.isEmpty else { return RuleVerdict() }
    return await verdict(on: await intake.facts(of: entry, on: board))
  }

  private func forbidRescue(on board: BoardName, _ verdict: RuleVerdict) {
    if verdict.isSensitive { forgetCopy(of: board) } else { handle(.unworthy, on: board) }
  }

  /// An entry of which it is certain now that it is no secret; `nil` if it cannot be kept.
  private func released(_ entry: Entry, labelled verdict: RuleVerdict) async -> Entry? {
    var label = entry.label
    label.isPinned = label.isPinned || verdict.isPinned
    label.tags += verdict.tags
    let entry = entry.with(label: label)
    do {
      return try await intake.unlocked(entry)
    } catch {
      log.write(.error, "what was copied could not be kept: \(error.cause)")
      return nil
    }
  }

  /// Has the history keep what was copied; the id under which it has it, or `nil`.
  private func keep(
    _ entry: Entry,
    of report: CaptureReport,
    as verdict: RuleVerdict
  ) async -> Entry.ID? {
    let board = report.selection.board
    let former = foreign[board]?.superseded(by: entry, report)
    let end = verdict.expiry.map { EntryEnd(deadline: .now + $0, previous: nil) }
    let copy = ForeignBoard.Copy(
      claim: report.claim,
      owner: report.owner,
      time: report.time,
      entry: entry,
      deadline: end?.deadline
    )
    // Of several that come soon after each other each is the newest when it is recorded; only what was
    // put, and a later copy that was read earlier, stay above it.
    let isNewest = mayRemember(copy, on: board)
    if isNewest { foreign[board]?.copy = copy }
    let isElsewhere = verdict.board.map { $0 != board } ?? false
    let isCurrent = !isElsewhere && isNewest
    let id = await store(
      entry,
      on: verdict.board ?? board,
      ending: end,
      isCurrent: isCurrent,
      replacing: former
    )
    guard let id else { return nil }
    // The history may have had it already, under another id.
    if foreign[board]?.copy?.claim == report.claim {
      foreign[board]?.copy?.entry = entry.with(id: id)
    }
    if end != nil { await watchNextEnd() }
    return id
  }

  /// What was put, or copied, later counts.
  private func mayRemember(_ copy: ForeignBoard.Copy, on board: BoardName) -> Bool {
    guard let known = foreign[board], known.claim != nil, offers[board] == nil,
      copy.claim > known.forgottenClaim
    else { return false }
    return known.copy.map { $0.claim < copy.claim } ?? true
  }

  private func store(
    _ entry: Entry,
    on board: BoardName,
    ending end: EntryEnd?,
    isCurrent: Bool,
    replacing former: Entry.ID?
  ) async -> Entry.ID? {
    await reopenStore()
    do {
      if entry.hasFiles { try await intake.synchronize(entry) }
      let recorded = try await store.record(
        entry,
        on: board,
        ending: end,
        isCurrent: isCurrent,
        replacing: former,
        checksums: await store.checksums(of: entry)
      )
      storeProblem = nil
      return recorded.id
    } catch let error as StoreError {
      let known = storeProblem
      note(error)
      if storeProblem != known {
        log.write(.error, "what was copied could not be kept: \(error)")
      }
    } catch {
      log.write(.error, "what was copied could not be kept: \(error)")
    }
    return nil
  }
}
