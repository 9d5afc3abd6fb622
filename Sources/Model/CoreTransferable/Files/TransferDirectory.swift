internal import Synchronization

/// The directory of this process for the copies that it lends; it exists as long as it lends any.
enum TransferDirectory {
  private struct State {
    var url: URL?
    var count = 0
  }

  private static let state = Mutex(State())

  /// Makes a directory that nobody else has.
  static func makeSubdirectory() throws -> URL {
    try state.withLock { state in
      let url = try state.url ?? makeDirectory()
      state.url = url
      let part = url.appending(component: random())
      do {
        try create(part)
      } catch {
        removeIfUnused(&state)
        throw error
      }
      state.count += 1
      return part
    }
  }

  /// Removes what ``makeSubdirectory()`` made; to be called once for each.
  static func removeSubdirectory(_ url: URL) {
    // It may hold much, and the others should not wait for that.
    FileTree.remove(url)
    state.withLock { state in
      state.count -= 1
      removeIfUnused(&state)
    }
  }

  private static func removeIfUnused(_ state: inout State) {
    guard state.count == 0, let url = state.url else { return }
    FileTree.remove(url)
    state.url = nil
  }

  private static func makeDirectory() throws -> URL {
    let name = "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(random())"
    let url = FileManager.default.temporaryDirectory.appending(component: name)
    try create(url)
    sweep(besides: url)
    return url
  }

  /// Removes what processes of this user that were killed have left, a day later: a number of a process
  /// may mean another one, or none, in another container with the same directory.
  static func sweep(besides own: URL) {
    let files = FileManager.default
    let place = own.deletingLastPathComponent()
    // What cannot be listed now is swept by another process.
    let names = (try? files.contentsOfDirectory(atPath: place.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
      let url = place.appending(component: name)
      guard Int32(process) != nil, !files.fileExists(atPath: "/proc/\(process)"),
        let facts = try? files.attributesOfItem(atPath: url.path),
        facts[.type] as? FileAttributeType == .typeDirectory,
        let changed = facts[.modificationDate] as? Date, changed.timeIntervalSinceNow < -86_400,
        owner(of: url) == owner(of: own)
      else { continue }
      FileTree.remove(url)
    }
  }

  private static func owner(of url: URL) -> Int64? {
    // What cannot be looked at is nobody's, and so not ours.
    let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (facts?[.ownerAccountID] as? any BinaryInteger).flatMap { Int64(exactly: $0) }
  }

  private static let prefix = "xfer-transfer-"

  /// Fails if there is anything of this name: what stands in a directory open to all is not ours.
  private static func create(_ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
  }

  private static func random() -> String { String(UInt64.random(in: 0...(.max)), radix: 36) }
}
