internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Wire

// What another program has on a board now, for those who want it.
extension PasteboardService {
  /// What another program offers on a board now, read now if it was not.
  ///
  /// `nil` if it cannot be read, is not to be kept, is secret, or nothing.
  func currentCopy(of board: BoardName, _ selection: Selection) async -> ForeignBoard.Copy? {
    guard let claim = foreign[board]?.claim else { return nil }
    await waitForReport(of: claim, on: board, within: configuration.timeouts.save)
    if let copy = foreign[board]?.currentCopy, copy.claim == claim { return copy }
    guard foreign[board]?.claim == claim, let owner = foreign[board]?.owner,
      let read = await bridge.readNow(selection)
    else { return nil }
    let verdict = await finalVerdict(on: read, board)
    guard !verdict.isIgnored, !verdict.isSensitive, foreign[board]?.claim == claim,
      let entry = await released(read, labelled: verdict)
    else { return nil }
    return ForeignBoard.Copy(
      claim: claim,
      owner: owner,
      time: .now,
      entry: entry,
      checksums: FileChecksums(),
      deadline: verdict.expiry.map { .now + $0 }
    )
  }

  /// Hands out what is being read for the history at this moment; `false` if nothing is, or not that.
  ///
  /// Many owners answer one reader at a time, and xclip can answer one only.
  func deliverCopy(
    of board: BoardName,
    _ targets: [TargetName],
    by delivery: Delivery,
    _ request: GetRequest
  ) async throws(PasteboardError) -> Bool {
    // What is only selected is read when it has rested, for which nobody waits.
    guard board == .clipboard, let claim = foreign[board]?.claim,
      foreign[board]?.unreported[claim] != nil
    else { return false }
    let wanted = try request.wanted
    let best = request.candidates(of: OfferedTypes(targets), wanted: wanted).first
    guard let best else { return false }
    let patience = DisplayBridge.timeout(request.timeout) ?? configuration.timeouts.firstData
    let reader = reader(of: best, by: delivery, isSecret: false)
    if reader.canStream {
      switch try await share(best.target, of: claim, within: patience, with: reader) {
      case .whole:
        // What is not what its type says may still be had in another form.
        guard let failure = await failure(of: reader) else { return true }
        guard reader.hasReplied else { return false }
        throw failure
      case .kept(let representation):
        try await deliver(Entry(only: representation), by: delivery, request)
        return true
      case .unread: return false
      case .reported: break
      }
    }
    await waitForReport(of: claim, on: board, within: patience)
    // What could not be read, or is not kept, is for its owner to give, or to refuse.
    guard let copy = foreign[board]?.currentCopy, copy.claim == claim,
      copy.entry.items.contains(where: { $0.types.contains(best.type) })
    else { return false }
    try await deliver(await completed(copy.entry), by: delivery, request)
    return true
  }

  /// Reads content beside the recorder; what has begun to reach the client and does not end is an error.
  private func share(
    _ target: TargetName,
    of claim: Int,
    within patience: Duration,
    with reader: ForeignReader
  ) async throws(PasteboardError) -> Recorder.Share {
    do throws(PasteboardError) {
      let share = try await bridge.share(
        target,
        of: claim,
        on: .clipboard,
        within: patience,
        with: reader
      )
      if case .whole = share { return share }
      guard reader.hasReplied else { return share }
      throw reader.failure ?? .peerFailed(reason: "not all of its content came")
    } catch {
      reader.abandon()
      throw error
    }
  }

  /// Gives the client what was read; `nil` if that went well.
  private func failure(of reader: ForeignReader) async -> PasteboardError? {
    do throws(PasteboardError) {
      try await reader.deliver()
      return nil
    } catch {
      reader.abandon()
      return error
    }
  }

  /// Waits until it is known what was copied with a claim.
  private func waitForReport(of claim: Int, on board: BoardName, within patience: Duration) async {
    guard foreign[board]?.unreported[claim] != nil else { return }
    var timer: EventLoop.Timer?
    await withCheckedContinuation { continuation in
      let id = foreign[board]?.wait(for: claim, continuation)
      timer = loop.schedule(after: patience) { [weak self] in
        self?.assumeIsolated { $0.foreign[board]?.endWaiting { $0.id == id } }
      }
    }
    timer?.cancel()
  }

  /// Notes that it is known now what was copied with a claim, or that it never will be.
  func endReport(of claim: Int, on board: BoardName) {
    foreign[board]?.unreported[claim] = nil
    foreign[board]?.endWaiting { $0.claim == claim }
  }
}

extension Entry {
  /// One content, of which nothing else is known.
  init(only representation: Representation) {
    self.init(
      id: Entry.ID(rawValue: 0),
      items: [Item(representations: [representation])],
      time: WallClock.now
    )
  }
}
