public import LinuxIO

/// Watches folders and says what landed in them: each file once, when it is whole.
///
/// Knows nothing of what becomes of it: who is told accepts, copies or moves. Works on the loop that it
/// is given, some files at a time, so that others there have their turn; but a file system that does not
/// answer stops that loop. Asks the kernel by path each time and holds nothing open, so that no file
/// system is busy by it. Costs nothing while nothing happens to the folders.
///
/// A folder that is not there is waited for, one that goes is followed by its path, not by its inode:
/// what happens to a directory that was renamed is not told.
///
/// Source: inotify(7); fcntl(2), "Leases".
public actor DropFolders {
  let loop: EventLoop
  let limits: DropLimits
  /// In the order in which they were added.
  var folders: [Folder] = []
  var foldersByWatch: [DirectoryWatch.ID: Folder] = [:]
  var watches: Watches?
  /// The directories on the way to the folders, by their watches.
  var ways: [DirectoryWatch.ID: [[UInt8]]] = [:]
  var lookups = LookupQueue()
  private var timer: (timer: EventLoop.Timer, time: MonotonicTime)?
  private let report: @Sendable (DropReport) -> Void

  /// What tells us; there only while there are folders.
  struct Watches {
    let folders: DirectoryWatch
    let ways: DirectoryWatch
    let mounts: MountTableWatch
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Watches nothing yet; `loop` must run as long as this actor lives.
  ///
  /// `report` is called on the loop with what happens, in order, and must not wait.
  public init(
    loop: EventLoop,
    limits: DropLimits = DropLimits(),
    report: @escaping @Sendable (DropReport) -> Void
  ) {
    (self.loop, self.limits, self.report) = (loop, limits, report)
  }

  /// Watches exactly these from now on; the state of each new one is reported before it returns.
  ///
  /// A folder that was watched already goes on as it was, whatever its `since` says now. Of one that is
  /// no longer wanted nothing is reported any more. A path that is not absolute, or leads to the
  /// directory of another one, fails.
  public func set(_ wanted: [WatchedFolder]) {
    for folder in folders where !wanted.contains(where: { $0.path == folder.given }) {
      drop(folder)
    }
    for folder in wanted where self.folder(folder.path) == nil { begin(folder) }
    if folders.isEmpty { (watches, ways) = (nil, [:]) }
    review()
    arm()
  }

  /// Watches one more, as ``set(_:)``.
  public func add(_ folder: WatchedFolder) {
    set(folders.map { WatchedFolder(path: $0.given) } + [folder])
  }

  /// Ends the watching of a folder; nothing is reported of it any more.
  public func remove(_ path: [UInt8]) {
    set(folders.map { WatchedFolder(path: $0.given) }.filter { $0.path != path })
  }

  /// Says that a file, or a directory, that is about to get a name in a folder is no landing.
  ///
  /// To be called before it gets that name. Holds for the first name that it gets there, and for a
  /// minute (``DropLimits/expectation``).
  public func expect(_ identity: FileIdentity, in path: [UInt8]) {
    guard let folder = folder(path) else { return }
    handle(.expected(identity), of: folder)
  }

  /// Up to where a folder was reported by now; `nil` if it is not watched.
  ///
  /// Worth being kept when the watching ends, not only what came with a report: what was only touched
  /// since then would land after a restart.
  public func watermark(of path: [UInt8]) -> Watermark? {
    folder(path).map(mark)
  }

  /// How it stands with a folder; `nil` if it is not watched.
  public func state(of path: [UInt8]) -> FolderState? { folder(path)?.state }

  // MARK: - Folders

  private func folder(_ path: [UInt8]) -> Folder? { folders.first { $0.given == path } }

  private func begin(_ wanted: WatchedFolder) {
    guard let path = FolderPath.normalized(wanted.path) else {
      return tell(.state(folder: wanted.path, .failed(reason: "the path is not absolute")))
    }
    folders.append(Folder(wanted, path: path, limits: limits))
  }

  private func drop(_ folder: Folder) {
    detach(folder)
    folders.removeAll { $0 === folder }
  }

  func tell(_ report: DropReport) { self.report(report) }

  func set(_ state: FolderState, of folder: Folder) {
    folder.missingSince = state == .watching ? nil : folder.missingSince ?? .now
    guard folder.state != state else { return }
    folder.state = state
    tell(.state(folder: folder.given, state))
  }

  // MARK: - What happens

  func handle(_ events: [DirectoryEvent]) {
    var isToBeReviewed = false
    for event in events {
      if event.change == .overflow {
        for folder in folders { list(folder) }
        isToBeReviewed = true
      }
      guard let folder = event.watch.flatMap({ foldersByWatch[$0] }) else { continue }
      if let name = event.name, let sign = event.change.sign {
        handle(.noticed(name, sign), of: folder)
      } else {
        if event.change == .ignored { detach(folder) }
        isToBeReviewed = true
      }
    }
    if isToBeReviewed { review() }
    arm()
  }

  func handle(_ event: FolderEvent, of folder: Folder) {
    for action in folder.watch.handle(event, at: .now) {
      switch action {
      case .look(let name, let isWhole):
        lookups.append(Lookup(folder: folder, name: name, isWhole: isWhole))
        goOnLooking()
      case .refuse(let name, let reason):
        tell(.refused(folder: folder.given, name: name, reason: reason))
      case .report(let files): deliver(files, of: folder)
      }
    }
  }

  /// Tells what landed, unless the path leads elsewhere by now.
  private func deliver(_ files: [LandedFile], of folder: Folder) {
    guard isInPlace(folder) else {
      folder.watch.takeBack(files, at: .now)
      return review()
    }
    tell(.landed(folder: folder.given, files: files, watermark: mark(folder)))
  }

  private func mark(_ folder: Folder) -> Watermark {
    let now = Folder.clock
    if let watches, folder.attachment != nil, !watches.folders.hasUntold { folder.setMark(now) }
    return folder.mark
  }

  // MARK: - Time

  /// Sets the timer to the next thing that is to be done.
  func arm() {
    var next = folders.compactMap(\.watch.nextTime).min()
    if let poll = nextPoll { next = next.map { min($0, poll) } ?? poll }
    guard next != timer?.time else { return }
    timer?.timer.cancel()
    timer = next.map { time in
      let timer = loop.schedule(at: time) { [weak self] in
        self?.assumeIsolated { $0.timePassed() }
      }
      return (timer, time)
    }
  }

  /// Whether it will wake up by itself.
  var isArmed: Bool { timer != nil }

  private func timePassed() {
    timer = nil
    if let nextPoll, nextPoll <= .now {
      lastPoll = .now
      review()
    }
    for folder in folders where folder.watch.nextTime.map({ $0 <= .now }) == true {
      handle(.time, of: folder)
    }
    arm()
  }

  var lastPoll: MonotonicTime?

  /// When to look for those that are not there, for what no watch tells of, such as a permission.
  private var nextPoll: MonotonicTime? {
    guard let since = folders.compactMap(\.missingSince).max() else { return nil }
    let last = max(lastPoll ?? since, since)
    return last + max(limits.missing, min((last - since) / 4, .seconds(60)))
  }
}

extension DirectoryEvent.Change {
  /// What it is as a sign of something in the directory.
  fileprivate var sign: FolderEvent.Sign? {
    switch self {
    case .created: .created
    case .closedAfterWriting: .closedAfterWriting
    case .movedIn(let cookie): .movedIn(cookie: cookie)
    case .movedOut(let cookie): .movedOut(cookie: cookie)
    case .deleted: .deleted
    case .attributes: .attributes
    case .selfDeleted, .selfMoved, .unmounted, .overflow, .ignored: nil
    }
  }
}
