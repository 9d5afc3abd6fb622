internal import LinuxIO
internal import SQLite
internal import Synchronization

// Modes, sums and what is searched.
extension StoreCheck {
  /// Sees to it that only the user reads anything of it, and removes what processes left behind.
  func checkModes() throws(StoreError) {
    var paths: [(path: [UInt8], mode: UInt32)] = [
      (directory.path, 0o700), (directory.payloads, 0o700), (directory.database, 0o600),
      (directory.lock, 0o600),
    ]
    paths += directory.companions.map { ($0, 0o600) }
    var count = 0
    for (path, mode) in paths { try mend(path, mode, &count) }
    let isThere = try onDisk { () throws(SystemError) in
      try FileSystem.status(of: directory.payloads)?.kind == .directory
    }
    var leftOverCount = 0
    if isMending {
      try onDisk { () throws(SystemError) in
        leftOverCount = try UnnamedFile.removeLeftOvers(in: directory.path)
        if isThere { leftOverCount += try UnnamedFile.removeLeftOvers(in: directory.payloads) }
      }
    }
    if isThere {
      let names = try onDisk { () throws(SystemError) in
        try FileSystem.names(in: directory.payloads)
      }
      for name in names where StoreDirectory.key(ofPayload: name) != nil {
        try mend(directory.payloads + [UInt8(ascii: "/")] + name, 0o600, &count)
      }
    }
    if count > 0 { tell("files that others can get at: \(count)") }
    if leftOverCount > 0 { tell("unfinished files, which are removed: \(leftOverCount)") }
  }

  private func mend(_ path: [UInt8], _ mode: UInt32, _ count: inout Int) throws(StoreError) {
    let isOpen = try onDisk { () throws(SystemError) in
      guard let status = try FileSystem.status(of: path), status.mode & 0o077 != 0 else {
        return false
      }
      if isMending { try FileSystem.setMode(mode, of: path) }
      return true
    }
    if isOpen { count += 1 }
  }

  func checkSums(_ writing: Writing) throws(StoreError) {
    guard try writing.isMiscounted() else { return }
    tell("sums of entries, bytes and uses that were wrong are right now")
    if isMending { try transaction(writing) { () throws(StoreError) in try writing.recount() } }
  }

  /// Compares the index of what is searched with the texts, and makes texts that are missing.
  func checkTexts(_ writing: Writing) throws(StoreError) {
    // To compare them is a change to SQLite, and so nothing for a store in use.
    guard isMending else { return }
    do {
      try writing.database.execute(
        "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)"
      )
    } catch {
      guard error.isCorrupt else { throw .database(error) }
      tell("the index for searches was wrong and is made anew")
      try transaction(writing) { () throws(StoreError) in try writing.rebuildSearch() }
    }
    var count = 0
    try transaction(writing) { () throws(StoreError) in count = try writing.rebuildTexts() }
    if count > 0 { tell("entries that no search found, which are found now: \(count)") }
  }
}

/// Gathers findings from a place that may be any thread's.
final class Findings: Sendable {
  private let findings = Mutex<[StoreFinding]>([])

  func add(_ finding: StoreFinding) { findings.withLock { $0.append(finding) } }

  var all: [StoreFinding] { findings.withLock { $0 } }
}
