internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that waits for descriptors, timers and jobs, and runs actors between the waits.
///
/// An actor names it in `unownedExecutor`; handlers enter that actor with `assumeIsolated`. Handlers,
/// timer actions, hooks and jobs run one after the other on the thread of the loop and must not
/// wait. All functions may be called from any thread.
///
/// The main thread of a daemon is best a loop, under a synchronous `main` (see ``SignalWatch``).
/// There nothing drains the main actor, so a plain `Task { }` never runs; make tasks with
/// ``task(in:_:)``, which also keeps them off the global pool and its wake-ups.
///
/// A library that owns its socket and closes it by itself is watched through a duplicate, so that a
/// watched number always has an owner here.
///
/// Source: epoll(7), eventfd(2), timerfd_create(2), SE-0392, SE-0417 and SE-0471.
public final class EventLoop: SerialExecutor, TaskExecutor {
  let epoll: FileDescriptor
  let wakeUp: FileDescriptor
  let timer: FileDescriptor
  let state = Mutex(State())
  /// The thread in ``run()``, 0 outside: read by every thread, written by that thread only.
  private let runner = Atomic<UInt>(0)

  /// What the tasks prefer that come here; `nil` for this loop.
  private let home: EventLoop?

  /// Prepares a loop; `home` is the one that the tasks prefer that come here, by default itself.
  ///
  /// Tasks that prefer another or none wait for another turn at every `await`, which is no error.
  public init(home: EventLoop? = nil) throws(SystemError) {
    self.home = home
    epoll = FileDescriptor(owning: try retrying("epoll_create") { clinux_epoll_create() })
    wakeUp = FileDescriptor(owning: try retrying("eventfd") { clinux_eventfd() })
    timer = FileDescriptor(owning: try retrying("timerfd_create") { clinux_timerfd() })
    try control(CLINUX_EPOLL_ADD, wakeUp.number, .readable, token: Token.wakeUp)
    try control(CLINUX_EPOLL_ADD, timer.number, .readable, token: Token.timer)
  }

  /// Runs on the calling thread until ``stop()``; jobs that are already queued then still run.
  ///
  /// Jobs enqueued after the end never run, so actors on this loop should be gone by then.
  public func run() {
    let (exchanged, _) = runner.compareExchange(
      expected: 0,
      desired: UInt(clinux_current_thread()),
      ordering: .sequentiallyConsistent
    )
    precondition(exchanged, "A loop runs on one thread at a time.")
    defer { runner.store(0, ordering: .sequentiallyConsistent) }
    while true {
      runWork()
      runHooks()
      guard let wait = prepareWait() else { break }
      dispatch(waitForEvents(wait))
    }
    runWork()
  }

  /// Runs on a thread of its own until ``stop()``.
  ///
  /// The `name` is what `ps -L` shows, 15 bytes at most.
  public func start(name: String = "loop") throws(SystemError) {
    let context = Unmanaged.passRetained(self)
    // Under the lock, so that a stop from the new thread finds it.
    let code = state.withLock { state in
      var thread: UInt = 0
      let code = clinux_start_thread(name, context.toOpaque(), runLoop, &thread)
      if code == 0 { state.thread = thread }
      return code
    }
    guard code == 0 else {
      context.release()
      throw SystemError(call: "pthread_create", code: code)
    }
  }

  /// Ends ``run()`` after what it is doing, and waits for the thread of ``start(name:)``.
  ///
  /// From a handler it returns at once. A loop that has not run yet ends when it starts.
  public func stop() {
    let thread = change { state in
      state.isStopping = true
      defer { state.thread = nil }
      return state.thread
    }
    guard let thread else { return }
    // Joining oneself would wait for ever.
    if isOnLoop { clinux_detach_thread(thread) } else { clinux_join_thread(thread) }
  }

  /// Runs `action` before each wait, in the order of these calls; it lasts as long as the loop.
  ///
  /// For libraries that read ahead: while they wait for one reply they pull others off the socket,
  /// which then stays quiet. Draining only on readability hangs.
  public func beforeWait(_ action: @escaping @Sendable () -> Void) {
    change { $0.hooks.append(action) }
  }

  /// Runs `action` on the loop, after what was queued before it.
  public func perform(_ action: @escaping @Sendable () -> Void) {
    push(.action(action))
  }

  /// Whether the calling code runs on this loop.
  public var isOnLoop: Bool {
    runner.load(ordering: .relaxed) == UInt(clinux_current_thread())
  }

  // MARK: Executor

  public func enqueue(_ job: consuming ExecutorJob) {
    push(.job(UnownedJob(job)))
  }

  public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  public func checkIsolated() {
    precondition(isOnLoop, "This code must run on the loop of its actor.")
  }

  // MARK: One round

  private func push(_ work: Work) { change { $0.work.append(work) } }

  /// Changes the state, and wakes the loop to see it.
  ///
  /// Only a loop that sleeps needs the system call: one that runs looks at its state before it
  /// waits, and one that was woken has a write pending. Written after the lock is free, or who is
  /// woken would sleep again to wait for it.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, isAsleep) = state.withLock { state in
      defer { state.isWaiting = false }
      return (body(&state), state.isWaiting)
    }
    if isAsleep { clinux_wake(wakeUp.number) }
    return result
  }

  /// Takes what is queued now: work that queues work cannot keep events waiting.
  private func runWork() {
    let batch = state.withLock { state in
      defer { state.work.removeAll() }
      return state.work
    }
    for work in batch {
      switch work {
      case .job(let job):
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(),
          taskExecutor: (home ?? self).asUnownedTaskExecutor()
        )
      case .action(let action): action()
      }
    }
  }

  private func runHooks() {
    for hook in state.withLock({ $0.hooks }) { hook() }
  }

  /// Milliseconds to wait: -1 for as long as nothing happens; `nil` is the end.
  private func prepareWait() -> CInt? {
    state.withLock { state in
      if state.isStopping {
        state.isStopping = false
        return nil
      }
      armTimer(&state)
      guard state.work.isEmpty else { return 0 }
      state.isWaiting = true
      return -1
    }
  }

  private func waitForEvents(_ milliseconds: CInt) -> [clinux_event] {
    let events = [clinux_event](unsafeUninitializedCapacity: 64) { buffer, count in
      let result = clinux_epoll_wait(epoll.number, buffer.baseAddress, 64, milliseconds)
      count = max(0, Int(result))
    }
    state.withLock { $0.isWaiting = false }
    return events
  }

  private func dispatch(_ events: [clinux_event]) {
    for event in events {
      switch event.token {
      case Token.wakeUp: clinux_drain(wakeUp.number)
      case Token.timer:
        clinux_drain(timer.number)
        runDueTimers()
      case let token:
        // Looked up for each event: an earlier handler of this round may have unwatched it, and
        // its number may already belong to another file.
        let handler = state.withLock { $0.registrations[token]?.handler }
        handler?(Readiness(rawValue: event.readiness))
      }
    }
  }
}

private func runLoop(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
}
