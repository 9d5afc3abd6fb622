internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Wire

/// The drop folders that are in force.
struct FolderTable: Sendable {
  /// By path, in no order that means something.
  var facts: [[UInt8]: FolderFacts] = [:]
  /// What watches them; made with the first.
  var watcher: DropFolders?
  /// What reads and saves files there, on the watcher's loop: those of other places delay none of it.
  var intake: Intake?
  /// When the daemon began, in nanoseconds since 1970.
  let begun = Int64(clamping: LocalTime.nanosecondsSince1970)
  /// Whether what is remembered could be read: what could not is not written over.
  var isReadable = true

  /// What is the matter with folders, one line each.
  var problems: [String] {
    let lines = facts.values.sorted { $0.folder.name < $1.folder.name }.flatMap(\.problems)
    return isReadable ? lines : ["the folders that were added cannot be read: see the log"] + lines
  }
}

// Directories that are bound to boards.
extension PasteboardService {
  /// Watches what was added before, and what the configuration says.
  func beginFolders() {
    if let known = FolderBook.read(from: folderBook) {
      folders.facts = Dictionary(known.map { ($0.folder.path, $0) }) { first, _ in first }
    } else {
      folders.isReadable = false
      let file = String(decoding: folderBook, as: UTF8.self)
      log.write(.error, "\(file) cannot be read: folders that were added are not watched")
    }
    loop.task(in: self) { service in
      await service.applyFolders()
      for path in Array(service.folders.facts.keys) { await service.resumeSaving(in: path) }
    }
  }

  /// As ``reload()``; what lands after it has landed in a folder that is new.
  func reloadAll() async throws(PasteboardError) -> Nothing {
    let done = try reload()
    await applyFolders()
    return done
  }

  /// Folders that were added stay; those of the configuration are what it says now.
  func applyFolders() async {
    await takeTurn(.folderSettings)
    await updateFolders()
    turns.give(.folderSettings)
    guard folders.watcher != nil || !folders.facts.isEmpty else { return }
    await watchFolders()
  }

  private func updateFolders() async {
    var sound: [DropFolder] = []
    for folder in configuration.folder.all.map(\.folder) {
      if folder.path.count < DropFolder.longestPath, await !isOurs(folder.path) {
        sound.append(folder)
      } else {
        log.write(.error, "\(folder.name): this can be no drop folder")
      }
    }
    let known = folders.facts
    var wanted = known.filter { !$0.value.folder.isConfigured }
    for folder in sound {
      var facts = known[folder.path] ?? FolderFacts(folder, nil)
      facts.folder = folder
      wanted[folder.path] = facts
    }
    folders.facts = wanted
  }

  private func watchFolders() async {
    guard let watcher = folders.watcher ?? makeWatcher() else { return }
    let all = folders.facts.values.map {
      WatchedFolder(path: $0.folder.path, since: $0.watermark)
    }
    // One whose disk does not answer is seen when it does.
    _ = await loop.result(in: watcher, within: .seconds(2)) { $0.set(all) }
  }

  /// A loop of its own: a disk that does not answer holds up nobody else.
  private func makeWatcher() -> DropFolders? {
    do {
      let own = try EventLoop(home: loop)
      try own.start(name: "folders")
      let watcher = DropFolders(loop: own) { [weak self, loop] report in
        guard let self else { return }
        loop.perform { self.assumeIsolated { $0.handle(report) } }
      }
      folders.watcher = watcher
      folders.intake = Intake(loop: own, storage: storage)
      return watcher
    } catch {
      problems.append("drop folders cannot be watched: \(error)")
      log.write(.error, "drop folders cannot be watched: \(error)")
      return nil
    }
  }

  private func handle(_ report: DropReport) {
    switch report {
    case .state(let path, let state):
      folders.facts[path]?.state = state
      guard let name = folders.facts[path]?.folder.name else { return }
      switch state {
      case .watching: log.write(.info, "\(name): files that land there are taken")
      case .missing(let reason): log.write(.notice, "\(name): \(reason)")
      case .failed(let reason): log.write(.error, "\(name): it cannot be watched: \(reason)")
      }
    case .refused(let path, let name, let reason): refuse(name, reason, in: path)
    case .landed(let path, let files, let watermark):
      guard let binding = folders.facts[path]?.binding else { return }
      folders.facts[path]?.pendingCount += 1
      let burst = Burst(files: files, path: path, watermark: watermark, binding: binding)
      loop.task(in: self) { await $0.land(burst) }
    }
  }

  /// Names what stays where it is.
  func refuse(_ name: [UInt8], _ reason: String, in path: [UInt8]) {
    guard var facts = folders.facts[path] else { return }
    facts.refuse(name, reason)
    folders.facts[path] = facts
    let file = String(decoding: name, as: UTF8.self)
    log.write(.notice, "\(facts.folder.name): \(file) stays there: \(reason)")
  }

  // MARK: What clients ask

  func folders(_ request: FoldersRequest) -> FoldersReply {
    let all = folders.facts.values.map(\.status)
    let sorted = all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return FoldersReply(folders: sorted)
  }

  /// Binds a directory to a board; one that is bound already is bound anew.
  func addFolder(_ request: AddFolderRequest) async throws(PasteboardError) -> Nothing {
    guard let path = request.directory, path.first == UInt8(ascii: "/"), !path.contains(0) else {
      throw .invalidRequest(parameter: "path", reason: "it must be absolute")
    }
    try await check(path, request.run ?? [])
    guard folders.facts[path]?.folder.isConfigured != true else {
      throw .notPermitted(reason: "the configuration says what this folder is: change it there")
    }
    guard folders.isReadable else {
      throw .storageFailed(reason: "what was added before cannot be read: see the log")
    }
    var folder = DropFolder(path: path, board: try board(named: request.board))
    for name in request.accept ?? [] { _ = try NamedType(wished: name) }
    folder.accept = request.accept ?? []
    folder.action = request.then ?? .link
    folder.command = request.run ?? []
    if let name = request.name {
      do {
        folder.template = try FileNameTemplate(name)
      } catch {
        throw .invalidRequest(parameter: "name", reason: error.description)
      }
    }
    let former = folders.facts[path]?.folder
    var facts = folders.facts[path] ?? FolderFacts(folder, nil)
    // What was put on another board is nothing for this one.
    if facts.folder.board != folder.board { facts.unsaved = [] }
    facts.folder = folder
    folders.facts[path] = facts
    await watchFolders()
    // What cannot be watched at all is a mistake, and one that is missing may come. Others may have
    // bound it anew meanwhile.
    if case .failed(let reason) = folders.facts[path]?.state, folders.facts[path]?.folder == folder
    {
      if let former { folders.facts[path]?.folder = former } else { folders.facts[path] = nil }
      await watchFolders()
      throw .invalidRequest(parameter: "path", reason: reason)
    }
    await saveFolders()
    return Nothing()
  }

  /// Refuses what can be no folder, and what would feed on itself.
  private func check(_ path: [UInt8], _ command: [String]) async throws(PasteboardError) {
    guard path.count < DropFolder.longestPath else {
      throw .tooLarge(what: "a path", limit: DropFolder.longestPath)
    }
    guard await !isOurs(path) else {
      throw .notPermitted(reason: "xferd keeps what is on the boards there")
    }
    let isSound = command.first?.isEmpty != true && !command.contains { $0.utf8.contains(0) }
    guard isSound else {
      throw .invalidRequest(parameter: "run", reason: "it must be a program and its arguments")
    }
  }

  /// Whether a directory is the state directory, or in it.
  private func isOurs(_ path: [UInt8]) async -> Bool {
    let ours = storage.directory
    @Sendable func inSlashes(_ path: [UInt8]) -> [UInt8] {
      path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
    }
    let found = await loop.result(in: fileIntake, within: .seconds(2)) { _ in
      func resolved(_ path: [UInt8]) -> [UInt8] { (try? FileSystem.resolved(path)) ?? path }
      return inSlashes(resolved(path)).starts(with: inSlashes(resolved(ours)))
    }
    // Of one on a disk that does not answer its name tells.
    return found ?? inSlashes(path).starts(with: inSlashes(ours))
  }

  func removeFolder(_ request: RemoveFolderRequest) async throws(PasteboardError) -> Nothing {
    guard let path = request.directory, let facts = folders.facts[path] else {
      throw .invalidRequest(parameter: "path", reason: "this is no drop folder")
    }
    guard !facts.folder.isConfigured else {
      throw .notPermitted(reason: "the configuration says so: remove it there")
    }
    folders.facts[path] = nil
    await saveFolders()
    await watchFolders()
    return Nothing()
  }

  // MARK: What is remembered

  private var folderBook: [UInt8] { FolderBook.path(in: storage.directory) }

  /// Sees to it that what is to be saved in a folder is after a crash, and does not land there then.
  func noteSaves(in path: [UInt8]) {
    guard let facts = folders.facts[path], !facts.isMarkDue else { return }
    folders.facts[path]?.isMarkDue = true
    // The kernel tells of it a moment later, and more may follow.
    loop.schedule(after: .seconds(1)) { [weak self, loop] in
      guard let self else { return }
      loop.task(in: self) { await $0.mark(path) }
    }
  }

  private func mark(_ path: [UInt8]) async {
    folders.facts[path]?.isMarkDue = false
    // At once, since a disk that does not answer may keep the watcher.
    await saveFolders()
    guard let mark = await watermark(of: path), let facts = folders.facts[path],
      // Their own marks come with them.
      facts.pendingCount == 0, facts.retriedCount == 0
    else { return }
    folders.facts[path]?.watermark = mark
    await saveFolders()
  }

  private func watermark(of path: [UInt8]) async -> Watermark? {
    guard let watcher = folders.watcher else { return nil }
    return await loop.result(in: watcher, within: .seconds(2)) { $0.watermark(of: path) } ?? nil
  }

  /// Writes down how far each folder was seen.
  func saveFolders() async {
    guard folders.isReadable, let bytes = FolderBook.bytes(of: folders.facts.values) else { return }
    do {
      try await intake.write(bytes, to: folderBook)
    } catch {
      log.write(.error, "what was seen of drop folders could not be written: \(error)")
    }
  }

  /// Notes how far folders were seen when the daemon ends.
  func endFolders() async {
    guard !folders.facts.isEmpty else { return }
    await saveFolders()
    for path in Array(folders.facts.keys) {
      guard let mark = await watermark(of: path) else { continue }
      // What was told of before the mark is kept by then, or lands again after a restart.
      await loop.giveTurn()
      await takeTurn(.folder(path))
      if folders.facts[path]?.retriedCount == 0 { folders.facts[path]?.watermark = mark }
      turns.give(.folder(path))
    }
    await saveFolders()
  }
}

extension Intake {
  /// Writes a small file, whole or not at all.
  fileprivate func write(_ bytes: [UInt8], to path: [UInt8]) throws(SystemError) {
    let file = try StagedFile(for: path)
    try file.descriptor.descriptor.writeAll(bytes)
    try file.descriptor.descriptor.synchronize()
    try file.commit(replacing: true, permissions: 0o600)
  }
}
