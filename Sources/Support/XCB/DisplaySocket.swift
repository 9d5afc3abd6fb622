import Glibc

/// An open socket to a display, and what its cookie is filed under.
struct DisplaySocket: ~Copyable {
  let socket: Socket
  let family: UInt16
  let address: [UInt8]

  private init(_ socket: consuming Socket, family: UInt16, address: [UInt8]) {
    self.socket = socket
    self.family = family
    self.address = address
  }

  consuming func release() -> CInt { socket.release() }

  /// Connects to a display; the socket does not block.
  ///
  /// - Throws: ``XError/Kind/unreachable(code:)`` or ``XError/Kind/noAnswerInTime``.
  ///
  /// Source: the corresponding C function is libxcb's `_xcb_open`.
  static func open(_ display: DisplayName, by deadline: Deadline) throws(XError) -> DisplaySocket {
    switch display.place {
    case .local(let number):
      let path = Array("/tmp/.X11-unix/X\(number)".utf8)
      // The abstract name first, as libxcb does: it needs no shared /tmp. Whoever may not use it
      // (another network namespace) still finds the file.
      do { return try unix([0] + path, length: path.count + 1, by: deadline) } catch {
        if error.kind == .noAnswerInTime { throw error }
      }
      return try unix(path, length: path.count + 1, by: deadline)
    case .path(let path, let number):
      let bytes = Array(path.utf8)
      // The number may be part of the file's name (XQuartz) or not.
      let suffix = Array(":\(number)".utf8)
      do {
        return try unix(bytes + suffix, length: bytes.count + suffix.count + 1, by: deadline)
      } catch { if error.kind == .noAnswerInTime { throw error } }
      return try unix(bytes, length: bytes.count + 1, by: deadline)
    case .host(let host, let number):
      return try internet(host, port: 6000 + number, by: deadline)
    }
  }

  private static func unix(
    _ path: [UInt8],
    length: Int,
    by deadline: Deadline
  ) throws(XError) -> DisplaySocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw XError(request: "connect", kind: .unreachable(code: ENAMETOOLONG))
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + length)
    let socket = try make(AF_UNIX)
    try withUnsafeBytes(of: &address) { bytes throws(XError) in
      try connect(socket.number, bytes, size, by: deadline)
    }
    return DisplaySocket(socket, family: AddressFamily.local, address: hostName())
  }

  private static func internet(
    _ host: String,
    port: Int,
    by deadline: Deadline
  ) throws(XError) -> DisplaySocket {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
      throw XError(request: "getaddrinfo", kind: .unreachable(code: EHOSTUNREACH))
    }
    defer { freeaddrinfo(list) }
    var last = XError(request: "connect", kind: .unreachable(code: EHOSTUNREACH))
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let pointer = entry.ai_addr else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(entry.ai_addrlen))
      do {
        let socket = try make(entry.ai_family)
        try connect(socket.number, bytes, entry.ai_addrlen, by: deadline)
        let (family, address) = filing(bytes)
        return DisplaySocket(socket, family: family, address: address)
      } catch {
        if error.kind == .noAnswerInTime { throw error }
        last = error
      }
    }
    throw last
  }

  private static func make(_ family: CInt) throws(XError) -> Socket {
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = Glibc.socket(family, kind, 0)
    guard number >= 0 else { throw XError(request: "socket", kind: .unreachable(code: errno)) }
    return Socket(owning: number)
  }

  private static func connect(
    _ socket: CInt,
    _ address: UnsafeRawBufferPointer,
    _ size: socklen_t,
    by deadline: Deadline
  ) throws(XError) {
    guard let start = address.bindMemory(to: sockaddr.self).baseAddress else { return }
    while Glibc.connect(socket, start, size) != 0 {
      switch errno {
      case EISCONN: return
      case EINTR: continue
      // A unix socket whose listener accepts nobody: there is nothing to poll for.
      case EAGAIN: try deadline.pause(request: "connect")
      case EINPROGRESS, EALREADY:
        try deadline.wait(for: socket, events: CInt(POLLOUT), request: "connect")
        let code = pendingError(of: socket)
        guard code == 0 else { throw XError(request: "connect", kind: .unreachable(code: code)) }
        return
      case let code: throw XError(request: "connect", kind: .unreachable(code: code))
      }
    }
  }

  private static func pendingError(of socket: CInt) -> CInt {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
  }

  /// How cookies for an internet address are filed; those of this machine under its name.
  private static func filing(_ address: UnsafeRawBufferPointer) -> (UInt16, [UInt8]) {
    let family = address.loadUnaligned(as: sa_family_t.self)
    if family == sa_family_t(AF_INET), address.count >= 8 {
      let host = Array(address[4..<8])
      return host.first == 127
        ? (AddressFamily.local, hostName()) : (AddressFamily.internet, host)
    }
    guard family == sa_family_t(AF_INET6), address.count >= 24 else {
      return (AddressFamily.local, hostName())
    }
    let host = Array(address[8..<24])
    if host == [UInt8](repeating: 0, count: 15) + [1] {
      return (AddressFamily.local, hostName())
    }
    if host.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255] {
      return (AddressFamily.internet, Array(host.suffix(4)))
    }
    return (AddressFamily.internet6, host)
  }

  private static func hostName() -> [UInt8] {
    var name = [UInt8](repeating: 0, count: 256)
    let failed = name.withUnsafeMutableBytes { bytes -> Bool in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return true }
      return gethostname(start, bytes.count - 1) != 0
    }
    return failed ? [] : Array(name.prefix { $0 != 0 })
  }
}
