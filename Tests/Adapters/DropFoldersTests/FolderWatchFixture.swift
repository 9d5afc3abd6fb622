import LinuxIO

@testable import DropFolders

/// A folder as a value, with a clock of its own and a directory of words.
struct TestFolder {
  var watch: FolderWatch
  var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  /// What the next looks find, by name.
  var files: [[UInt8]: FolderEvent.Look] = [:]
  /// What was reported, a list of names for each burst.
  var reports: [[String]] = []
  var refusals: [String] = []
  var lookCount = 0

  init(since: Watermark? = nil, holding names: [String] = [], limits: DropLimits = DropLimits()) {
    watch = FolderWatch(since: since, limits: limits)
    for (index, name) in names.enumerated() {
      files[Array(name.utf8)] = .file(.test(UInt64(1000 + index)), byteCount: 1, .nobody)
    }
  }

  /// Puts something where looks find it.
  mutating func put(
    _ name: String,
    inode: UInt64,
    byteCount: Int = 1,
    modified: Int64 = 1,
    _ writer: FileWriter = .nobody
  ) {
    let version = FileVersion.test(inode, byteCount: byteCount, modified: modified)
    files[Array(name.utf8)] = .file(version, byteCount: byteCount, writer)
  }

  mutating func take(_ name: String) { files[Array(name.utf8)] = nil }

  mutating func rename(_ name: String, to new: String, cookie: UInt32) {
    files[Array(new.utf8)] = files.removeValue(forKey: Array(name.utf8))
    notice(name, .movedOut(cookie: cookie))
    notice(new, .movedIn(cookie: cookie))
  }

  /// A file that is made, written and closed.
  mutating func write(_ name: String, inode: UInt64, byteCount: Int = 1, modified: Int64 = 1) {
    put(name, inode: inode, byteCount: byteCount, modified: modified)
    notice(name, .created)
    notice(name, .closedAfterWriting)
  }

  mutating func notice(_ name: String, _ sign: FolderEvent.Sign) {
    send(.noticed(Array(name.utf8), sign))
  }

  /// Tells what is in the directory.
  mutating func list(isSameDirectory: Bool = true) {
    let listed = files.compactMap { name, look -> ListedFile? in
      look.version.map { ListedFile(name: name, version: $0) }
    }
    send(.listed(listed, isSameDirectory: isSameDirectory))
  }

  /// Sends an event, looks where that asks for, and so on.
  mutating func send(_ event: FolderEvent) {
    var events = [event]
    while !events.isEmpty {
      for action in watch.handle(events.removeFirst(), at: now) {
        switch action {
        case .look(let name, _):
          lookCount += 1
          events.append(.looked(name, files[name] ?? .absent))
        case .report(let files):
          reports.append(files.map { String(decoding: $0.name, as: UTF8.self) })
        case .refuse(let name, let reason):
          refusals.append("\(String(decoding: name, as: UTF8.self)): \(reason)")
        }
      }
    }
  }

  /// Lets time pass, with all that falls due in it.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let next = watch.nextTime, next <= end {
      now = max(now, next)
      send(.time)
    }
    now = end
  }

  /// All names that were reported.
  var landed: [String] { reports.flatMap(\.self) }
}

extension FolderEvent.Look {
  var version: FileVersion? {
    switch self {
    case .absent, .unknown: nil
    case .file(let version, _, _), .directory(let version, _), .unreadable(let version),
      .unacceptable(let version, _):
      version
    }
  }
}

extension FileVersion {
  static func test(
    _ inode: UInt64,
    byteCount: Int = 1,
    modified: Int64 = 1,
    changed: Int64 = 1,
    kind: FileStatus.Kind = .regular
  ) -> FileVersion {
    FileVersion(
      kind: kind,
      identity: FileIdentity(device: 1, inode: inode),
      owner: 0,
      byteCount: byteCount,
      modified: modified,
      changed: changed
    )
  }
}
