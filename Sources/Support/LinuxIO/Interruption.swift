internal import Glibc
internal import Synchronization

/// What happens when the user interrupts a program that has no loop: it ends, with its child.
///
/// Source: signal(7), signal-safety(7).
public enum Interruption {
  /// Makes SIGINT end the process with `128 + SIGINT`, as a shell would report it.
  ///
  /// Not if it was ignored when we were started: a shell's job in the background wants that.
  public static func exitOnInterrupt() {
    // The handler reads it; initialising it there would not be safe.
    child.store(0, ordering: .relaxed)
    let former = signal(SIGINT) { number in
      let pid = Interruption.child.load(ordering: .relaxed)
      if pid > 0 { kill(pid, number) }
      _exit(128 + number)
    }
    if unsafeBitCast(former, to: Int.self) == ignoring { signal(SIGINT, former) }
  }

  /// `SIG_IGN`, whose macro Swift does not see.
  private static let ignoring = 1

  /// Starts a child and waits for its end; an interruption ends it, too.
  ///
  /// For programs with one thread.
  public static func run(
    _ start: () throws(SystemError) -> ChildProcess
  ) throws(SystemError) -> ExitStatus? {
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    // Held back, so that there is no moment in which a child runs that the handler does not know.
    pthread_sigmask(SIG_BLOCK, &interrupt, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &interrupt, nil) }
    let process = try start()
    child.store(process.pid, ordering: .relaxed)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    _ = try process.ended.poll(for: .readable, timeout: nil)
    // Before it is reaped, because then the number is free for a stranger.
    child.store(0, ordering: .relaxed)
    return try process.wait()
  }

  private static let child = Atomic<Int32>(0)

  // MARK: What must not end in its middle

  /// Runs `body`, in which signals that would end the process wait; it asks for ``isPending`` now and
  /// then.
  ///
  /// For programs with one thread.
  public static func holding<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var held = heldSignals
    var former = sigset_t()
    pthread_sigmask(SIG_BLOCK, &held, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return try body()
  }

  /// Whether a signal waits that would end the process, as one does within ``holding(_:)`` only.
  ///
  /// Source: sigpending(2).
  public static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return candidates.contains { sigismember(&pending, $0) == 1 && ends($0) }
  }

  private static let candidates = [SIGINT, SIGTERM, SIGHUP]

  /// Whether a signal would end the process: what is ignored, as by nohup, would wait for ever.
  private static func ends(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != ignoring
  }

  private static var heldSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in candidates where ends(number) { sigaddset(&signals, number) }
    return signals
  }
}
