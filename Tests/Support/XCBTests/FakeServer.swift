import Glibc
import TestSupport
import Testing
import XCB

/// A listening socket that is no X server, whatever it says.
final class FakeServer: Sendable {
  enum Behaviour: Sendable {
    /// Connections wait in the backlog: accepted by the system, answered by nobody.
    case mute
    case acceptsNobody
    /// Sends these bytes and closes.
    case answers([UInt8])
  }

  private let scratch: ScratchDirectory
  private let listener: CInt
  private let filler: CInt

  private let path: String
  let display: String

  /// Listens at a path of its own, or where display servers do.
  init(behaviour: Behaviour, number: Int? = nil) throws {
    scratch = try ScratchDirectory()
    path = number.map { "/tmp/.X11-unix/X\($0)" } ?? scratch.path("socket")
    display = number.map { ":\($0)" } ?? path + ":0"
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_UNIX, kind, 0)
    self.listener = listener
    var address = Self.address(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    try #require(bound == 0)
    guard case .acceptsNobody = behaviour else {
      filler = -1
      try #require(listen(listener, 64) == 0)
      if case .answers(let bytes) = behaviour { Self.answer(listener, bytes) }
      return
    }
    // A backlog of 0 takes one connection; the next finds it full.
    try #require(listen(listener, 0) == 0)
    filler = socket(AF_UNIX, kind, 0)
    let filled = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, size) }
    }
    try #require(filled == 0)
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
    unlink(path)
    if filler >= 0 { close(filler) }
  }

  /// What a real server says to a new client.
  static func realGreeting() throws -> [UInt8] {
    let number = try XServer.shared().displayName.number
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    var address = address("/tmp/.X11-unix/X\(number)")
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, size) }
    }
    try #require(connected == 0)
    let hello: [UInt8] = [0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let sent = write(client, hello, hello.count)
    try #require(sent == hello.count)
    var answer = [UInt8](repeating: 0, count: 1 << 18)
    let head = recv(client, &answer, 8, CInt(MSG_WAITALL))
    try #require(head == 8)
    let length = (Int(answer[6]) | Int(answer[7]) << 8) * 4
    let rest = answer[8...].withUnsafeMutableBytes {
      recv(client, $0.baseAddress, length, CInt(MSG_WAITALL))
    }
    try #require(rest == length)
    return Array(answer.prefix(8 + length))
  }

  private static func address(_ path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  /// Serves on a thread until the listener is shut down.
  private static func answer(_ listener: CInt, _ bytes: [UInt8]) {
    let listener = dup(listener)
    startThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        _ = bytes.withUnsafeBytes {
          send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        shutdown(client, CInt(SHUT_WR))
        // Reads the client's greeting, or closing would throw our answer away.
        var rest = [UInt8](repeating: 0, count: 256)
        while read(client, &rest, rest.count) > 0 {}
        close(client)
      }
      close(listener)
    }
  }
}
