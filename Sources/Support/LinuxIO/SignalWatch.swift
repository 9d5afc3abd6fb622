internal import CLinux
internal import Glibc

/// Receives signals as events of a loop instead of as interruptions.
///
/// Source: signalfd(2).
public final class SignalWatch: Sendable {
  private let descriptor: FileDescriptor
  private let loop: EventLoop

  /// Calls `handler` on `loop` with the number of each signal that arrives.
  ///
  /// The signals must have been blocked before the first thread started, see ``block(_:)``.
  public init(
    _ signals: [CInt],
    on loop: EventLoop,
    handler: @escaping @Sendable (CInt) -> Void
  ) throws(SystemError) {
    let number = try retrying("signalfd") { clinux_signalfd(signals, signals.count) }
    descriptor = FileDescriptor(owning: number)
    self.loop = loop
    try loop.watch(number: number, for: .readable) { _ in
      while case let signal = clinux_read_signal(number), signal >= 0 { handler(signal) }
    }
  }

  deinit {
    loop.unwatch(number: descriptor.number)
  }

  /// Keeps the signals from interrupting this thread and those it starts from now on.
  ///
  /// Call first in a synchronous `main`: with an async one, libdispatch parks the main thread with
  /// an empty mask, and SIGTERM ends the process in spite of the signalfd.
  public static func block(_ signals: [CInt]) throws(SystemError) {
    _ = try retrying("pthread_sigmask") { clinux_block_signals(signals, signals.count) }
  }

  /// Makes a write to a closed pipe or socket an error instead of the end of the process.
  public static func ignoreBrokenPipe() {
    clinux_ignore_broken_pipe()
  }
}
