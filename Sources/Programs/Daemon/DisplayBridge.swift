internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Synchronization
internal import Wire
internal import XCB

/// The one display that the daemon serves: reached, lost, and reached again.
///
/// While it is lost, bound boards answer `NoDisplay` at once; a call that comes while the display
/// is being reached for the first time waits for that.
actor DisplayBridge {
  /// The loop of the desktop, on which content comes in.
  nonisolated let loop: EventLoop
  let mainLoop: EventLoop
  let desktop: Desktop
  let recorder: Recorder
  private(set) var configuration: Configuration
  private var state = State.none
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private var lastEvent: Double?
  private var problem: String?
  private var pause = DisplayBridge.shortestPause
  /// The next attempt; two of them would end each other's connections.
  private var retry: EventLoop.Timer?
  private var isShuttingDown = false
  let log: @Sendable (LogLevel, String) -> Void

  private static let shortestPause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(5)

  private enum State {
    case none
    case connecting(Target)
    case connected(Target)
    case lost(Target, reason: String)

    var target: Target? {
      switch self {
      case .none: nil
      case .connecting(let target), .connected(let target), .lost(let target, _): target
      }
    }
  }

  /// A display and how to be let in.
  private struct Target: Sendable {
    let name: DisplayName
    let authority: [UInt8]?
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { mainLoop.asUnownedSerialExecutor() }

  init(
    mainLoop: EventLoop,
    desktopLoop: EventLoop,
    configuration: Configuration,
    observer: DesktopObserver,
    recorder: Recorder,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) {
    self.mainLoop = mainLoop
    loop = desktopLoop
    self.recorder = recorder
    let desktop = Desktop(
      loop: desktopLoop,
      limits: DesktopLimits(configuration),
      observer: { event in
        // First what is read, so that all that is reported of it comes after the event.
        mainLoop.perform { observer.tell(event) }
        recorder.assumeIsolated { $0.note(event) }
      }
    )
    self.desktop = desktop
    let isManager = configuration.selections.manager
    desktopLoop.perform {
      recorder.assumeIsolated { $0.begin(desktop) }
      desktop.assumeIsolated { $0.manage(isManager) }
    }
    self.configuration = configuration
    self.log = log
  }

  /// The display's loop goes round as long as the process.
  func start(display: String?, authority: [UInt8]?) async {
    guard let display, !display.isEmpty else { return }
    do {
      let target = Target(name: try DisplayName(display), authority: authority)
      await reach(target)
    } catch {
      problem = "DISPLAY: \(error)"
    }
  }

  /// Takes over a client's display, if there is none yet.
  func attach(display: String, authority: String?) async throws(PasteboardError) -> String {
    let name = try Self.name(display)
    if let target = state.target {
      guard target.name.place == name.place else {
        throw .wrongDisplay(display: target.name.description)
      }
    } else {
      await reach(Target(name: name, authority: authority.map { Array($0.utf8) }))
    }
    await arrival()
    if case .lost(let target, let reason) = state {
      throw .noDisplay(display: target.name.description, reason: reason)
    }
    return name.description
  }

  /// The selection behind a board; `nil` for a board that is bound to none.
  ///
  /// - Throws: ``PasteboardError/noDisplay(display:reason:)`` if the board is bound and its display
  ///   is not there, ``PasteboardError/wrongDisplay(display:)`` if the caller has another one.
  func selection(
    of board: BoardName,
    display: String?
  ) async throws(PasteboardError) -> Selection? {
    if let display, let target = state.target {
      guard try Self.name(display).place == target.name.place else {
        throw .wrongDisplay(display: target.name.description)
      }
    }
    guard let selection = Selection(board: board), configuration.selections.bridges(selection)
    else { return nil }
    await arrival()
    switch state {
    case .connected, .connecting: return selection
    case .lost(let target, let reason):
      throw .noDisplay(display: target.name.description, reason: reason)
    case .none:
      guard display == nil else { throw .noDisplay(display: nil, reason: "xferd has none") }
      return nil
    }
  }

  /// Takes over time-outs and the choice of selections.
  func apply(_ configuration: Configuration) {
    self.configuration = configuration
    let options = RecordingOptions(configuration)
    let isManager = configuration.selections.manager
    loop.perform { [recorder, desktop] in
      recorder.assumeIsolated { $0.apply(options) }
      desktop.assumeIsolated { $0.manage(isManager) }
    }
  }

  /// Notes that a report of the recorder was dealt with.
  nonisolated func settle(_ report: CaptureReport) {
    loop.perform { [recorder] in recorder.assumeIsolated { $0.settle(report) } }
  }

  /// Lets running transfers end, then lets go of the display.
  ///
  /// A display that is just being reached has no transfers, and is not waited for.
  func shutDown(within patience: Duration) async {
    isShuttingDown = true
    guard case .connected = state else { return }
    await desktop.shutDown(within: patience)
  }

  // MARK: Reaching the display

  /// Connects, and goes on trying with longer and longer pauses until it succeeds.
  private func reach(_ target: Target) async {
    state = .connecting(target)
    await attempt(target)
  }

  private func attempt(_ target: Target) async {
    do {
      try await desktop.connect(
        display: target.name,
        authority: target.authority.map(Authority.file) ?? .none,
        timeout: configuration.timeouts.connect
      )
      state = .connected(target)
      problem = nil
      pause = Self.shortestPause
      retry?.cancel()
      log(.info, "serving display \(target.name)")
    } catch {
      fail(target, "\(error)")
    }
    for arrival in arrivals { arrival.resume() }
    arrivals = []
  }

  private func fail(_ target: Target, _ reason: String) {
    // One line a cause and not one a try: a display that stays away is no news.
    if problem != reason { log(.error, "display \(target.name): \(reason)") }
    problem = reason
    state = .lost(target, reason: reason)
    retry?.cancel()
    retry = mainLoop.schedule(after: pause) { [weak self, mainLoop] in
      guard let self else { return }
      mainLoop.task(in: self) { await $0.attempt(target) }
    }
    pause = min(pause * 2, Self.longestPause)
  }

  /// Notes what the desktop tells of itself; called for each event, in order.
  func note(_ event: DesktopEvent) {
    switch event {
    case .ownerChanged: lastEvent = WallClock.now
    case .disconnected(let reason):
      guard let target = state.target, !isShuttingDown else { return }
      fail(target, reason)
    case .pasted, .lostOwnership, .readerGone, .saveAsked: break
    }
  }

  /// What the display is called, for an error.
  var displayName: String? { state.target?.name.description }

  private func arrival() async {
    guard case .connecting = state else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  static func timeout(_ milliseconds: Int?) -> Duration? {
    milliseconds.map { .milliseconds(min($0, 86_400_000)) }
  }

  private static func name(_ display: String) throws(PasteboardError) -> DisplayName {
    do {
      return try DisplayName(display)
    } catch {
      throw .noDisplay(display: display, reason: "\(error)")
    }
  }

  // MARK: Status

  /// Whether changes by other programs are noticed.
  nonisolated var isWatching: Bool { desktop.activity.isWatching }

  /// What `status` says of the display.
  var report: Report {
    // Without a turn of the desktop, which a server that does not answer keeps from having one.
    let activity = desktop.activity
    var isConnected = false
    if case .connected = state { isConnected = true }
    return Report(
      name: state.target?.name.description,
      isConnected: isConnected,
      isWatching: activity.isWatching,
      conversions: activity.conversions,
      transfers: activity.transfers,
      lastEvent: lastEvent,
      problems: problem.map { ["display: \($0)"] } ?? []
    )
  }

  struct Report: Sendable {
    let name: String?
    let isConnected: Bool
    let isWatching: Bool
    let conversions: Int
    let transfers: Int
    let lastEvent: Double?
    let problems: [String]
  }
}

/// Where the main loop takes what the desktop's loop tells; set once, before anything is told.
final class DesktopObserver: Sendable {
  /// Around closures, because a generic that lends a bare one wraps it anew at each access, and every
  /// event would go through all those wraps.
  struct Actions: Sendable {
    let event: @Sendable (DesktopEvent) -> Void
    let report: @Sendable (CaptureReport) -> Void
  }

  private let actions = Mutex<Actions?>(nil)

  func set(_ actions: Actions) { self.actions.withLock { $0 = actions } }

  func tell(_ event: DesktopEvent) { actions.withLock { $0 }?.event(event) }

  func tell(_ report: CaptureReport) { actions.withLock { $0 }?.report(report) }
}
