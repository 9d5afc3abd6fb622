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
    guard configuration.selections.bridges(change.selection) else { return }
    guard change.holder != .ours else {
      // Our own claims are recorded by the put that made them.
      foreign[board, default: ForeignBoard()].claim = nil
      return
    }
    // Of an offer that is being claimed only the desktop knows whether this was before or after.
    if offers[board]?.isClaimed == true, change.cause != .connected { ended(on: board) }
    guard case .foreign(let owner) = change.holder else {
      return lost(board, by: change.cause)
    }
    // Told to watchers when it is known what was copied.
    let state = ledger.record(.foreign(nil), on: board, at: WallClock.now)
    foreign[board, default: ForeignBoard()].claim = change.claim
    foreign[board]?.owner = owner
    foreign[board]?.refusal = nil
    foreign[board]?.unreported[change.claim] = state
    untold.insert(state.sequence)
    handle(.claimed, on: board)
  }

  /// Takes how a claim of another program ended; there is one report of each, in no order.
  func note(_ report: CaptureReport) {
    let board = report.selection.board
    guard let state = foreign[board]?.unreported[report.claim] else { return bridge.settle(report) }
    if case .copied(let entry) = report.outcome {
      loop.task(in: self) { service in
        await service.record(entry, of: report, state)
        service.endReport(of: report.claim, on: board)
        service.bridge.settle(report)
      }
      return
    }
    if case .secret = report.outcome { foreign[board]?.secretChange = state.sequence }
    if foreign[board]?.claim == report.claim {
      refuse(report.outcome, on: board)
      if report.isOfSomethingSeen { forgetCopy(of: board) }
    }
    endReport(of: report.claim, on: board)
    tell(state)
    bridge.settle(report)
  }

  /// Nothing is kept of what another program has now.
  private func refuse(_ outcome: CaptureReport.Outcome, on board: BoardName) {
    switch outcome {
    case .secret(let origin):
      let program = origin?.name.map { " by \($0)" } ?? ""
      log.write(.info, "\(board): a secret was copied\(program), of which nothing is kept")
      foreign[board]?.refusal = "it is a secret"
      forgetCopy(of: board)
    case .vacant:
      // As good as a clear: that is how some password managers do it.
      foreign[board]?.refusal = "its owner offers nothing"
      forgetCopy(of: board)
      loop.task(in: self) { await $0.endMirror(of: board) }
    case .unwanted:
      foreign[board]?.refusal = "it is not to be kept"
      handle(.unworthy, on: board)
    case .unstored:
      foreign[board]?.refusal = "it could not be stored: is the disk full?"
      forgetCopy(of: board)
    case .failed: foreign[board]?.refusal = "it could not be read"
    case .overtaken, .copied: break
    }
  }

  /// What was there before is not to come back.
  private func forgetCopy(of board: BoardName) {
    foreign[board]?.forget()
    handle(.unworthy, on: board)
    loop.task(in: self) { await $0.forgetCurrent(of: board) }
  }

  private func record(
    _ entry: Entry,
    of report: CaptureReport,
    _ state: BoardLedger.State
  ) async {
    let board = report.selection.board
    // One after the other, so that the history has them in their order.
    await takeTurn(.recording(of: board))
    defer { turns.give(.recording(of: board)) }
    let verdict = await finalVerdict(on: entry, board)
    guard !verdict.isIgnored, !verdict.isSensitive,
      let entry = await released(entry, labelled: verdict)
    else {
      if verdict.isSensitive { foreign[board]?.secretChange = state.sequence }
      if foreign[board]?.claim == report.claim {
        refuse(verdict.isSensitive ? .secret(entry.label.origin) : .unwanted, on: board)
      }
      return tell(state)
    }
    guard !isDiscarded(report) else { return tell(state) }
    let copy = ForeignBoard.Copy(
      claim: report.claim,
      owner: report.owner,
      time: report.time,
      entry: entry,
      checksums: await store.checksums(of: entry),
      deadline: verdict.expiry.map { .now + $0 }
    )
    guard RecordingOptions(configuration).selections.contains(report.selection) else {
      if foreign[board]?.claim == report.claim { handle(.unworthy, on: board) }
      mirror(copy, from: board, since: state.sequence)
      return tell(state)
    }
    let former = foreign[board]?.superseded(by: copy)
    foreign[board]?.remember(copy)
    // Whoever wants it has it from memory; only the history waits for the disk.
    endReport(of: report.claim, on: board)
    mirror(copy, from: board, since: state.sequence)
    let id = await write(copy, on: verdict.board ?? board, from: board, replacing: former)
    if let id, isDiscarded(report) {
      await drop(CurrentOffer(entry: entry.with(id: id)), sparingPinned: true)
      return tell(state)
    }
    if let id { ledger.note(id, of: state) }
    tell(BoardLedger.State(state, foreignEntry: id))
    if configuration.notify.captures, id != nil {
      announce(.copied(entry, on: verdict.board ?? board))
    }
    run(verdict.commands, for: entry.with(id: id), on: verdict.board ?? board)
  }

  /// Whether the user cleared it on its way.
  private func isDiscarded(_ report: CaptureReport) -> Bool {
    foreign[report.selection.board]?.isDiscarded(report.claim) ?? false
  }

  func finalVerdict(on entry: Entry, _ board: BoardName) async -> RuleVerdict {
    guard !configuration.rule.all.isEmpty else { return RuleVerdict() }
    return await verdict(on: await intake.facts(of: entry, on: board))
  }

  /// An entry of which it is certain now that it is no secret; `nil` if it cannot be kept.
  func released(_ entry: Entry, labelled verdict: RuleVerdict) async -> Entry? {
    var label = entry.label
    label.isPinned = label.isPinned || verdict.isPinned
    label.tags += verdict.tags
    do {
      return try await intake.unlocked(entry.with(label: label))
    } catch {
      log.write(.error, "what was copied could not be kept: \(error.cause)")
      return nil
    }
  }

  /// Has the history keep what was copied; the id under which it has it, or `nil`.
  func write(
    _ copy: ForeignBoard.Copy,
    on target: BoardName,
    from board: BoardName,
    replacing former: Entry.ID? = nil
  ) async -> Entry.ID? {
    await reopenStore()
    let known = storeProblem
    do {
      if copy.entry.hasFiles { try await intake.synchronize(copy.entry) }
      // Not before: it may have been cleared, or something put, while the disk was waited for. One that
      // another claim followed is the newest nevertheless, until that is recorded.
      let isLast = foreign[board]?.copy?.claim == copy.claim
      let isCurrent = target == board && isLast && offers[board] == nil
      let recorded = try await store.record(
        copy.entry,
        on: target,
        ending: copy.deadline.map { EntryEnd(deadline: $0, previous: nil) },
        isCurrent: isCurrent,
        replacing: former,
        checksums: copy.checksums
      )
      storeProblem = nil
      noteOvertaken(on: target)
      // The history may have had it already, under another id.
      foreign[board]?.noteStored(recorded.id, of: copy.claim)
      if copy.deadline != nil { await watchNextEnd() }
      return recorded.id
    } catch let error as StoreError {
      note(error)
      if storeProblem != known { log.write(.error, "what was copied could not be kept: \(error)") }
    } catch {
      log.write(.error, "what was copied could not be kept: \(error)")
    }
    return nil
  }
}
