internal import Glibc
internal import Synchronization

/// What a program does before a signal ends it.
///
/// Source: sigaction(2), signal-safety(7).
public enum Termination {
  /// Has `action` run when SIGINT, SIGTERM or SIGHUP would end the process; then the signal ends it.
  ///
  /// It runs on a thread of its own; the same signal again ends the process at once. Signals that the
  /// program handles or ignores by itself are left to it. To be called once.
  public static func prepare(_ action: @escaping @Sendable () -> Void) throws(SystemError) {
    let pipe = try Pipe.make()
    let loop = try EventLoop()
    // Never closed, since a signal may come at any time.
    writer.store(try FileDescriptor(duplicating: pipe.writer.number).release(), ordering: .relaxed)
    try loop.watch(number: pipe.reader.number, for: .readable) { _ in
      var number: UInt8 = 0
      // What cannot be read says of no signal.
      let count = withUnsafeMutableBytes(of: &number) { try? pipe.reader.descriptor.read(into: $0) }
      guard count == 1 else { return }
      action()
      kill(getpid(), CInt(number))
    }
    try loop.start(name: "termination")
    loops.withLock { $0.append(loop) }
    for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
  }

  /// Where the handler tells which signal came.
  private static let writer = Atomic<CInt>(-1)
  private static let loops = Mutex<[EventLoop]>([])

  private static func handle(_ number: CInt) {
    var former = sigaction()
    guard sigaction(number, nil, &former) == 0, former.__sigaction_handler.sa_handler == nil,
      former.sa_flags & SA_SIGINFO == 0
    else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Termination.writer.load(ordering: .relaxed), &byte, 1)
      errno = error
    }
    // Reset by the signal, so that the next one ends the process.
    action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    sigaction(number, &action, nil)
  }
}
