internal import LinuxIO

// Where the paths of the folders lead, and what is to be watched for that.
extension DropFolders {
  /// Follows each path to the directory that it leads to now.
  func review() {
    guard !folders.isEmpty else { return }
    do throws(SystemError) {
      if watches == nil { watches = try makeWatches() }
    } catch {
      let hint = error.isExhaustion ? "; raise fs.inotify.max_user_instances" : ""
      for folder in folders { set(.failed(reason: "\(error)\(hint)"), of: folder) }
      return
    }
    // What comes between a look and the watch that would tell of it shows in the next round. One that
    // never rests is left to what happens next.
    for _ in 0..<8 {
      watchWays()
      var hasChanged = false
      for folder in folders where follow(folder) { hasChanged = true }
      if !hasChanged { break }
      exclude()
    }
    exclude()
  }

  private func makeWatches() throws(SystemError) -> Watches {
    Watches(
      folders: try DirectoryWatch(on: loop) { [weak self] events in
        self?.assumeIsolated { $0.handle(events) }
      },
      ways: try DirectoryWatch(on: loop) { [weak self] events in
        self?.assumeIsolated { $0.handleWays(events) }
      },
      mounts: try MountTableWatch(on: loop) { [weak self] in
        self?.assumeIsolated { folders in
          folders.review()
          folders.arm()
        }
      }
    )
  }

  // MARK: - The folders themselves

  /// Whether the path still leads to the directory that is watched.
  func isInPlace(_ folder: Folder) -> Bool {
    guard let attachment = folder.attachment else { return false }
    // What cannot be seen is elsewhere.
    let found = (try? FileSystem.version(of: folder.path)) ?? nil
    return found?.identity == attachment.identity
  }

  /// Whether it is another directory than before, or none any more.
  private func follow(_ folder: Folder) -> Bool {
    let wasAttached = folder.attachment != nil
    do throws(SystemError) {
      guard let found = try FileSystem.version(of: folder.path) else {
        return miss(folder, "there is no such directory", wasAttached)
      }
      guard found.kind == .directory else {
        return miss(folder, "it is not a directory", wasAttached)
      }
      guard FileSystem.mayEnter(folder.path) else {
        return miss(folder, "permission denied", wasAttached)
      }
      if folder.attachment?.identity == found.identity { return false }
      detach(folder)
      return try attach(folder) || wasAttached
    } catch {
      return miss(folder, error.reason, wasAttached)
    }
  }

  private func miss(_ folder: Folder, _ reason: String, _ wasAttached: Bool) -> Bool {
    detach(folder)
    // From the first look on: what is in it when it comes is new.
    handle(.lost, of: folder)
    set(.missing(reason: reason), of: folder)
    return wasAttached
  }

  private func attach(_ folder: Folder) throws(SystemError) -> Bool {
    guard let watches else { return false }
    let id: DirectoryWatch.ID
    do {
      id = try watches.folders.add(folder.path, for: .everything)
    } catch  where error.code == SystemError.noSpace {
      let reason = "too many directories are watched; raise fs.inotify.max_user_watches"
      set(.failed(reason: reason), of: folder)
      return false
    }
    if let other = foldersByWatch[id] {
      let name = String(decoding: other.given, as: UTF8.self).picture
      set(.failed(reason: "it is the same directory as \(name)"), of: folder)
      return false
    }
    // It may be another one than we saw before.
    guard let found = try FileSystem.version(of: folder.path) else {
      watches.folders.remove(id)
      throw SystemError(call: "stat", code: SystemError.notFound)
    }
    folder.attachment = Folder.Attachment(id: id, identity: found.identity)
    foldersByWatch[id] = folder
    folder.resolved = (try? FileSystem.resolved(folder.path)) ?? folder.path
    set(.watching, of: folder)
    exclude()
    list(folder)
    return true
  }

  /// Ends the watch of its directory; what was pending is dropped.
  func detach(_ folder: Folder) {
    guard let attachment = folder.attachment else { return }
    foldersByWatch[attachment.id] = nil
    watches?.folders.remove(attachment.id)
    folder.attachment = nil
    handle(.lost, of: folder)
  }

  /// Compares what is in a directory with what is known.
  func list(_ folder: Folder) {
    guard let attachment = folder.attachment else { return }
    let now = Folder.clock
    // Without permission it is empty, which is found out by looking at the directory.
    guard let names = try? FileSystem.names(in: folder.path) else { return }
    let files = names.compactMap { name in
      let path = FolderPath.appending(name, to: folder.path)
      return (try? FileSystem.version(of: path, followingLinks: false))
        .flatMap { $0.map { ListedFile(name: name, version: $0) } }
    }
    let isSame = folder.lastIdentity == attachment.identity
    folder.lastIdentity = attachment.identity
    handle(.listed(files, isSameDirectory: isSame), of: folder)
    folder.setMark(now)
  }

  /// Keeps folders within folders from landing there.
  private func exclude() {
    for folder in folders {
      let others = folders.filter { $0 !== folder }.flatMap { [$0.path, $0.resolved] }
      let names = Set(
        others.flatMap { other in
          [folder.path, folder.resolved].compactMap { FolderPath.step(from: $0, to: other) }
        }
      )
      let former = folder.watch.excluded.subtracting(names)
      if folder.watch.excluded != names { folder.watch.excluded = names }
      // What was watched itself until now has not come in now.
      for name in former {
        let path = FolderPath.appending(name, to: folder.path)
        let found = (try? FileSystem.version(of: path, followingLinks: false)) ?? nil
        if let found { folder.watch.learn(name, found) }
      }
    }
  }

  // MARK: - The ways to them

  /// Watches the directories above the folders: of the lowest ones that are there, what comes and goes.
  private func watchWays() {
    guard let watches else { return }
    var wanted: [[UInt8]: DirectoryWatch.Interest] = [:]
    for path in Set(folders.flatMap { [$0.path, $0.resolved] }) {
      var interest = DirectoryWatch.Interest.names
      for directory in FolderPath.ancestors(of: path) {
        // What cannot be seen is not there.
        let found = (try? FileSystem.version(of: directory)) ?? nil
        guard found?.kind == .directory else { continue }
        if wanted[directory] != .names { wanted[directory] = interest }
        interest = .itself
      }
    }
    var new: [DirectoryWatch.ID: [[UInt8]]] = [:]
    // Of two paths to one directory the last decides.
    for interest in [DirectoryWatch.Interest.itself, .names] {
      for directory in wanted.keys where wanted[directory] == interest {
        // What cannot be watched is left to the looks that are taken now and then.
        guard let id = try? watches.ways.add(directory, for: interest) else { continue }
        new[id, default: []].append(directory)
      }
    }
    for id in ways.keys where new[id] == nil { watches.ways.remove(id) }
    ways = new
  }

  private func handleWays(_ events: [DirectoryEvent]) {
    let paths = folders.flatMap { [$0.path, $0.resolved] }
    let concerns = events.contains { event in
      guard let id = event.watch else { return true }
      guard let directories = ways[id] else { return false }
      guard let name = event.name else { return true }
      return directories.contains { directory in
        paths.contains { FolderPath.step(from: directory, to: $0) == name }
      }
    }
    if concerns { review() }
    arm()
  }
}
