internal import LinuxIO
public import Selections
internal import XCB

// Claiming selections, and giving them up.
extension Desktop {
  /// Offers content on a selection, and returns once we own the selection with it.
  ///
  /// With `ifUnowned`, whoever owns it by then keeps it, and the offer fails.
  ///
  /// - Returns: The time of the claim.
  @discardableResult
  public func offer(
    _ offer: SelectionOffer,
    id: UInt64,
    on selection: Selection,
    ifUnowned: Bool = false
  ) async throws(DesktopError) -> ServerTime {
    let session = try connected()
    if ifUnowned, try window(owning: selection, session) != nil { throw .claimLost }
    // Named now, since a requestor may ask the server whether there is such a name at all.
    _ = try? session.names.atoms(of: offer.targets, session.connection)
    let key = ClaimKey(selection: selection, id: id)
    // Two at once of one offer on one selection would both wait for one answer.
    guard claims[key] == nil else { throw .claimLost }
    if ifUnowned { modestClaims.insert(key) }
    let result = await withCheckedContinuation { continuation in
      claims[key] = continuation
      handle(.want(id: id, offer), selection)
    }
    modestClaims.remove(key)
    return try result.get()
  }

  /// Gives up an offer; the selection is unowned afterwards unless somebody else has taken it.
  public func withdraw(_ selection: Selection, id: UInt64) {
    // The one who withdraws knows that it is lost.
    handle(.withdraw(id: id), selection, silently: true)
  }

  /// Gives up an offer for one that was there before it.
  public func withdraw(
    _ selection: Selection,
    id: UInt64,
    restoring former: SelectionOffer,
    id formerID: UInt64
  ) {
    withdraw(selection, id: id)
    handle(.want(id: formerID, former), selection)
  }

  /// Makes a selection unowned, whoever owns it.
  public func clear(_ selection: Selection) async throws(DesktopError) {
    let session = try connected()
    if let id = ownerships[selection]?.currentID { withdraw(selection, id: id) }
    await withCheckedContinuation { continuation in
      session.clockUses.append(.clear(selection, continuation))
      session.connection.touch(session.clock, of: session.window)
    }
    _ = try connected()
  }

  /// Serves an offer to one client only from now on; its end is told.
  ///
  /// The number of a client that has gone is soon another's, so its window says which it is.
  public func restrict(_ selection: Selection, id: UInt64, to client: UInt32) {
    let reader = lastReaders[selection].flatMap { $0.id == id && $0.client == client ? $0 : nil }
    restrictions[selection] = Restriction(id: id, client: client, window: reader?.window)
    guard let reader, let session else { return }
    session.foreign.watch(reader.window, for: .end, session.connection)
  }

  /// Who owns a selection, as the server says.
  public func owner(of selection: Selection) throws(DesktopError) -> SelectionHolder {
    let session = try connected()
    guard let owner = try window(owning: selection, session) else { return .nobody }
    guard session.connection.owns(owner) else { return .foreign }
    guard let id = ownerships[selection]?.currentID else { return .nobody }
    return .ours(id)
  }

  func window(
    owning selection: Selection,
    _ session: Session
  ) throws(DesktopError) -> Window? {
    do {
      return try session.connection.owner(of: session.atom(of: selection))
    } catch {
      throw .notConnected(reason: "\(error)")
    }
  }

  // MARK: - What happens

  /// Feeds the machine of a selection.
  func handle(
    _ event: SelectionOwnership.Event,
    _ selection: Selection,
    silently: Bool = false
  ) {
    let actions = ownerships[selection]?.handle(event) ?? []
    for action in actions {
      if silently, case .lost = action { continue }
      perform(action, selection)
    }
  }

  func handle(_ clear: SelectionClear, _ session: Session) {
    guard !clear.isSynthetic, clear.owner == session.window else { return }
    let time = ServerTime(rawValue: clear.time.rawValue)
    if clear.selection == session.clipboardManager { return handleRole(.cleared(time)) }
    guard let selection = session.selection(of: clear.selection)
    else { return }
    handle(.cleared(time), selection)
    poll(session)
  }

  func handle(_ change: OwnerChange, _ session: Session) {
    if change.selection == session.clipboardManager {
      return handleManagerChange(change, session)
    }
    guard !change.isSynthetic, let selection = session.selection(of: change.selection)
    else { return }
    let time = ServerTime(rawValue: change.selectionTime.rawValue)
    let isOurDisowning =
      change.owner == nil && change.reason == .ownerSet && takeDisowning(selection, at: time)
    noteOwner(
      isOurDisowning ? session.window : change.owner,
      of: selection,
      by: change.reason == .ownerSet ? .claim : .ownerGone,
      at: time,
      session
    )
  }

  /// Tells that a selection changed hands; what was known of its owner is out of date.
  func noteOwner(
    _ owner: Window?,
    of selection: Selection,
    by cause: SelectionChange.Cause,
    at time: ServerTime = .currentTime,
    _ session: Session
  ) {
    session.knownTargets[selection] = nil
    session.leftOutCounts[selection] = nil
    let claim = (claimCounts[selection] ?? 0) + 1
    claimCounts[selection] = claim
    let holder: SelectionChange.Holder =
      switch owner {
      case nil: .nobody
      case session.window: .ours
      case let owner?: .foreign(WindowID(rawValue: owner.rawValue))
      }
    tell(
      .ownerChanged(
        SelectionChange(selection, claim: claim, holder: holder, cause: cause, time: time)
      )
    )
  }

  /// Whether an event is about our own doing, which is then done with.
  private func takeDisowning(_ selection: Selection, at time: ServerTime) -> Bool {
    guard let index = disownTimes[selection]?.firstIndex(of: time) else { return false }
    disownTimes[selection]?.remove(at: index)
    return true
  }

  func takeTime(_ time: ServerTime, _ session: Session) {
    guard !session.clockUses.isEmpty else { return }
    switch session.clockUses.removeFirst() {
    case .claim(let selection):
      leaveToOwner(selection, session)
      handle(.time(time), selection)
    case .manager: handleRole(.time(time))
    case .clear(let selection, let continuation):
      if (try? window(owning: selection, session)) ?? nil != nil {
        disown(selection, at: time, session)
      }
      continuation.resume()
    }
  }

  /// Asks the server who owns what; `false` if there is nothing to ask.
  ///
  /// Events that came before the server's answer are handled before it: one may say that we did
  /// own the selection, if only for a moment.
  func checkOwners(_ session: Session) -> Bool {
    let selections = ownerChecks
    guard !selections.isEmpty else { return false }
    ownerChecks = []
    for selection in selections {
      guard let owner = try? window(owning: selection, session) else {
        handleQueued(session)
        handle(.ownerChecked(isOurs: false), selection)
        continue
      }
      handleQueued(session)
      handle(.ownerChecked(isOurs: owner == session.window), selection)
    }
    return true
  }

  private func handleQueued(_ session: Session) {
    while let event = session.connection.nextQueuedEvent() { handle(event, session) }
  }

  private func perform(_ action: SelectionOwnership.Action, _ selection: Selection) {
    switch action {
    case .askTime:
      guard let session else { return }
      session.clockUses.append(.claim(selection))
      session.connection.touch(session.clock, of: session.window)
    case .claim(let time):
      guard let session else { return }
      let atom = session.atom(of: selection)
      session.connection.setOwner(session.window, of: atom, at: Timestamp(rawValue: time.rawValue))
    case .checkOwner: ownerChecks.append(selection)
    case .disown(let time):
      if let session { disown(selection, at: time, session) }
    case .confirmed(let id, let time):
      claim(id, selection)?.resume(returning: .success(time))
    case .failed(let id, let failure):
      claim(id, selection)?.resume(returning: .failure(DesktopError(failure)))
    case .lost(let id): tell(.lostOwnership(selection, id: id))
    case .rememberForAWhile(let id):
      loop.schedule(after: .seconds(2)) { [weak self] in
        self?.assumeIsolated { $0.handle(.forget(id: id), selection) }
      }
    }
  }

  private func claim(
    _ id: UInt64,
    _ selection: Selection
  ) -> CheckedContinuation<Result<ServerTime, DesktopError>, Never>? {
    claims.removeValue(forKey: ClaimKey(selection: selection, id: id))
  }

  /// Withdraws what is about to be claimed if it is for a selection that nobody has, and somebody has it.
  private func leaveToOwner(_ selection: Selection, _ session: Session) {
    guard let id = ownerships[selection]?.wishedID,
      modestClaims.contains(ClaimKey(selection: selection, id: id)),
      (try? window(owning: selection, session)) ?? nil != nil
    else { return }
    handle(.withdraw(id: id), selection)
  }

  private func disown(_ selection: Selection, at time: ServerTime, _ session: Session) {
    // The server ignores a claim that is out of date, and then there is no event: keep a few only.
    disownTimes[selection] = (disownTimes[selection] ?? []).suffix(7) + [time]
    let atom = session.atom(of: selection)
    session.connection.setOwner(nil, of: atom, at: Timestamp(rawValue: time.rawValue))
  }
}

extension DesktopError {
  fileprivate init(_ failure: SelectionOwnership.Failure) {
    switch failure {
    case .claimLost: self = .claimLost
    case .withdrawn: self = .cancelled
    case .disconnected: self = .notConnected(reason: "the display went away")
    }
  }
}
