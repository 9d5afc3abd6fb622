internal import LinuxIO
internal import SQLite

// How it is opened, and mended when a part of it turns out to be damaged.
extension Store {
  /// Opens the store, mends what a crash or a damage left, and says what is there.
  public func open() throws(StoreError) -> StoreContents {
    try read { (writing) throws(StoreError) in try Self.contents(writing) }
  }

  /// The database, opened if it is not, or if another file has taken its place.
  func database() throws(StoreError) -> Database {
    if case .open(let database, _, let identity) = state {
      if identity == FileIdentity(of: directory.database) { return database }
      report("the history was replaced or removed; it is opened anew")
      state = .closed
    }
    let lock = try takeLock()
    let opening = StoreOpening(
      directory: directory,
      report: { [report] in report($0.text) },
      isFirst: !wasOpen
    )
    let database = try opening.open(isDamaged: isDamaged)
    isDamaged = false
    wasOpen = true
    state = .open(database, lock, FileIdentity(of: directory.database))
    beginUpkeep()
    return database
  }

  var isOpen: Bool { if case .open = state { true } else { false } }

  /// Has the files looked at that were never looked at.
  nonisolated func beginUpkeep() { upkeep?.begin(for: self) }

  /// Reads on the connection that writes; what is damaged is mended first.
  func read<Result>(
    _ body: (Writing) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body(Writing(try database(), directory, limits: [], now: .now))
    } catch {
      guard error.isCorrupt else { throw error }
      report("the history is damaged: \(error)")
      repair(after: error)
      return try body(Writing(try database(), directory, limits: [], now: .now))
    }
  }

  private func takeLock() throws(StoreError) -> FileLock {
    do {
      try directory.make()
      guard let lock = try FileLock.tryLock(directory.lock) else { throw StoreError.inUse }
      return lock
    } catch let error as StoreError {
      throw error
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .unusable(reason: "\(error)")
    }
  }

  // MARK: Mending

  /// Mends the store, of which somebody read a damaged part.
  public nonisolated func mend(_ damage: FoundDamage) {
    loop.perform { [self] in
      assumeIsolated { store in
        guard store.isStillThere(damage) else { return }
        store.report("a part of the history is damaged")
        store.repair(ofIndex: damage.isOfIndex)
        // Whoever calls next tries it again and learns why it failed.
        _ = try? store.database()
      }
    }
  }

  /// Whether it was not mended meanwhile: a change may have met it as well.
  private func isStillThere(_ damage: FoundDamage) -> Bool {
    guard damage.file == FileIdentity(of: directory.database) else { return false }
    return !damage.isOfIndex || indexRepair.map { $0 < damage.time } ?? true
  }

  func repair(after error: StoreError) { repair(ofIndex: error.isOfIndex) }

  /// Makes the index of what is searched anew; closes what is damaged otherwise, and to open it again
  /// mends it.
  func repair(ofIndex isOfIndex: Bool = false) {
    if isOfIndex, rebuildSearch() { return }
    state = .closed
    isDamaged = true
  }

  /// Answers `false` if more is damaged than the index.
  private func rebuildSearch() -> Bool {
    guard case .open(let database, _, _) = state else { return false }
    let writing = Writing(database, directory, limits: [], now: .now)
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in try writing.rebuildSearch() }
    } catch {
      return !error.isCorrupt
    }
    indexRepair = .now
    report("the index for searches was damaged and is made anew")
    return true
  }
}

/// A part of the database that a reader found damaged.
public struct FoundDamage: Sendable {
  let file: FileIdentity
  /// Whether it is the index of what is searched, and no more.
  let isOfIndex: Bool
  let time: MonotonicTime
}
