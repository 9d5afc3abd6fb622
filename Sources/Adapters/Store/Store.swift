public import LinuxIO
public import Pasteboards
internal import SQLite

/// The entries of all boards, on disk: what is answered here is there after any crash.
///
/// Lives on a loop of its own, since every change waits for the disk. Changes that come while one is
/// being written are made together, with one wait for all of them. Reading is done by ``History``.
///
/// A store that cannot be used now (another process has it, the disk is read-only) says so to each
/// call and is tried again at the next.
public actor Store {
  /// The loop that it waits on.
  public nonisolated let loop: EventLoop
  let directory: StoreDirectory
  var state = State.closed
  /// Whether a part of it was read that is damaged.
  var isDamaged = false
  /// Whether it was open before, so that what is promised there may still be kept.
  var wasOpen = false
  /// When the index of what is searched was last made anew.
  var indexRepair: MonotonicTime?
  private var queue: [WriteJob] = []
  private var rhythm = CommitRhythm()
  private var timer: EventLoop.Timer?
  private var logTimer: EventLoop.Timer?
  /// Names of payload files that no row mentions.
  private var abandoned: [Int64] = []
  /// What was written since the write-ahead log was last copied into the database, roughly.
  private var unmergedByteCount = 0
  var limits: [RetentionLimit]
  /// Boards of which more is over a limit than one change removes.
  var trimmed: Set<BoardName> = []
  let reserve: DiskReserve
  /// Told once of each damage and of what became of it.
  let report: @Sendable (String) -> Void
  let upkeep: FileUpkeep?

  enum State {
    case closed
    case open(Database, FileLock, FileIdentity?)
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// A store in `directory`, which is there; nothing is opened yet.
  ///
  /// Work on files that nobody waits for is done on the loop `upkeep`, without one not at all.
  public init(
    in directory: [UInt8],
    on loop: EventLoop,
    upkeep: EventLoop? = nil,
    limits: [RetentionLimit] = [],
    report: @escaping @Sendable (String) -> Void
  ) {
    self.directory = StoreDirectory(path: directory)
    reserve = DiskReserve(at: self.directory.reserve)
    self.loop = loop
    self.upkeep = upkeep.map { FileUpkeep(of: StoreDirectory(path: directory), on: $0) }
    self.limits = limits
    self.report = report
  }

  /// Puts other limits in force; they are applied to a board when something is put there.
  public func apply(_ limits: [RetentionLimit]) { self.limits = limits }

  /// Closes it in good order, with the last word on each board and the number of the last change.
  public func close(_ states: [BoardState], after sequence: Int = 0) {
    guard case .open(let database, _, _) = state else { return }
    do throws(StoreError) {
      flush()
      try Writing(database, directory, limits: [], now: .now).noteShutdown(states, after: sequence)
    } catch {
      // It is then as after a crash, which loses nothing.
      report("the history could not be closed in order: \(error)")
    }
    // What is not merged now is at the next start.
    try? database.checkpoint(.truncate)
    state = .closed
  }

  // MARK: Changing

  /// Makes a change, and returns when it is on the disk.
  ///
  /// What `makesRoom` takes something away, which is possible on a full disk, too.
  /// Changes are made in the order of these calls. It waits where the caller is: one that waited here would
  /// come back here before it could go on.
  nonisolated(nonsending) func write<Result: Sendable>(
    makesRoom: Bool = false,
    _ body: @escaping @Sendable (Writing) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let outcome: Swift.Result<Result, StoreError> = await withCheckedContinuation { continuation in
      loop.perform { [self] in
        assumeIsolated { store in
          store.add(WriteJob(makesRoom: makesRoom, body) { continuation.resume(returning: $0) })
        }
      }
    }
    return try outcome.get()
  }

  private func add(_ job: WriteJob) {
    queue.append(job)
    // After everything that waits for the loop now, so that it is all written together.
    if queue.count == 1 {
      loop.perform { [weak self] in self?.assumeIsolated { $0.flushOrWait() } }
    } else if timer != nil {
      flushOrWait()
    }
  }

  /// Writes what there is, unless more is about to come.
  private func flushOrWait() {
    guard let delay = rhythm.delay(for: queue.count) else { return flush() }
    guard timer == nil else { return }
    timer = loop.schedule(after: delay) { [weak self] in self?.assumeIsolated { $0.flush() } }
  }

  private func flush() {
    timer?.cancel()
    timer = nil
    let jobs = queue
    queue = []
    guard !jobs.isEmpty else { return }
    let begin = MonotonicTime.now
    carryOut(jobs, isRetry: false)
    rhythm.note(jobs.count, took: MonotonicTime.now - begin)
    // Not before: a file that has lost its last name can be given no other, and may be tried again.
    removeFiles(abandoned)
    abandoned = []
    if jobs.contains(where: \.makesRoom) {
      reserve.fill()
      emptyLogSoon()
    }
    mergeIfLarge()
  }

  private func carryOut(_ jobs: [WriteJob], isRetry: Bool) {
    do {
      let database = try database()
      let failed = try commit(jobs, on: database)
      for (job, error) in zip(jobs, failed) {
        if let error { job.fail(error) } else { job.succeed() }
      }
    } catch {
      if error.isCorrupt, !isRetry {
        report("the history is damaged: \(error)")
        repair(after: error)
        return carryOut(jobs, isRetry: true)
      }
      // One that is too large for a full disk must not take the others with it.
      if jobs.count > 1 {
        for job in jobs { carryOut([job], isRetry: isRetry) }
      } else if error.isFull, jobs.allSatisfy(\.makesRoom), reserve.release() {
        carryOut(jobs, isRetry: isRetry)
      } else {
        for job in jobs { job.fail(error) }
      }
    }
  }

  /// Makes the changes in one transaction; answers why those failed that did.
  private func commit(
    _ jobs: [WriteJob],
    on database: Database
  ) throws(StoreError) -> [StoreError?] {
    let writing = Writing(database, directory, limits: limits, now: .now)
    var failed: [StoreError?] = []
    let unused: [Int64]
    do throws(StoreError) {
      unused = try database.transaction { () throws(StoreError) in
        for job in jobs {
          do throws(StoreError) {
            try job.run(in: writing)
            failed.append(nil)
          } catch {
            if error.endsTransaction || database.isOutsideTransaction { throw error }
            failed.append(error)
          }
        }
        try writing.syncNames()
        return try writing.dropUnusedFiles()
      }
    } catch {
      abandoned += writing.abandonedFiles + writing.namedFiles
      throw error
    }
    removeFiles(writing.abandonedFiles + unused)
    unmergedByteCount += jobs.count * Self.pageCountOfAJob + writing.writtenByteCount
    return failed
  }

  private func removeFiles(_ keys: [Int64]) {
    for key in keys {
      // One that stays is swept at the next start.
      try? FileSystem.remove(directory.payload(key))
    }
  }

  /// A job changes about a dozen pages of 4 KiB.
  private static let pageCountOfAJob = 12 * 4096
  private static let mergeByteCount = 8 << 20

  /// Copies the write-ahead log into the database when it has grown, after all were answered.
  private func mergeIfLarge() {
    if unmergedByteCount > Self.mergeByteCount { merge() }
  }

  /// Empties the write-ahead log, in which what was removed can still be read, after a while that many
  /// removals share.
  private func emptyLogSoon() {
    guard logTimer == nil else { return }
    logTimer = loop.schedule(after: .seconds(1)) { [weak self] in
      self?.assumeIsolated { store in
        store.logTimer = nil
        guard case .open(let database, _, _) = store.state else { return }
        do throws(SQLiteError) {
          try database.checkpointAtOnce()
        } catch {
          // Nobody's put waits for a reader who is in the way. A disk that fails is not asked for ever.
          if error.isBusy { store.emptyLogSoon() }
        }
      }
    }
  }

  func merge() {
    guard case .open(let database, _, _) = state else { return }
    unmergedByteCount = 0
    // A reader that stands in the way, or a full disk, only puts it off.
    try? database.checkpoint(.passive)
  }
}
