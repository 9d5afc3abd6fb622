internal import Glibc

/// Says when something was mounted or unmounted, of which a watch of a directory tells nothing.
///
/// Source: proc_pid_mountinfo(5), proc_mounts(5): a change shows as an error of the descriptor.
public final class MountTableWatch: Sendable {
  private let descriptor: FileDescriptor
  private let loop: EventLoop

  /// Calls `handler` on `loop` after each change, once for several at a time.
  public init(
    on loop: EventLoop,
    handler: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    descriptor = try FileSystem.open(Array("/proc/self/mountinfo".utf8))
    self.loop = loop
    // It is readable all the time; errors are told in any case.
    try loop.watch(number: descriptor.number, for: .hangUp) { _ in handler() }
  }

  deinit {
    loop.unwatch(number: descriptor.number)
  }
}
