internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// Answers `org.xfer.Pasteboard`: what is on the boards, and how it gets there.
///
/// Each call runs in a task of its own, so that one that waits for another program delays nobody.
actor PasteboardService {
  let loop: EventLoop
  let bridge: DisplayBridge
  let intake: Intake
  /// For files of others: a disk that does not answer holds up nothing but these.
  let fileIntake: Intake
  let storage: PayloadStorage
  let store: Store
  let history: History
  let log: Log
  private let commands: Commands
  var configuration: Configuration
  var installedTypes: InstalledTypes
  let started = MonotonicTime.now

  var ledger = BoardLedger()
  /// What the daemon offers on each board, and what is to become of it.
  var offers: [BoardName: CurrentOffer] = [:]
  /// Puts and clears of one board, one after the other; announcements of its changes, and gets of an
  /// entry whose pastes are counted, likewise.
  var turns = Turns<Turn>()
  /// What the store has been told of and the board not yet.
  var arriving: [Entry.ID: BoardName] = [:]
  /// Those of them that the store has below what others made current in their turns.
  var overtaken: Set<Entry.ID> = []
  var watchers: [Watcher] = []
  /// The numbers of changes that watchers are told of when it is known, and kept, what was copied.
  var untold: Set<Int> = []
  /// What other programs do to the bound boards.
  var foreign: [BoardName: ForeignBoard] = [:]
  /// What clients promised with puts that have not ended.
  var promises: [Entry.ID: ClientPromises] = [:]
  var problems: [String] = []
  /// Whether what is in the store was taken up.
  var isStoreOpen = false
  /// Calls that came before it was known what is on the boards; `nil` from then on.
  private var early: [CheckedContinuation<Void, Never>]? = []
  /// Why the store cannot be used, if it cannot.
  var storeProblem: String?
  /// Boards of which more is stored than a limit allows, until it is certain that the new entry stays.
  var overLimit: Set<BoardName> = []
  /// Runs when the next entry of the store ends by itself.
  var nextEnd: (deadline: MonotonicTime, timer: EventLoop.Timer)?
  /// When commands of rules were run last with an entry.
  var lastRuns: [Entry.ID: MonotonicTime] = [:]
  var folders = FolderTable()
  var notifier: Notifier?
  var isStopping = false
  private var calls: [ConnectionID: [Int: Task<Void, Never>]] = [:]
  private var callCount = 0
  /// Those who have called and have not gone.
  private(set) var clients: Set<ConnectionID> = []

  /// What is done in turns.
  enum Turn: Hashable {
    case change(of: BoardName)
    case paste(of: BoardName)
    case announcement(of: BoardName)
    case recording(of: BoardName)
    case folder([UInt8])
    case folderSettings
  }

  /// What only the process itself can do.
  struct Commands: Sendable {
    /// Reads the configuration again.
    let reload: @Sendable () throws(PasteboardError) -> Configuration
    /// Ends the process, now that everything else has ended.
    let stop: @Sendable () -> Void
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(
    loop: EventLoop,
    bridge: DisplayBridge,
    intake: Intake,
    fileIntake: Intake,
    storage: PayloadStorage,
    store: Store,
    history: History,
    configuration: Configuration,
    types: InstalledTypes,
    commands: Commands,
    log: Log
  ) {
    self.loop = loop
    self.bridge = bridge
    self.intake = intake
    self.fileIntake = fileIntake
    self.storage = storage
    self.store = store
    self.history = history
    self.configuration = configuration
    installedTypes = types
    self.commands = commands
    self.log = log
  }

  /// Begins to answer a call; called on the loop.
  nonisolated func accept(_ call: VarlinkCall) {
    assumeIsolated { service in service.begin(call) }
  }

  /// Gives up what a client that has gone was waiting for.
  nonisolated func connectionClosed(_ connection: ConnectionID) {
    assumeIsolated { service in
      service.watchers.removeAll { $0.call.connection == connection }
      for board in Array(service.offers.keys) {
        service.offers[board]?.waiting.removeAll { $0.connection == connection }
      }
      service.withdrawPromises(by: connection)
      service.endPastes(by: connection)
      service.clients.remove(connection)
      for task in (service.calls.removeValue(forKey: connection) ?? [:]).values { task.cancel() }
    }
  }

  /// Reaches the display, tells that the daemon is ready, and takes what happens from then on.
  nonisolated func begin(
    display: String?,
    authority: [UInt8]?,
    ready: @escaping @Sendable () -> Void
  ) {
    loop.task(in: self) { await $0.reach(display, authority, ready) }
  }

  private func reach(
    _ display: String?,
    _ authority: [UInt8]?,
    _ ready: @Sendable () -> Void
  ) async {
    for problem in installedTypes.problems { log.write(.warning, problem) }
    await openStore(isBridged: display != nil)
    // Before anybody is handed anything, and not what another daemon with this directory still offers.
    if isStoreOpen { await intake.sweepHanded() }
    await bridge.start(display: display, authority: authority)
    await foreign[.clipboard]?.offering?.value
    beginFolders()
    let early = early ?? []
    self.early = nil
    for call in early { call.resume() }
    ready()
    await sweepStore()
  }

  /// Ends the daemon once running transfers had their time; called on the loop.
  nonisolated func beginShutdown() {
    assumeIsolated { service in
      guard !service.isStopping else { return }
      service.isStopping = true
      service.loop.task(in: service) { await $0.shutDown() }
    }
  }

  /// Reads the configuration again; called on the loop.
  nonisolated func reloadOnSignal() {
    assumeIsolated { service in
      // The failure stands in the log and in the status.
      do {
        _ = try service.reload()
        service.loop.task(in: service) { await $0.applyFolders() }
      } catch {
        service.log.write(.error, "the old configuration stays: \(error)")
      }
    }
  }

  private func begin(_ call: VarlinkCall) {
    callCount += 1
    clients.insert(call.connection)
    let number = callCount
    let task = loop.task(in: self) { service in
      await service.answer(call)
      service.calls[call.connection]?[number] = nil
      if service.calls[call.connection]?.isEmpty == true { service.calls[call.connection] = nil }
    }
    calls[call.connection, default: [:]][number] = task
  }

  private func answer(_ call: VarlinkCall) async {
    if early != nil { await withCheckedContinuation { early?.append($0) } }
    do throws(PasteboardError) {
      guard let method = PasteboardInterface.Method(qualifiedName: call.method) else {
        call.fail(.methodNotFound(call.method))
        return
      }
      guard !isStopping || method == .status else { throw PasteboardError.stopping }
      try await answer(method, call)
    } catch {
      call.fail(error)
    }
  }

  private func answer(
    _ method: PasteboardInterface.Method,
    _ call: VarlinkCall
  ) async throws(PasteboardError) {
    switch method {
    case .put, .get, .types, .files, .describeType, .watch, .status, .list, .show, .restore,
      .testRules, .inspect:
      refreshTypes()
    default: break
    }
    switch method {
    case .put: try await put(call)
    case .fulfil: try await fulfil(call)
    case .get: try await get(call)
    case .types: try call.reply(await types(try call.decoded()))
    case .files: try await files(call)
    case .describeType: try call.reply(describeTypes(try call.decoded()))
    case .clear: try call.reply(await clear(try call.decoded()))
    case .list: try call.reply(await list(try call.decoded()))
    case .show: try call.reply(await show(try call.decoded()))
    case .restore: try call.reply(await restore(try call.decoded()))
    case .copy: try call.reply(await copy(try call.decoded()))
    case .move: try call.reply(await move(try call.decoded()))
    case .pin: try call.reply(await pin(try call.decoded()))
    case .tag: try call.reply(await tag(try call.decoded()))
    case .remove: try call.reply(await remove(try call.decoded()))
    case .testRules: try call.reply(await testRules(try call.decoded()))
    case .inspect: try call.reply(await inspect(try call.decoded()))
    case .folders: try call.reply(folders(try call.decoded()))
    case .addFolder: try call.reply(await addFolder(try call.decoded()))
    case .removeFolder: try call.reply(await removeFolder(try call.decoded()))
    case .createBoard: try call.reply(await createBoard(try call.decoded()))
    case .removeBoard: try call.reply(await removeBoard(try call.decoded()))
    case .export: try await export(call)
    case .import: try await importArchive(call)
    case .watch: try await watch(call)
    case .status: try call.reply(await status())
    case .boards: try call.reply(BoardsReply(boards: await boardStatuses()))
    case .attachDisplay: try call.reply(await attachDisplay(try call.decoded()))
    case .reload: try call.reply(await reloadAll())
    case .stop:
      try call.reply(Nothing())
      beginShutdown()
    }
  }

  /// Puts a changed configuration and changed type declarations in force; those with an error change
  /// nothing and are a problem.
  func reload() throws(PasteboardError) -> Nothing {
    let outcome = installedTypes.reload()
    note(outcome)
    do {
      configuration = try commands.reload()
      problems = []
      loop.task(in: bridge) { [configuration] in $0.apply(configuration) }
      loop.task(in: self) { service in
        await service.store.apply(service.configuration.history.limits)
        await service.watchNextEnd()
      }
      log.write(.notice, "the configuration was read again")
    } catch {
      problems = ["the configuration cannot be used: \(error.message.parameters.reason ?? "")"]
      throw error
    }
    guard outcome != .refused else {
      throw .invalidConfiguration(reason: installedTypes.problems.joined(separator: "; "))
    }
    return Nothing()
  }

  private func shutDown() async {
    let patience = configuration.timeouts.shutdown
    // Also when the X server does not answer.
    loop.schedule(after: patience) { [loop, intake] in
      loop.task(in: intake) { await $0.cancelCommands() }
    }
    // What ends soon is not for another manager, which would keep it.
    if bridge.desktop.activity.hasOtherManager, offers[.clipboard]?.isTemporary != true {
      await bridge.handOver()
    }
    loop.schedule(after: patience + .milliseconds(500)) { [commands] in commands.stop() }
    await bridge.shutDown(within: patience)
    await intake.cancelCommands()
    await closeStore()
    // Last, since a disk that does not answer may keep it.
    await endFolders()
    commands.stop()
  }
}
