internal import Declarations
internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Varlink
internal import Wire

/// The process: it starts everything, runs the main loop, and ends in order.
///
/// The thread that calls ``run()`` becomes the main loop: clients, timers and signals. The display
/// has a loop of its own, so that a server that does not answer delays no client, and so has the
/// intake of content, for the sake of slow disks and pipes; files of others, whose disk may never answer,
/// have another. The store waits for the disk on one, and is read on another, so that no search delays a
/// put. What nobody waits for, such as checksums of large content, has the last one.
final class Daemon: Sendable {
  private let mainLoop: EventLoop
  private let desktopLoop: EventLoop
  private let intakeLoop: EventLoop
  private let fileLoop: EventLoop
  private let storeLoop: EventLoop
  private let historyLoop: EventLoop
  private let upkeepLoop: EventLoop
  private let bridge: DisplayBridge
  private let service: PasteboardService
  private let server: VarlinkServer
  private let log: Log

  /// Prepares everything; clients that connect from now on are answered once ``run()`` runs.
  init(
    sockets: [SharedDescriptor],
    stateDirectory: [UInt8],
    configuration: Configuration,
    declarations: DeclarationFolders,
    reload: @escaping @Sendable () throws(PasteboardError) -> Configuration
  ) throws {
    let log = Log(level: configuration.log.level)
    self.log = log
    let mainLoop = try EventLoop()
    self.mainLoop = mainLoop
    desktopLoop = try EventLoop()
    intakeLoop = try EventLoop(home: mainLoop)
    fileLoop = try EventLoop(home: mainLoop)
    storeLoop = try EventLoop(home: mainLoop)
    historyLoop = try EventLoop(home: mainLoop)
    upkeepLoop = try EventLoop(home: mainLoop)
    let storage = PayloadStorage(
      directory: stateDirectory,
      lockedByteCount: configuration.limits.sensitive.bytes,
      disposal: intakeLoop
    )
    storage.removeLeftOvers()
    let intake = Intake(loop: intakeLoop, storage: storage)
    let observer = DesktopObserver()
    let recorder = Recorder(
      loop: desktopLoop,
      storage: storage,
      intake: intake,
      options: RecordingOptions(configuration),
      report: { report in mainLoop.perform { observer.tell(report) } }
    )
    let bridge = DisplayBridge(
      mainLoop: mainLoop,
      desktopLoop: desktopLoop,
      configuration: configuration,
      observer: observer,
      recorder: recorder,
      log: { log.write($0, $1) }
    )
    self.bridge = bridge
    let store = Store(
      in: stateDirectory,
      on: storeLoop,
      upkeep: upkeepLoop,
      limits: configuration.history.limits,
      report: { log.write(.error, $0) }
    )
    let service = PasteboardService(
      loop: mainLoop,
      bridge: bridge,
      intake: intake,
      fileIntake: Intake(loop: fileLoop, storage: storage),
      storage: storage,
      store: store,
      history: History(in: stateDirectory, on: historyLoop, damaged: { store.mend($0) }),
      configuration: configuration,
      types: InstalledTypes(from: declarations),
      commands: .init(
        reload: reload,
        stop: {
          log.notify("STOPPING=1")
          mainLoop.stop()
        }
      ),
      log: log
    )
    self.service = service
    // Both live on the main loop, so what the desktop tells is handled at once and in order.
    observer.set(
      .init(
        event: { event in
          bridge.assumeIsolated { $0.note(event) }
          service.assumeIsolated { $0.handle(event) }
        },
        report: { report in service.assumeIsolated { $0.note(report) } }
      )
    )
    let description = PasteboardInterface.description
    var handlers = VarlinkServer.Handlers(call: { service.accept($0) })
    handlers.connectionClosed = { service.connectionClosed($0) }
    handlers.peerRefused = {
      log.write(.warning, "user \($0.uid) tried to connect and was refused")
    }
    var limits = VarlinkServer.Limits()
    limits.messageSize = configuration.limits.message.bytes
    server = VarlinkServer(
      listening: sockets,
      on: mainLoop,
      identity: VarlinkIdentity(
        vendor: "xfer",
        product: "xferd",
        version: Release.version,
        url: ""
      ),
      interfaces: [VarlinkInterface(name: PasteboardInterface.name, description: description)],
      limits: limits,
      tooLarge: .tooLarge(limits.messageSize),
      handlers: handlers
    )
  }

  /// Serves until a signal or a client ends it.
  func run(display: String?, authority: [UInt8]?) throws {
    let signals = try SignalWatch(
      [Signal.terminate, Signal.interrupt, Signal.hangUp],
      on: mainLoop
    ) {
      [service] signal in
      if signal == Signal.hangUp { service.reloadOnSignal() } else { service.beginShutdown() }
    }
    try desktopLoop.start(name: "desktop")
    try intakeLoop.start(name: "intake")
    try fileLoop.start(name: "files")
    try storeLoop.start(name: "store")
    try historyLoop.start(name: "history")
    try upkeepLoop.start(name: "upkeep")
    upkeepLoop.perform { CurrentThread.giveWay() }
    try server.start()
    mainLoop.perform { [service, log] in
      service.begin(display: display, authority: authority) {
        log.notify("READY=1\nSTATUS=Serving")
      }
    }
    mainLoop.run()
    withExtendedLifetime(signals) {}
  }
}

extension Log {
  /// Tells the service manager, if there is one.
  func notify(_ state: String) {
    do {
      try ServiceManager.notify(state)
    } catch {
      write(.warning, "the service manager cannot be told: \(error)")
    }
  }
}
