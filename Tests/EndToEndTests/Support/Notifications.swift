internal import Glibc

/// The end of `NOTIFY_SOCKET` that a service manager holds.
final class Notifications {
  let path: String
  private let number: CInt

  init(at path: String) throws(HarnessError) {
    self.path = path
    unlink(path)
    number = try makeSocket(CInt(SOCK_DGRAM.rawValue))
    guard withAddress(of: path, { bind(number, $0, $1) }) == 0 else {
      throw HarnessError("cannot bind \(path): \(errno)")
    }
  }

  deinit {
    close(number)
    unlink(path)
  }

  /// Whether a state arrives before the deadline.
  func receive(_ state: String, within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      let left = (deadline - .now).milliseconds
      var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(number, &bytes, bytes.count, 0)
      guard count > 0 else { return false }
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      if text.split(separator: "\n").contains(where: { $0 == state }) { return true }
    }
  }
}

/// Makes a Unix socket that no other program gets.
func makeSocket(_ kind: CInt) throws(HarnessError) -> CInt {
  let number = socket(AF_UNIX, kind | CInt(SOCK_CLOEXEC.rawValue), 0)
  guard number >= 0 else { throw HarnessError("no socket: \(errno)") }
  return number
}

/// Lends the address of a Unix socket.
func withAddress(
  of path: String,
  _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) {
    $0.copyBytes(from: path.utf8.prefix($0.count - 1))
  }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
