internal import LinuxIO

/// A name that is to be looked at.
struct Lookup {
  let folder: Folder
  let name: [UInt8]
  let isWhole: Bool
  /// A directory that is being looked through.
  var walk: TreeWalk?
}

/// First in, first out.
struct LookupQueue {
  private var items: [Lookup] = []
  private var head = 0
  /// Whether there is a turn to come.
  var isScheduled = false

  mutating func append(_ lookup: Lookup) { items.append(lookup) }

  mutating func next() -> Lookup? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        (items, head) = ([], 0)
      } else if head >= 1024, head * 2 > items.count {
        items.removeFirst(head)
        head = 0
      }
    }
    return items[head]
  }

  var isEmpty: Bool { items.isEmpty }
}

extension DropFolders {
  /// As many files are looked at before others have their turn.
  private static let filesPerTurn = 128

  /// Looks at what is in the queue, turn by turn.
  func goOnLooking() {
    guard !lookups.isScheduled else { return }
    lookups.isScheduled = true
    loop.perform { [weak self] in self?.assumeIsolated { $0.takeTurn() } }
  }

  private func takeTurn() {
    lookups.isScheduled = false
    for _ in 0..<Self.filesPerTurn {
      guard let lookup = lookups.next() else { break }
      // What has been removed or has gone since then is none to look at.
      guard lookup.folder.attachment != nil else { continue }
      guard look(lookup) else { break }
    }
    if !lookups.isEmpty { goOnLooking() }
    arm()
  }

  /// Whether there is time for more in this turn.
  private func look(_ lookup: Lookup) -> Bool {
    let (folder, name) = (lookup.folder, lookup.name)
    let path = FolderPath.appending(name, to: folder.path)
    var look = FolderEvent.Look.at(path)
    guard case .directory(let version, _) = look, !lookup.isWhole,
      !folder.watch.isKnown(name, version)
    else {
      handle(.looked(name, look), of: folder)
      if case .unknown = look { review() }
      return true
    }
    var walk = lookup.walk ?? TreeWalk(path)
    guard walk.go(on: Self.filesPerTurn) else {
      var rest = lookup
      rest.walk = walk
      lookups.append(rest)
      return false
    }
    var tree = walk.version
    tree.changes &+= UInt64(bitPattern: version.changed) &+ version.identity.inode
    look = .directory(version, tree: tree)
    handle(.looked(name, look), of: folder)
    return false
  }
}
