import Glibc

/// A socket that this value owns and closes once.
struct Socket: ~Copyable {
  let number: CInt

  init(owning number: CInt) { self.number = number }

  deinit { close(number) }

  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}

/// A moment after which nobody waits any longer.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(in duration: Duration) { end = .now + duration }

  /// Waits until the socket is ready.
  ///
  /// - Throws: ``XError/Kind/noAnswerInTime``.
  func wait(for socket: CInt, events: CInt, request: String) throws(XError) {
    while true {
      var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, milliseconds)
      if count > 0 { return }
      if count < 0, errno != EINTR {
        throw XError(request: request, kind: .unreachable(code: errno))
      }
      guard hasTimeLeft else { throw XError(request: request, kind: .noAnswerInTime) }
    }
  }

  /// Waits a moment before a second try.
  ///
  /// - Throws: ``XError/Kind/noAnswerInTime``.
  func pause(request: String) throws(XError) {
    guard hasTimeLeft else { throw XError(request: request, kind: .noAnswerInTime) }
    poll(nil, 0, min(milliseconds, 10))
  }

  private var hasTimeLeft: Bool { ContinuousClock.now < end }

  /// The time left for `poll`, rounded up, so that it does not turn into a spin at the end.
  var milliseconds: CInt {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
