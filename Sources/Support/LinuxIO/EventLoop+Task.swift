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

  /// Lets everything else that waits for the loop have its turn.
  ///
  /// `Task.yield()` gives way to what waits for the loop that tasks prefer, which may be another.
  public nonisolated(nonsending) func giveTurn() async {
    await withCheckedContinuation { continuation in
      perform { continuation.resume() }
    }
  }
}
