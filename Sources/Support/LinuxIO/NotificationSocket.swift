internal import CLinux
internal import Glibc

/// Where a service that we start says how it is: our side of `$NOTIFY_SOCKET`.
///
/// Anybody on the machine may send to it, so what it says is a hint to look and never a proof.
///
/// Source: sd_notify(3).
public final class NotificationSocket: Sendable {
  /// The value of `NOTIFY_SOCKET` for the service.
  public let address: String
  private let descriptor: FileDescriptor

  /// Makes a socket with an abstract name that nobody else has.
  public init() throws(SystemError) {
    let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    let flags = type | CInt(SOCK_NONBLOCK.rawValue)
    let number = try retrying("socket") { socket(AF_UNIX, flags, 0) }
    descriptor = FileDescriptor(owning: number)
    address = "@xfer-\(CurrentProcess.id)-" + String(UInt64.random(in: 0 ... .max), radix: 16)
    let bytes = try UnixSocket.address(of: Array(address.utf8))
    _ = try retrying("bind") { clinux_bind(number, bytes, bytes.count) }
  }

  /// Waits for something to read here or on `other`, at most `timeout`.
  public func wait(or other: borrowing FileDescriptor, timeout: Duration) throws(SystemError) {
    var polled = [
      pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other.number, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = CInt(clamping: timeout.clampedNanoseconds / 1_000_000 + 1)
    _ = try retrying("poll") { poll(&polled, 2, milliseconds) }
  }

  /// Waits for something to read here, at most `timeout`.
  public func wait(timeout: Duration) throws(SystemError) {
    _ = try descriptor.poll(for: .readable, timeout: timeout)
  }

  /// The assignments of the next message, such as `READY=1`; `nil` if none waits.
  public func next() throws(SystemError) -> [String]? {
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) {
      (buffer) throws(SystemError) -> [String]? in
      guard case .bytes(let count) = try descriptor.readAvailable(into: buffer) else { return nil }
      return buffer.prefix(count).split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
