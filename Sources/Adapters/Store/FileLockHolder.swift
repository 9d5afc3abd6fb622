internal import LinuxIO

/// Keeps a lock as long as somebody refers to it.
final class FileLockHolder: Sendable {
  private let lock: FileLock
  init(_ lock: consuming FileLock) { self.lock = lock }
}
