import Synchronization

/// File systems of which something is known: thousands of files would ask the same of each.
final class DeviceMemory: Sendable {
  private let devices = Mutex<Set<UInt64>>([])

  func contains(_ device: UInt64) -> Bool { devices.withLock { $0.contains(device) } }

  func insert(_ device: UInt64) { devices.withLock { _ = $0.insert(device) } }
}
