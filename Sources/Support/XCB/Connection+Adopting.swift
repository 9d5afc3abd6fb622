internal import CXCB
import Glibc

extension Connection {
  /// Makes a libxcb connection of a socket on which the greeting is over already.
  ///
  /// libxcb insists on greeting by itself. It gets one end of a socket pair in which the
  /// server's answer waits for it, so it cannot block; then the real socket takes that number.
  static func adopt(_ socket: CInt, greetedWith answer: [UInt8]) throws(XError) -> OpaquePointer {
    let real = Socket(owning: socket)
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw adoptionFailure(errno) }
    let ours = Socket(owning: ends[0])
    let theirs = Socket(owning: ends[1])
    // The longest greeting has 256 KiB, a little more than a socket holds by default.
    var size: CInt = 1 << 20
    setsockopt(ours.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    let sent = answer.withUnsafeBytes {
      Glibc.send(ours.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
    }
    guard sent == answer.count else { throw adoptionFailure(EMSGSIZE) }
    let number = theirs.release()
    // Never nil by its manual; a connection with an error instead, which then is a static object
    // and has closed the descriptor.
    guard let raw = xcb_connect_to_fd(number, nil) else { throw adoptionFailure(ENOMEM) }
    guard xcb_connection_has_error(raw) == 0 else {
      xcb_disconnect(raw)
      throw XError(request: "connection setup", kind: .malformedAnswer)
    }
    guard cxcb_replace_descriptor(real.number, number) == number else {
      let code = errno
      xcb_disconnect(raw)
      throw adoptionFailure(code)
    }
    return raw
  }

  static func rootWindow(of raw: OpaquePointer, screen: Int) -> Window? {
    guard let setup = xcb_get_setup(raw) else { return nil }
    var screens = xcb_setup_roots_iterator(setup)
    for _ in 0..<screen where screens.rem > 0 { xcb_screen_next(&screens) }
    guard screens.rem > 0, let data = screens.data else { return nil }
    return Window(rawValue: data.pointee.root)
  }

  private static func adoptionFailure(_ code: CInt) -> XError {
    XError(request: "socketpair", kind: .unreachable(code: code))
  }
}
