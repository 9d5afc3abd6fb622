internal import LinuxIO
internal import SQLite

/// Puts what is damaged aside, where somebody may look at it, and takes over what can be read of it.
///
/// A crash in the middle loses neither: until the new database is complete and on the disk the old one
/// stays where it is, and from then on the next opening goes on.
struct StoreRepair {
  let directory: StoreDirectory
  let report: @Sendable (StoreFinding) -> Void

  /// Puts a sound store in the place of a damaged one.
  func replace() throws(StoreError) {
    let aside = try onDisk { () throws(SystemError) in try directory.makeSetAside() }
    do throws(StoreError) {
      for finding in try fill(aside) { report(finding) }
    } catch {
      // Nothing was moved yet, and the next opening tries again.
      try? FileSystem.remove(aside + Self.notes)
      try? FileSystem.removeDirectory(aside)
      throw error
    }
    try takePlace(aside)
  }

  /// Goes on where a crash interrupted the moves.
  func resume() throws(StoreError) {
    let isWaiting = try onDisk { () throws(SystemError) in
      try FileSystem.status(of: directory.finished, followingLinks: false) != nil
    }
    guard isWaiting else { return }
    try takePlace(try onDisk { () throws(SystemError) in try directory.makeSetAside() })
  }

  /// Makes the new database, and answers what was done, one line a matter.
  private func fill(_ aside: [UInt8]) throws(StoreError) -> [StoreFinding] {
    var findings: [StoreFinding]
    var shortFiles: [Int64] = []
    do throws(StoreError) {
      let outcome = try build { (old, new) throws(StoreError) in
        var salvage = try Salvage(from: old, into: new)
        try salvage.run()
        return salvage.outcome
      }
      findings = outcome.findings
      shortFiles = outcome.shortFiles
    } catch {
      // Of a disk that fails or is full nothing can be said; it is tried again.
      guard case .database(let cause) = error, !error.isOfDisk else { throw error }
      findings = [.init("nothing of the damaged history could be taken over: \(cause)", .lost)]
      try build { (_, _) throws(StoreError) in }
      try setAsidePayloads(in: aside)
    }
    try onDisk { () throws(SystemError) in
      let text = Self.introduction + findings.map { "* \($0.text)\n" }.joined()
      try FileSystem.open(aside + Self.notes, .create).writeAll(Array(text.utf8))
      for key in shortFiles {
        let path = directory.payload(key)
        try FileSystem.rename(path, to: aside + Self.name(of: path))
      }
      try FileSystem.rename(directory.unfinished, to: directory.finished)
      try FileSystem.synchronizeDirectory(directory.path)
    }
    return findings
  }

  private static let notes = Array("/README".utf8)
  private static let introduction = """
    The history that lies here was damaged. What could be read of it was taken over into a new one;
    nothing here is needed any more. Whoever misses something may look for it in these files.


    """

  /// Makes a database beside the damaged one, which is on the disk when this returns.
  @discardableResult
  private func build<Result>(
    _ body: (DamagedDatabase, Writing) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let path = directory.unfinished
    let old = try onDisk { () throws(SystemError) in
      if try FileSystem.status(of: path, followingLinks: false) != nil {
        try FileSystem.remove(path)
      }
      // SQLite would let others read it, if the process does.
      _ = try FileSystem.open(path, .create)
      return try DamagedDatabase(in: directory)
    }
    let new: Database
    do {
      new = try Database(path, .create)
      try new.execute(Schema.builderSettings)
    } catch {
      throw .database(error)
    }
    try Schema.migrate(new)
    let result = try body(old, Writing(new, directory, limits: [], now: .now))
    do { try new.close() } catch { throw .database(error) }
    try onDisk { () throws(SystemError) in try FileSystem.open(path).synchronize() }
    return result
  }

  // MARK: Moves

  private func setAsidePayloads(in aside: [UInt8]) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try FileSystem.rename(directory.payloads, to: aside + Self.name(of: directory.payloads))
      try directory.prepare()
    }
  }

  /// Moves what is damaged into `aside`, and the new database where it belongs.
  private func takePlace(_ aside: [UInt8]) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      // A log that stayed would be taken for that of the new database.
      for path in directory.companions + [directory.database]
      where try FileSystem.status(of: path, followingLinks: false) != nil {
        try FileSystem.rename(path, to: aside + Self.name(of: path), replacing: false)
      }
      try FileSystem.rename(directory.finished, to: directory.database)
      try FileSystem.synchronizeDirectory(directory.path)
    }
    let place = String(decoding: aside, as: UTF8.self)
    report(.init("the damaged history is now in \(place)", .mended))
  }

  /// The last part of a path, with its slash.
  private static func name(of path: [UInt8]) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)...]
  }
}

extension StoreDirectory {
  /// A new database while it is made.
  var unfinished: [UInt8] { database + Array(".part".utf8) }
  /// A new database that is complete and waits for its place.
  var finished: [UInt8] { database + Array(".new".utf8) }
}

/// Does something that fails with the system's errors.
func onDisk<Result>(
  _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do { return try body() } catch { throw .system(error) }
}

extension StoreError {
  /// Whether it says more of the disk than of the database.
  var isOfDisk: Bool {
    guard case .database(let error) = self else { return true }
    return error.isFull || error.isInputOutput || error.isReadOnly || error.isCannotOpen
      || error.isBusy
  }
}

extension Salvage.Outcome {
  /// What became of it, one line a matter.
  var findings: [StoreFinding] {
    let matters: [(count: Int, text: String, outcome: StoreFinding.Outcome)] = [
      (foundEntryCount, "entries of which little more than the content was left", .mended),
      (
        foundFileCount, "files that no entry mentions, which are on the board \(Salvage.recovered)",
        .mended
      ),
      (lostContentCount, "contents that are damaged or missing, which are lost", .lost),
      (lostEntryCount ?? 0, "entries of which nothing was left, which are lost", .lost),
    ]
    let unknown = StoreFinding("how many entries are lost cannot be told", .lost)
    return [.init("entries that were taken over: \(entryCount)", .mended)]
      + matters.filter { $0.count > 0 }.map { .init("\($0.text): \($0.count)", $0.outcome) }
      + (lostEntryCount == nil ? [unknown] : [])
  }
}
