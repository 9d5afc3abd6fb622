internal import CoreTransferable
internal import DaemonClient
internal import LinuxIO
internal import Synchronization
internal import Wire

/// What this process has promised, and the closures that keep the promises.
///
/// An entry is in it from its copy until it is replaced; then its closures are released.
final class PromiseBook: Sendable {
  static let shared = PromiseBook()

  /// How one promise was settled, or was not.
  enum Settlement: Sendable {
    case kept(byteCount: Int)
    case failed(reason: String)
    /// It was not worth it now; whoever asks for it later gets it.
    case left(reason: String)
  }

  private struct Entry: Sendable {
    let board: String
    let items: [OutgoingItem]
    /// That of the task that copied.
    let limit: TransferTimeLimit
    let routes: [WantedContent: [ExportRoute]]
  }

  private struct State {
    var ledger = PromiseLedger()
    var entries: [String: Entry] = [:]
    var loads: [PromiseLedger.Key: Task<Settlement, Never>] = [:]
  }

  private let state = Mutex(State())

  // MARK: Entries

  /// Takes in what a put has promised, and does what the daemon says of it.
  func open(
    _ put: OutgoingPut,
    items: [OutgoingItem],
    entry: String,
    board: String,
    on line: DaemonLine
  ) {
    let promises = put.promises
    state.withLock { state in
      // What stands for content of our own is nothing that anybody could keep.
      let kept = promises.compactMap { promise in
        promise.representation.map { (promise.place, $0.contentType) }
      }
      state.ledger.add(kept, entry: entry, board: board)
      state.entries[entry] = Entry(
        board: board,
        items: items,
        limit: TransferTimeLimit.current,
        routes: Dictionary(
          promises.map { ($0.place, $0.representation?.routes ?? []) },
          uniquingKeysWith: { first, _ in first }
        )
      )
    }
    PromisesAtExit.prepare()
    line.startFollowing { [self] news in
      switch news {
      case .wanted(let place): want(PromiseLedger.Key(entry: entry, place: place))
      case .ended: end(entry)
      }
    }
  }

  /// What this process copied last to a board, as long as it is there, if some of it is its own.
  func ownItems(on board: String) -> [String: [OutgoingItem]] {
    state.withLock { state in
      state.entries.filter { $0.value.board == board && $0.value.items.contains(where: \.hasOwn) }
        .mapValues(\.items)
    }
  }

  /// What would be withdrawn if the process ended now.
  var outstanding: [PromiseLedger.Promise] { state.withLock(\.ledger.outstanding) }

  private func end(_ entry: String) {
    // A load that is under way goes on: a transfer that began before may wait for it.
    let ended = state.withLock { state in
      state.ledger.end(entry: entry)
      return state.entries.removeValue(forKey: entry)
    }
    // Released here and not under the lock, because a closure may hold anything.
    withExtendedLifetime(ended) {}
  }

  // MARK: Promises

  /// Keeps what is outstanding, several at a time, the oldest first.
  func keep(within limit: Duration, byteLimit: Int) async -> KeepReport {
    let deadline = ContinuousClock.now + limit
    let run = KeepRun(outstanding, byteLimit: byteLimit)
    await withTaskGroup { group in
      // More than one, so that a closure that never answers does not take the time of all others.
      for _ in 0..<4 {
        group.addTask {
          while let (place, promise) = run.next() {
            switch await self.keep(promise, until: deadline, run) {
            // Whoever asked for it was faster.
            case nil: break
            case .kept(let byteCount): run.keep(byteCount: byteCount)
            case .failed(let reason), .left(let reason): run.lose(place, reason: reason)
            }
          }
        }
      }
    }
    return run.report
  }

  private func keep(
    _ promise: PromiseLedger.Promise,
    until deadline: ContinuousClock.Instant,
    _ run: KeepRun
  ) async -> Settlement? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return .left(reason: "there was no time left") }
    do {
      return try await TransferTimeLimit.$current.withValue(TransferTimeLimit(left)) {
        try await withinTimeLimit(loading: promise.contentType) {
          await self.settlement(of: promise.key, for: run)?.value
        }
      }
    } catch {
      return .left(reason: Self.late)
    }
  }

  private static let late = "there was no answer in time"

  private func want(_ key: PromiseLedger.Key) {
    Task { @concurrent in
      // A run that keeps promises may have begun it, and may leave it for want of time.
      while case .left? = await settlement(of: key, for: nil)?.value {}
    }
  }

  /// The load of a promise, begun by whoever asks first; `nil` if there is nothing to be done.
  private func settlement(of key: PromiseLedger.Key, for run: KeepRun?) -> Task<Settlement, Never>?
  {
    state.withLock { state in
      if let load = state.loads[key] { return load }
      guard let entry = state.entries[key.entry], let routes = entry.routes[key.place],
        routes.isEmpty || state.ledger.begin(key)
      else { return nil }
      // Who keeps promises has a limit of its own.
      let limit = run == nil ? entry.limit : TransferTimeLimit.current
      let load = Task { @concurrent in
        let settlement = await TransferTimeLimit.$current.withValue(limit) {
          await self.settle(key, by: routes, for: run)
        }
        self.note(settlement, of: key)
        return settlement
      }
      state.loads[key] = load
      return load
    }
  }

  private func note(_ settlement: Settlement, of key: PromiseLedger.Key) {
    state.withLock { state in
      state.loads[key] = nil
      if case .left = settlement { state.ledger.reopen(key) } else { state.ledger.settle(key) }
    }
  }

  private func settle(
    _ key: PromiseLedger.Key,
    by routes: [ExportRoute],
    for run: KeepRun?
  ) async -> Settlement {
    do {
      guard !routes.isEmpty else {
        return .kept(byteCount: try await fulfil(key, with: .data(Data()), for: run))
      }
      let byteCount = try await routes.firstContent { try await fulfil(key, with: $0, for: run) }
      return .kept(byteCount: byteCount)
    } catch let refusal as KeepRun.Refusal {
      return .left(reason: refusal.reason)
    } catch PasteboardFailure.transfer(.timedOut) where run != nil {
      return .left(reason: Self.late)
    } catch {
      let reason =
        (error as? PasteboardFailure)?.description
        ?? "it failed with \(TransferError.Failure.kind(of: error))"
      // Whoever keeps promises has not been asked for this one, and a later try may do better.
      guard run == nil else { return .left(reason: reason) }
      await refuse(key, reason: reason)
      return .failed(reason: reason)
    }
  }

  private func fulfil(
    _ key: PromiseLedger.Key,
    with content: TransferContent,
    for run: KeepRun?
  ) async throws -> Int {
    try await DaemonLines.ask { connection in
      let exported = try ExportedContent(content)
      try run?.take(exported.byteCount)
      var request = FulfilRequest(key.place, of: key.entry)
      request.descriptor = 0
      do throws(ClientError) {
        try connection.fulfil(request, descriptors: [exported.descriptor])
      } catch {
        // Replaced meanwhile, so that nothing is lost.
        guard case .refused(.invalidRequest(parameter: "entry", reason: _)) = error else {
          throw error
        }
        return 0
      }
      return exported.byteCount
    }
  }

  private func refuse(_ key: PromiseLedger.Key, reason: String) async {
    var request = FulfilRequest(key.place, of: key.entry)
    request.failure = reason
    // The daemon may be gone, or the entry: then nobody waits for it.
    try? await DaemonLines.ask { [request] connection in
      try connection.fulfil(request, descriptors: [])
    }
  }
}
