internal import CXCB
import Glibc

extension Connection {
  /// Makes a libxcb connection of a socket on which the greeting is over already.
  ///
  /// libxcb insists on greeting by itself. It gets one end of a socket pair, and the server's
  /// answer from the other end, so it cannot block; then the real socket takes that number.
  static func adopt(_ socket: CInt, greetedWith answer: [UInt8]) throws(XError) -> OpaquePointer {
    let real = Socket(owning: socket)
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw adoptionFailure(errno) }
    let theirs = Socket(owning: ends[1])
    let answering = try AnsweringThread(socket: Socket(owning: ends[0]), answer: answer)
    defer { answering.join() }
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

/// Gives libxcb the answer once it has greeted.
///
/// Not before: libxcb looks for input before it sends its greeting, and would take an answer that
/// is there already for an event.
private struct AnsweringThread {
  private final class Work {
    let socket: Socket
    let answer: [UInt8]

    init(socket: consuming Socket, answer: [UInt8]) {
      self.socket = socket
      self.answer = answer
    }

    /// Ends when the other end is closed, at the latest.
    func run() {
      var greeting = [UInt8](repeating: 0, count: 64)
      while recv(socket.number, &greeting, greeting.count, 0) < 0, errno == EINTR {}
      var rest = answer[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
      }
    }
  }

  private let thread: pthread_t

  init(socket: consuming Socket, answer: [UInt8]) throws(XError) {
    let work = Unmanaged.passRetained(Work(socket: socket, answer: answer))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, Self.body, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw XError(request: "connection setup", kind: .unreachable(code: code))
    }
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    guard let context = $0 else { return nil }
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
}
