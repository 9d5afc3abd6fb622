internal import Synchronization

extension EventLoop {
  /// Begins a task in an actor, which never leaves the loops for the global pool.
  ///
  /// Where a plain task waits with a continuation it goes on by way of the pool, whatever actor it
  /// is in, and the pool wakes up once a second ever after. The loop is one that is home to all
  /// others.
  ///
  /// Source: SE-0417.
  @discardableResult
  public func task<Home: Actor>(
    in actor: Home,
    _ body: @escaping @Sendable (isolated Home) async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: self) { await body(actor) }
  }

  /// What `body` makes in an actor; `nil` if that takes longer than `patience`.
  ///
  /// What comes later is let go of: a thread that waits for a file system cannot be called back.
  public nonisolated(nonsending) func result<Home: Actor, Result: Sendable>(
    in actor: Home,
    within patience: Duration,
    _ body: @escaping @Sendable (isolated Home) async -> Result
  ) async -> Result? {
    await withCheckedContinuation { continuation in
      let wait = Wait<Result>(continuation)
      let timer = schedule(after: patience) { wait.end(with: nil) }
      task(in: actor) { actor in
        wait.end(with: await body(actor))
        timer.cancel()
      }
    }
  }

  /// Lets everything else that waits for the loop have its turn.
  ///
  /// `Task.yield()` gives way to what waits for the loop that tasks prefer, which may be another.
  public nonisolated(nonsending) func giveTurn() async {
    await withCheckedContinuation { continuation in
      perform { continuation.resume() }
    }
  }
}

/// Ends once, with whatever comes first.
private final class Wait<Result: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Result?, Never>?>

  init(_ continuation: CheckedContinuation<Result?, Never>) {
    self.continuation = Mutex(continuation)
  }

  func end(with result: Result?) {
    continuation.withLock { $0.take() }?.resume(returning: result)
  }
}
