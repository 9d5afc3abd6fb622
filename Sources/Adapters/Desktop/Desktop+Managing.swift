internal import LinuxIO
internal import Pasteboards
public import Selections
internal import Synchronization
internal import XCB

/// What a program that ends asks of the clipboard manager.
public struct SaveRequest: Sendable, Equatable {
  public let id: UInt64
  /// What it wants to be kept; `nil` is all.
  public let targets: [TargetName]?
}

/// A request to keep the clipboard that is not answered yet.
struct AskedSave {
  let id: UInt64
  let event: XCB.SelectionRequest
}

// Being the clipboard manager, to which programs leave their content when they end.
extension Desktop {
  /// Takes the role of the clipboard manager if nobody has it, or gives it up.
  public func manage(_ isWanted: Bool) {
    wantsManager = isWanted
    guard let session else { return }
    if isWanted { beginManaging(session) } else { handleRole(.end) }
  }

  func beginManaging(_ session: Session) {
    // That the server has gone the next drain finds out.
    guard let found = try? [session.connection.owner(of: session.clipboardManager)],
      let owner = found.first
    else { return }
    noteManager(owner, session)
    guard wantsManager, managerRole.claimTime == nil else { return }
    handleRole(.begin(isOwned: owner != nil))
  }

  private func noteManager(_ owner: Window?, _ session: Session) {
    let isOther = owner.map { !session.connection.owns($0) } ?? false
    gauge.withLock { $0.hasOtherManager = isOther }
  }

  func handleRole(_ event: ManagerRole.Event) {
    for action in managerRole.handle(event) { perform(action) }
  }

  private func perform(_ action: ManagerRole.Action) {
    guard let session else { return }
    let connection = session.connection
    switch action {
    case .askTime:
      session.clockUses.append(.manager)
      connection.touch(session.clock, of: session.window)
    case .claim(let time):
      let time = Timestamp(rawValue: time.rawValue)
      connection.setOwner(session.window, of: session.clipboardManager, at: time)
    case .checkOwner:
      let owner = (try? connection.owner(of: session.clipboardManager)) ?? nil
      handleRole(.ownerChecked(isOurs: owner == session.window))
    case .announce(let time):
      let words = [time.rawValue, session.clipboardManager.rawValue, session.window.rawValue, 0, 0]
      connection.send(
        ClientMessage(window: connection.root, type: session.manager, words: words),
        to: connection.root,
        events: .structureNotify
      )
    case .disown(let time):
      let time = Timestamp(rawValue: time.rawValue)
      connection.setOwner(nil, of: session.clipboardManager, at: time)
    }
  }

  /// Another program took the role, or its owner has gone.
  func handleManagerChange(_ change: OwnerChange, _ session: Session) {
    guard !change.isSynthetic else { return }
    noteManager(change.owner, session)
    guard change.owner == nil, managerRole.isPassive else { return }
    // Whoever replaces it has some time to do so.
    loop.schedule(after: Rescue.patience) { [weak self] in
      self?.assumeIsolated { desktop in
        guard let session = desktop.session, desktop.wantsManager, desktop.managerRole.isPassive,
          (try? session.connection.owner(of: session.clipboardManager)) == .some(nil)
        else { return }
        desktop.handleRole(.vacant)
      }
    }
  }

  // MARK: - Requests

  /// Answers what is asked of the clipboard manager; what is to be saved is told of and answered later.
  func answerManager(_ event: XCB.SelectionRequest, _ session: Session) {
    guard event.owner == session.window, let time = managerRole.claimTime,
      let target = try? session.names.name(of: event.target, session.connection),
      event.time.rawValue == 0 || !time.isLater(than: ServerTime(rawValue: event.time.rawValue))
    else { return refuse(event, session) }
    guard target == .saveTargets else { return answerAbout(event, target, at: time, session) }
    guard saves.count < Self.saveLimit else { return refuse(event, session) }
    let id = nextSaveID()
    saves.append(AskedSave(id: id, event: event))
    session.foreign.watch(event.requestor, for: .end, session.connection)
    tell(.saveAsked(SaveRequest(id: id, targets: savedTargets(event, session))))
  }

  /// How many programs may wait for their content to be kept.
  private static let saveLimit = 8

  /// Tells a program whether its content is kept; it ends when it hears of that.
  public func answerSave(_ id: UInt64, isDone: Bool) {
    guard let index = saves.firstIndex(where: { $0.id == id }), let session else { return }
    let event = saves.remove(at: index).event
    session.foreign.unwatch(event.requestor, for: .end, session.connection)
    guard isDone else { return refuse(event, session) }
    var property = Atom.none
    if event.property != .none, let null = try? session.names.atom(.null, session.connection) {
      property = event.property
      // If it cannot be written the server has gone, or the window, and nobody waits for it.
      _ = try? session.connection.changeProperty(
        property,
        of: event.requestor,
        type: null,
        words: []
      )
    }
    session.connection.send(SelectionNotify(answering: event, property: property))
  }

  /// The targets that a program lists; `nil` if it lists none.
  private func savedTargets(_ event: XCB.SelectionRequest, _ session: Session) -> [TargetName]? {
    guard event.property != .none,
      let list = try? session.connection.property(
        event.property,
        of: event.requestor,
        byteCount: TargetList.maximumCount * 4
      ), list.exists, list.type == .atom, let words = list.words
    else { return nil }
    let atoms = words.filter { $0 != 0 }.map(Atom.init(rawValue:))
    guard !atoms.isEmpty else { return nil }
    return (try? session.names.names(of: atoms, session.connection))?.compactMap { $0 }
  }

  /// What every owner of a selection must be able to say.
  private func answerAbout(
    _ event: XCB.SelectionRequest,
    _ target: TargetName,
    at time: ServerTime,
    _ session: Session
  ) {
    let connection = session.connection
    let place = event.property == .none ? event.target : event.property
    do {
      switch target {
      case .targets:
        let names: [TargetName] = [.targets, .timestamp, .saveTargets]
        let atoms = try session.names.atoms(of: names, connection).map(\.rawValue)
        try connection.changeProperty(place, of: event.requestor, type: .atom, words: atoms)
      case .timestamp:
        let words = [time.rawValue]
        try connection.changeProperty(place, of: event.requestor, type: .integer, words: words)
      default: return refuse(event, session)
      }
      connection.send(SelectionNotify(answering: event, property: place))
    } catch {
      // The server has gone, which the next drain finds out.
    }
  }

  private func refuse(_ event: XCB.SelectionRequest, _ session: Session) {
    session.connection.send(SelectionNotify(answering: event, property: .none))
  }

  private func nextSaveID() -> UInt64 {
    saveCount += 1
    return saveCount
  }

  /// Forgets what a window asked that has gone.
  func forgetSaves(of window: Window) {
    saves.removeAll { $0.event.requestor == window }
  }
}
