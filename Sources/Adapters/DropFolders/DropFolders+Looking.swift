internal import LinuxIO

// Looking at what is in the folders, with pauses for others.
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
    var walk = lookup.walk ?? TreeLook(path)
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
