internal import CXCB
import Glibc

extension Connection {
  /// Makes a libxcb connection of a socket on which the greeting is over already.
  ///
  /// libxcb insists on greeting by itself. It gets one end of a socket pair, at whose other end
  /// the server's answer is played back to it; then the real socket takes that number.
  static func adopt(_ socket: CInt, greetedWith answer: [UInt8]) throws(XError) -> OpaquePointer {
    let real = Socket(owning: socket)
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw adoptionFailure(errno) }
    let number = ends[1]
    let playback: Playback
    do throws(XError) { playback = try Playback(answer, on: ends[0]) } catch {
      close(number)
      throw error
    }
    let connection = xcb_connect_to_fd(number, nil)
    playback.join()
    // Never nil by its manual; if it failed, it has closed the descriptor.
    guard let raw = connection else { throw adoptionFailure(ENOMEM) }
    guard xcb_connection_has_error(raw) == 0 else {
      xcb_disconnect(raw)
      throw XError(request: "connection setup", kind: .malformedAnswer)
    }
    // libxcb made its end non-blocking; ours is so from the start.
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

  fileprivate static func adoptionFailure(_ code: CInt) -> XError {
    XError(request: "socketpair", kind: .unreachable(code: code))
  }
}

/// A thread that waits for libxcb's greeting and answers it.
///
/// The answer must not be there before: while libxcb writes its greeting, it takes whatever can
/// be read for a reply or an event.
private struct Playback {
  private final class Part: Sendable {
    let answer: [UInt8]
    let number: CInt

    init(_ answer: [UInt8], _ number: CInt) {
      self.answer = answer
      self.number = number
    }

    func play() {
      var greeting: UInt8 = 0
      guard recv(number, &greeting, 1, CInt(MSG_PEEK)) == 1 else { return }
      var rest = answer[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        if count < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  private let thread: pthread_t
  private let part: Part

  init(_ answer: [UInt8], on number: CInt) throws(XError) {
    part = Part(answer, number)
    let context = Unmanaged.passRetained(part)
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        let part = Unmanaged<Part>.fromOpaque(context).takeRetainedValue()
        part.play()
        // What libxcb lacks after this, it does not wait for.
        shutdown(part.number, CInt(SHUT_WR))
        return nil
      },
      context.toOpaque()
    )
    guard code == 0 else {
      context.release()
      close(number)
      throw Connection.adoptionFailure(code)
    }
    self.thread = thread
  }

  func join() {
    // The thread may still wait for a greeting that never came.
    shutdown(part.number, CInt(SHUT_RD))
    pthread_join(thread, nil)
    close(part.number)
  }
}
