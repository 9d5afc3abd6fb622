import LinuxIO
import Testing
import Varlink
import Wire

@testable import DaemonClient

@Suite("Trouble with a daemon", .timeLimit(.minutes(4)))
struct DaemonTroubleTests {
  static func path() -> [UInt8] { DaemonConnectionTests.path() }

  @Test func `without a daemon that may be started it is said that none runs`() throws {
    var caller = Caller { _ in nil }
    caller.socket = Self.path()
    caller.startsDaemon = false
    #expect(throws: ClientError.unreachable(reason: "nobody answers at its socket")) {
      _ = try DaemonConnection(caller)
    }
  }

  @Test func `a daemon that hangs is told from one that is slow`() throws {
    let service = try ScriptedService(
      at: Self.path(),
      script: { call, _, loop in
        loop.schedule(after: .milliseconds(200)) {
          try? call.answer(ClearReply(changeCount: 1, removed: 1))
        }
      }
    )
    let slow = try DaemonConnection(
      service.caller(),
      patience: (.milliseconds(10), .seconds(20))
    )
    #expect(try slow.clear(ClearRequest()).changeCount == 1)
  }

  @Test func `a daemon that does not even say who it is hangs`() throws {
    let path = Self.path()
    let listener = SharedDescriptor(try UnixSocket.listen(at: path))
    defer { try? FileSystem.remove(path) }
    var caller = Caller { _ in nil }
    caller.socket = path
    let connection = try DaemonConnection(
      caller,
      patience: (.milliseconds(10), .milliseconds(10))
    )
    #expect(throws: ClientError.silent) { try connection.status() }
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: ["", "{\"parameters\": {\"ent", "{\"parameters\": "])
  func `a daemon that dies in the middle of an answer`(_ beginning: String) throws {
    let (_, error) = try Self.answer(Array(beginning.utf8))
    #expect(error == .disconnected)
  }

  @Test func `a call that the daemon did not read is made of the next daemon, once`() throws {
    let path = Self.path()
    var dying: SharedDescriptor? = SharedDescriptor(try UnixSocket.listen(at: path))
    var caller = Caller { _ in nil }
    caller.socket = path
    caller.startsDaemon = false
    let connection = try DaemonConnection(caller)
    // As of a daemon that was killed: the name stays, and goes to the next.
    _ = dying.take()
    #expect(throws: ClientError.unreachable(reason: "nobody answers at its socket")) {
      try connection.clear(ClearRequest())
    }
    let next = try ScriptedService(at: path) { call, _ in
      try? call.answer(ClearReply(changeCount: 1, removed: 1))
    }
    #expect(try connection.clear(ClearRequest()).changeCount == 1)
    #expect(next.calls.count == 1)
  }

  @Test func `a connection that ends with the call unread is made once more`() throws {
    let path = Self.path()
    let listener = SharedDescriptor(try UnixSocket.listen(at: path))
    defer { try? FileSystem.remove(path) }
    let service = try TestThread {
      Self.hangUpOnce(listener)
      let answer = #"{"parameters":{"changeCount":1,"removed":1}}"#
      Self.serveOnce(listener, Array(answer.utf8) + [0])
    }
    var caller = Caller { _ in nil }
    caller.socket = path
    let connection = try DaemonConnection(caller)
    #expect(try connection.clear(ClearRequest()).changeCount == 1)
    #expect(service.join())
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: [
    "nonsense", "[]", "{}", "{\"parameters\": []}", "{\"parameters\": {\"changeCount\": \"x\"}}",
    "{\"error\": 5}", "{\"error\": \"org.example.Other\"}",
  ])
  func `an answer of the wrong shape makes no sense`(_ answer: String) throws {
    let (_, error) = try Self.answer(Array(answer.utf8) + [0])
    guard case .invalidAnswer = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("MethodNotFound", "method", ClientError.unknownMethod("x")),
    ("MethodNotImplemented", "method", .unknownMethod("x")),
    ("InterfaceNotFound", "interface", .unknownMethod("x")),
    ("InvalidParameter", "parameter", .invalidParameter("x")),
    ("PermissionDenied", "none", .refused(.notPermitted(reason: "it serves another user"))),
    ("ExpectedMore", "none", .invalidAnswer(reason: "the error ExpectedMore")),
  ])
  func `an error of Varlink's own has a meaning`(
    _ name: String,
    _ parameter: String,
    _ expected: ClientError
  ) throws {
    let answer: JSON = [
      "error": .string("org.varlink.service.\(name)"),
      "parameters": .object([JSON.Member(parameter, "x")]),
    ]
    let (_, error) = try Self.answer(answer.serialized() + [0])
    #expect(error == expected)
  }

  @Test func `content without bytes or with a descriptor that did not come`() throws {
    let service = try ScriptedService(at: Self.path()) { call, index in
      var reply = DaemonConnectionTests.getReply()
      switch index {
      case 0: reply.descriptor = 0
      case 1: reply.descriptor = -1
      case 2: reply.data = "?"
      default: break
      }
      try? call.answer(reply)
    }
    let connection = try DaemonConnection(service.caller())
    for _ in 0..<4 {
      let error = #expect(throws: ClientError.self) { try connection.get(GetRequest()) }
      guard case .invalidAnswer = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `stopping ends with the connection`() throws {
    let path = Self.path()
    let listener = SharedDescriptor(try UnixSocket.listen(at: path))
    defer { try? FileSystem.remove(path) }
    let service = try TestThread {
      Self.serveOnce(listener, Array(#"{"parameters":{}}"#.utf8) + [0])
    }
    var caller = Caller { _ in nil }
    caller.socket = path
    let connection = try DaemonConnection(caller)
    #expect(throws: Never.self) { try connection.stop() }
    #expect(service.join())
    withExtendedLifetime(listener) {}
  }

  /// What a client makes of bytes after which the daemon is gone.
  static func answer(_ bytes: [UInt8]) throws -> (ClearReply?, ClientError?) {
    let path = path()
    let listener = SharedDescriptor(try UnixSocket.listen(at: path))
    defer { try? FileSystem.remove(path) }
    let service = try TestThread { serveOnce(listener, bytes) }
    defer {
      #expect(service.join())
      withExtendedLifetime(listener) {}
    }
    var caller = Caller { _ in nil }
    caller.socket = path
    let connection = try DaemonConnection(caller)
    do throws(ClientError) {
      return (try connection.clear(ClearRequest()), nil)
    } catch {
      #expect(try listener.descriptor.poll(for: .readable, timeout: .zero) == nil, "asked twice")
      return (nil, error)
    }
  }

  /// Takes a connection and closes it when there is something to read.
  static func hangUpOnce(_ listener: SharedDescriptor) {
    do {
      _ = try listener.descriptor.poll(for: .readable, timeout: .seconds(20))
      guard let socket = try UnixSocket.accept(listener.descriptor) else { return }
      _ = try socket.poll(for: .readable, timeout: .seconds(20))
    } catch {
      Issue.record(error)
    }
  }

  /// Takes one call and answers it with bytes, whatever they are.
  static func serveOnce(_ listener: SharedDescriptor, _ bytes: [UInt8]) {
    do {
      _ = try listener.descriptor.poll(for: .readable, timeout: .seconds(20))
      guard let socket = try UnixSocket.accept(listener.descriptor) else { return }
      _ = try socket.poll(for: .readable, timeout: .seconds(20))
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
      defer { buffer.deallocate() }
      _ = try socket.readAvailable(into: buffer)
      try socket.writeAll(bytes)
    } catch {
      Issue.record(error)
    }
  }
}
