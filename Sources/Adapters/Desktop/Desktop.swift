public import LinuxIO
internal import Pasteboards
internal import Selections
internal import Synchronization
public import XCB

/// The selections of one X server: what we offer on them, and what others do.
///
/// Carries out the state machines of `Selections`. Runs on a loop that is best its own: a server
/// that stops answering stops this actor, and nothing else. Programs that stop answering stop
/// nobody; each costs a timer.
///
/// Source: ICCCM 2.0 §2; `Documentation/X11.md` says which clause is where.
public actor Desktop {
  let loop: EventLoop
  let limits: DesktopLimits
  var session: Session?
  var ownerships: [Selection: SelectionOwnership] = [:]
  /// Offers that wait to be confirmed.
  var claims: [ClaimKey: CheckedContinuation<Result<ServerTime, DesktopError>, Never>] = [:]
  /// Offers that are claimed only if nobody has the selection by then.
  var modestClaims: Set<ClaimKey> = []
  /// Selections of which we must ask who owns them, once all events so far are handled.
  var ownerChecks: [Selection] = []
  /// How many changes of each selection were noticed, on whatever server.
  var claimCounts: [Selection: Int] = [:]
  /// The only client that an offer still serves, if that is limited.
  var restrictions: [Selection: Restriction] = [:]
  /// The times with which we made selections unowned and of which no event has told yet.
  var disownTimes: [Selection: [ServerTime]] = [:]
  /// Who read an offer last.
  var lastReaders: [Selection: Reader] = [:]
  var transfers: OutgoingTransfers
  var sendings: [PropertyPlace: Sending] = [:]
  /// Requests that wait for promises, and what they are.
  var deferred = DeferredAnswers()
  var waiting: [DeferredAnswers.ID: AskedQuestion] = [:]
  /// Promises that are being made for them.
  var asking: [ObjectIdentifier: AskedPromise] = [:]
  /// Room for one piece of a transfer.
  let room = PieceRoom(byteCount: 393_216)
  var conversions: [Window: Conversion] = [:]
  var queues: [Window: [Conversion]] = [:]
  /// Windows that silent owners may still write to, the oldest first.
  var retired: [Window] = []
  var conversionCount: UInt64 = 0
  var wantsManager = false
  var managerRole = ManagerRole()
  /// Programs that end and wait for their content to be kept, in the order in which they asked.
  var saves: [AskedSave] = []
  var saveCount: UInt64 = 0
  /// Waits until another clipboard manager has kept what we offer.
  var handOver: CheckedContinuation<Bool, Never>?
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  let gauge = Mutex(DesktopActivity())

  /// Takes what happens, in order, on the loop.
  private let observer: @Sendable (DesktopEvent) -> Void

  /// An offer on one selection; a mirror offers the same on another.
  struct ClaimKey: Hashable {
    let selection: Selection
    let id: UInt64
  }

  struct Restriction {
    let id: UInt64
    let client: UInt32
    /// The client's window, whose end is the client's.
    let window: Window?
  }

  struct Reader {
    let id: UInt64
    let client: UInt32
    let window: Window
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Begins without a display; `loop` must run as long as this actor lives.
  ///
  /// `observer` is called on the loop with what happens, in order, and must not wait.
  public init(
    loop: EventLoop,
    limits: DesktopLimits = DesktopLimits(),
    observer: @escaping @Sendable (DesktopEvent) -> Void
  ) {
    self.observer = observer
    self.loop = loop
    self.limits = limits
    transfers = OutgoingTransfers(limit: limits.transfers)
    for selection in Selection.allCases {
      ownerships[selection] = SelectionOwnership(isConnected: false)
    }
    // Before every wait and not when the socket is readable: whoever waits for a reply pulls
    // events off the socket, which is then quiet while they lie in libxcb's queue.
    loop.beforeWait { [weak self] in
      self?.assumeIsolated { $0.drain() }
    }
  }

  /// What the desktop is at; may be asked from anywhere, also while the server does not answer.
  public nonisolated var activity: DesktopActivity { gauge.withLock { $0 } }

  // MARK: - The display

  /// Connects to a display, and claims again what was offered when the last one went away.
  ///
  /// Blocks the loop for at most `timeout`.
  public func connect(
    display: DisplayName,
    authority: Authority,
    timeout: Duration
  ) async throws(DesktopError) {
    disconnect()
    do {
      let connection = try Connection.open(
        display: display,
        authority: authority,
        timeout: timeout
      )
      let session = try Session(connection, usesXFixes: limits.usesXFixes)
      // The wake-up is the point; what came is looked at before the next wait.
      try loop.watch(number: session.socket.number, for: .readable) { _ in }
      self.session = session
      gauge.withLock { $0.isWatching = session.isWatching }
      for selection in Selection.allCases { try begin(selection, session) }
      beginManaging(session)
      beginPolling(session)
    } catch {
      disconnect()
      throw .notConnected(reason: "\(error)")
    }
  }

  private func begin(_ selection: Selection, _ session: Session) throws {
    let owner = try session.connection.owner(of: session.atom(of: selection))
    session.polled[selection] = PolledOwner(owner: owner)
    noteOwner(owner, of: selection, by: .connected, session)
    handle(.connected(isOwned: owner != nil), selection)
  }

  /// Lets go of the display; everybody who waits is told.
  public func disconnect() { lose("the connection was closed") }

  /// Waits until no content is on its way, or `patience` is over, and lets go of the display.
  public func shutDown(within patience: Duration) async {
    if session != nil, !isIdle {
      loop.schedule(after: patience) { [weak self] in
        self?.assumeIsolated { $0.endIdleWait() }
      }
      await withCheckedContinuation { idleWaiters.append($0) }
      // xsel says once more that it has sent all, and dies of a window that is gone by then.
      await withCheckedContinuation { continuation in
        loop.schedule(after: Self.farewell) { continuation.resume() }
      }
    }
    disconnect()
  }

  /// How long windows outlive the last transfer of a desktop that shuts down.
  private static let farewell = Duration.milliseconds(200)

  private var isIdle: Bool {
    transfers.count == 0 && deferred.isEmpty && !conversions.values.contains(where: \.isAtWork)
  }

  private func endIdleWait() {
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  func lose(_ reason: String) {
    guard let session else { return }
    self.session = nil
    loop.unwatch(number: session.socket.number)
    session.polling?.cancel()
    for selection in Selection.allCases { handle(.disconnected, selection) }
    handleRole(.disconnected)
    saves = []
    endHandOver(false)
    let failed = Array(conversions.values) + queues.values.flatMap { $0 }
    (conversions, queues, retired) = ([:], [:], [])
    for conversion in failed { conversion.end(.failure(.notConnected(reason: reason))) }
    for sending in sendings.values { sending.end() }
    sendings = [:]
    perform(deferred.handle(.disconnected))
    transfers = OutgoingTransfers(limit: limits.transfers)
    (ownerChecks, restrictions, disownTimes, lastReaders) = ([], [:], [:], [:])
    session.endClockUses()
    measure()
    gauge.withLock { ($0.isWatching, $0.hasOtherManager) = (false, false) }
    tell(.disconnected(reason: reason))
  }

  func tell(_ event: DesktopEvent) { observer(event) }

  /// Updates the figures for a status.
  func measure() {
    let conversions = conversions.values.count(where: \.isAtWork)
    gauge.withLock { gauge in
      gauge.conversions = conversions
      gauge.transfers = transfers.count
    }
    if isIdle { endIdleWait() }
  }

  /// The session, or why there is none.
  func connected() throws(DesktopError) -> Session {
    guard let session else { throw .notConnected(reason: "there is no display") }
    return session
  }

  // MARK: - Events

  /// Handles what has come, up to the next piece of content, and sends everything that is to go.
  ///
  /// A program that is faster than we are has its next piece there already: callers and timers
  /// get their turn between two.
  func drain() {
    guard let session else { return }
    session.hasMovedPiece = false
    repeat {
      while !session.hasMovedPiece, let event = session.connection.nextEvent() {
        handle(event, session)
        guard self.session === session else { return }
      }
    } while !session.hasMovedPiece && checkOwners(session)
    // What libxcb has read ahead wakes nobody.
    if session.hasMovedPiece { loop.perform {} }
    do {
      try session.connection.flush()
    } catch {
      lose("\(error)")
    }
  }

  func handle(_ event: Event, _ session: Session) {
    switch event {
    case .selectionClear(let clear): handle(clear, session)
    case .selectionRequest(let request):
      // Only the server makes these events; and to answer one on behalf of a window of our own would be
      // to tell ourselves of answers that are none, and to listen to that window as to a stranger's.
      guard !request.isSynthetic, !session.connection.owns(request.requestor) else { return }
      if request.selection == session.clipboardManager {
        answerManager(request, session)
      } else {
        answer(request, session)
      }
    case .selectionNotify(let notify): handle(notify)
    case .propertyNotify(let notify): handle(notify, session)
    case .ownerChange(let change): handle(change, session)
    case .destroyNotify(let notify):
      if !notify.isSynthetic { forget(notify.window, session) }
    case .error(let error, _):
      // Errors about others' windows are their ends; all others are no reason to end ourselves.
      if let window = error.badWindow { forget(window, session) }
    case .clientMessage, .other: break
    }
  }
}

extension XError {
  /// The window that is not there, if that is what the server says.
  fileprivate var badWindow: Window? {
    guard isBadWindow, case .protocolError(_, _, _, let resource) = kind else { return nil }
    return Window(rawValue: resource)
  }
}
