import Glibc

/// The greeting at the start of a connection, exchanged under a deadline.
///
/// libxcb's own greeting waits for ever, prints a refusal on descriptor 2 and trusts every
/// length in the answer; so we greet, check, and let libxcb read what we have read.
///
/// Source: X11 protocol, chapter 8 "Connection Setup".
enum Handshake {
  private static let request = "connection setup"

  /// Greets the server and returns its answer, checked as far as libxcb will read it.
  ///
  /// - Throws: ``XError`` of kind refused, no answer in time, malformed answer or unreachable.
  static func perform(
    on socket: CInt,
    cookie: [UInt8]?,
    by deadline: Deadline
  ) throws(XError) -> [UInt8] {
    try send(greeting(cookie: cookie), to: socket, by: deadline)
    let head = try receive(8, from: socket, by: deadline)
    let length = Int(SetupReader(head).half(at: 6)) * 4
    let answer = head + (try receive(length, from: socket, by: deadline))
    switch head[0] {
    case 0: throw XError(request: request, kind: .refused(reason: reason(answer, Int(head[1]))))
    case 2: throw XError(request: request, kind: .refused(reason: reason(answer, length)))
    case 1 where SetupReader(answer).isSound: return answer
    default: throw XError(request: request, kind: .malformedAnswer)
    }
  }

  private static func greeting(cookie: [UInt8]?) -> [UInt8] {
    let name = cookie == nil ? [] : Authority.protocolName
    let data = cookie ?? []
    let isLittle = 1.littleEndian == 1
    func half(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt16(truncatingIfNeeded: value)) { Array($0) }
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return [isLittle ? 0x6C : 0x42, 0] + half(11) + half(0) + half(name.count) + half(data.count)
      + [0, 0] + padded(name) + padded(data)
  }

  private static func send(
    _ bytes: [UInt8],
    to socket: CInt,
    by deadline: Deadline
  ) throws(XError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try deadline.wait(for: socket, events: CInt(POLLOUT), request: request)
      } else if errno != EINTR {
        throw XError(request: request, kind: .unreachable(code: errno))
      }
    }
  }

  private static func receive(
    _ count: Int,
    from socket: CInt,
    by deadline: Deadline
  ) throws(XError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = bytes[filled...].withUnsafeMutableBytes {
        recv(socket, $0.baseAddress, $0.count, 0)
      }
      if received > 0 {
        filled += received
      } else if received == 0 {
        throw XError(request: request, kind: .unreachable(code: ECONNRESET))
      } else if errno == EAGAIN {
        try deadline.wait(for: socket, events: CInt(POLLIN), request: request)
      } else if errno != EINTR {
        throw XError(request: request, kind: .unreachable(code: errno))
      }
    }
    return bytes
  }

  /// The server's words, as one line that cannot harm a terminal.
  private static func reason(_ answer: [UInt8], _ count: Int) -> String {
    let text = String(decoding: answer.dropFirst(8).prefix(min(count, 1024)), as: UTF8.self)
    let safe = text.unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    let words = String(safe).split(separator: " ")
    return words.isEmpty ? "no reason given" : words.joined(separator: " ")
  }
}

/// Checks that the lengths inside a server's greeting stay inside it.
struct SetupReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Two bytes in host order, 0 beyond the end.
  func half(at offset: Int) -> UInt16 {
    guard offset + 2 <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
  }

  private func byte(at offset: Int) -> Int { offset < bytes.count ? Int(bytes[offset]) : 0 }

  /// Whether there is an identifier range, and each screen, depth and visual fits.
  var isSound: Bool {
    let hasIdentifiers = half(at: 16) != 0 || half(at: 18) != 0
    guard bytes.count >= 40, hasIdentifiers, byte(at: 28) > 0 else { return false }
    let vendor = (Int(half(at: 24)) + 3) / 4 * 4
    var offset = 40 + vendor + byte(at: 29) * 8
    for _ in 0..<byte(at: 28) {
      guard offset + 40 <= bytes.count else { return false }
      let depths = byte(at: offset + 39)
      offset += 40
      for _ in 0..<depths {
        guard offset + 8 <= bytes.count else { return false }
        offset += 8 + Int(half(at: offset + 2)) * 24
      }
    }
    return offset <= bytes.count
  }
}
