internal import CLinux
internal import Glibc

/// A lock between processes, held while somebody refers to it; a process that dies gives it up.
///
/// Source: flock(2).
public final class FileLock: Sendable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  deinit {
    // Closing is not enough while a child, between its start and its exec, has a copy.
    _ = flock(descriptor.number, LOCK_UN)
  }

  /// Takes the lock of the file at `path`, which is made if missing; `nil` if another has it.
  public static func tryLock(_ path: [UInt8]) throws(SystemError) -> FileLock? {
    try lock(path, timeout: .zero)
  }

  /// As ``tryLock(_:)``, after waiting for the other at most `timeout`.
  public static func lock(
    _ path: [UInt8],
    timeout: Duration
  ) throws(SystemError) -> FileLock? {
    let deadline = MonotonicTime.now + timeout
    let descriptor = try FileSystem.open(path, .append)
    let number = descriptor.number
    // flock has no deadline of its own, and an alarm would need a signal handler.
    while try retryingUnlessBlocked("flock", { flock(number, LOCK_EX | LOCK_NB) }) == nil {
      guard MonotonicTime.now < deadline else { return nil }
      clinux_sleep(5_000_000)
    }
    return FileLock(descriptor)
  }
}
