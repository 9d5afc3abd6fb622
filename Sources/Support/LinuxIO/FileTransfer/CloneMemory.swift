internal import Synchronization

/// From which file systems a directory's own takes no clones: thousands of files would ask in vain.
final class CloneMemory: Sendable {
  private let devices = Mutex<Set<UInt64>>([])

  func mayWork(from device: UInt64) -> Bool { devices.withLock { !$0.contains(device) } }

  func refused(from device: UInt64) { devices.withLock { _ = $0.insert(device) } }
}
