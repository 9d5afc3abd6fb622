import LinuxIO
import Testing
import Varlink
import Wire

@testable import PasteboardClient

@Suite("Connection to a daemon", .timeLimit(.minutes(1)))
struct DaemonConnectionTests {
  /// A path that no other test uses, in a directory that is removed with it.
  static func path() -> [UInt8] {
    Array("/tmp/xfer-client-\(CurrentProcess.id)-\(UInt64.random(in: 0 ... .max))".utf8)
  }

  static let putReply = PutReply(entry: "0123456789abcdef", board: "clipboard", changeCount: 3)

  static func put(wait: Bool = false) -> PutRequest {
    let representation = PutRepresentation(type: "public.text", descriptor: 0)
    var request = PutRequest(items: [PutItem(representations: [representation])])
    request.wait = wait ? true : nil
    return request
  }

  static func input() throws -> SharedDescriptor {
    SharedDescriptor(try MemoryFile.create(name: "input"))
  }

  static func getReply(complete: Bool = true) -> GetReply {
    GetReply(type: "public.text", mimeType: "text/plain", target: nil, complete: complete)
  }

  // MARK: Calls

  @Test func `a put passes its descriptors and the display`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      try? call.answer(Self.putReply)
    }
    let connection = try DaemonConnection(service.caller(display: ":7"))
    let reply = try connection.put(Self.put(), descriptors: [try Self.input()])
    #expect(reply == Self.putReply)
    let call = try #require(service.calls.first)
    #expect(call.method == "Put")
    #expect(call.descriptorCount == 1)
    #expect(call.parameters["display"] == ":7")
    #expect(call.parameters["board"] == nil)
  }

  @Test(arguments: [PutReply.Outcome.pasted, .replaced])
  func `a put that waits hears how it ended`(_ outcome: PutReply.Outcome) throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      try? call.answer(Self.putReply, continues: true)
      var last = Self.putReply
      last.outcome = outcome
      try? call.answer(last)
    }
    let connection = try DaemonConnection(service.caller())
    _ = try connection.put(Self.put(wait: true), descriptors: [try Self.input()])
    #expect(try connection.outcome() == outcome)
  }

  @Test func `content comes as text, base64, file or stream`() throws {
    let service = try ScriptedService(at: Self.path()) { call, index in
      var reply = Self.getReply(complete: index != 3)
      switch index {
      case 0: reply.text = "hé"
      case 1: reply.data = "AP8="
      default: reply.descriptor = 0
      }
      guard let file = try? Self.input() else { return }
      try? call.answer(reply, descriptors: index > 1 ? [file] : [], continues: index == 3)
      if index == 3 {
        reply.complete = true
        reply.size = 9
        try? call.answer(reply)
      }
    }
    let connection = try DaemonConnection(service.caller())
    #expect(Self.kind(try connection.get(GetRequest())) == "bytes [104, 195, 169]")
    #expect(Self.kind(try connection.get(GetRequest())) == "bytes [0, 255]")
    #expect(Self.kind(try connection.get(GetRequest())) == "file")
    let stream = try connection.get(GetRequest())
    #expect(Self.kind(stream) == "stream")
    #expect(try connection.end(of: stream).size == 9)
  }

  static func kind(_ content: Content) -> String {
    switch content.body {
    case .bytes(let bytes): "bytes \(bytes)"
    case .file: "file"
    case .stream: "stream"
    }
  }

  @Test func `a stream that breaks off is an error at its end`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      var reply = Self.getReply(complete: false)
      reply.descriptor = 0
      guard let pipe = try? Pipe.make() else { return }
      try? call.answer(reply, descriptors: [pipe.reader], continues: true)
      try? call.fail(.peerFailed(reason: "its owner went away"))
    }
    let connection = try DaemonConnection(service.caller())
    let content = try connection.get(GetRequest())
    #expect(throws: ClientError.refused(.peerFailed(reason: "its owner went away"))) {
      try connection.end(of: content)
    }
  }

  @Test func `changes come until the daemon ends`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      for sequence in 1...3 {
        let change = Change(
          sequence: sequence,
          board: "clipboard",
          changeCount: sequence,
          holder: .ours,
          time: 0
        )
        try? call.answer(WatchReply(change: change), continues: true)
      }
      try? call.fail(.stopping)
    }
    let connection = try DaemonConnection(service.caller())
    var seen: [Int] = []
    #expect(throws: ClientError.refused(.stopping)) {
      try connection.watch(WatchRequest()) { seen.append($0.sequence) }
    }
    #expect(seen == [1, 2, 3])
  }

  // MARK: Displays

  @Test func `a daemon without a display is given the caller's`() throws {
    let service = try ScriptedService(at: Self.path()) { call, index in
      switch index {
      case 0: try? call.fail(.noDisplay(display: nil, reason: "none"))
      case 1: try? call.answer(AttachDisplayReply(display: ":7"))
      default: try? call.answer(Self.putReply)
      }
    }
    var caller = service.caller(display: ":7")
    caller.authority = "/home/a/.Xauthority"
    let connection = try DaemonConnection(caller)
    _ = try connection.put(Self.put(), descriptors: [try Self.input()])
    #expect(service.calls.map(\.method) == ["Put", "AttachDisplay", "Put"])
    #expect(service.calls[1].parameters["display"] == ":7")
    #expect(service.calls[1].parameters["authority"] == "/home/a/.Xauthority")
    #expect(service.calls[2].descriptorCount == 1)
  }

  @Test func `a display is given once and no more`() throws {
    let failure = PasteboardError.noDisplay(display: nil, reason: "none")
    let service = try ScriptedService(at: Self.path()) { call, index in
      if index == 1 {
        try? call.answer(AttachDisplayReply(display: ":7"))
      } else {
        try? call.fail(failure)
      }
    }
    let connection = try DaemonConnection(service.caller(display: ":7"))
    #expect(throws: ClientError.refused(failure)) { try connection.types(TypesRequest()) }
    #expect(service.calls.count == 3)
  }

  @Test(arguments: [nil, ":7"])
  func `a display that cannot be reached is an error`(_ display: String?) throws {
    let failure = PasteboardError.noDisplay(display: display == nil ? nil : ":0", reason: "dead")
    let service = try ScriptedService(at: Self.path()) { call, _ in try? call.fail(failure) }
    let connection = try DaemonConnection(service.caller(display: display))
    #expect(throws: ClientError.refused(failure)) { try connection.types(TypesRequest()) }
    #expect(service.calls.count == 1)
  }

  @Test func `a given socket has no other display`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      try? call.fail(.wrongDisplay(display: ":0"))
    }
    let connection = try DaemonConnection(service.caller(display: ":7"))
    #expect(throws: ClientError.servesOtherDisplay(":0")) {
      try connection.clear(ClearRequest())
    }
  }

  @Test func `another display has its daemon at another socket`() throws {
    let directory = Self.path()
    try FileSystem.makeDirectories(directory + Array("/xfer".utf8))
    defer {
      // Leftovers in /tmp hurt nobody.
      try? FileSystem.removeDirectory(directory + Array("/xfer".utf8))
      try? FileSystem.removeDirectory(directory)
    }
    let first = try ScriptedService(at: directory + Array("/xfer/xferd.sock".utf8)) { call, _ in
      try? call.fail(.wrongDisplay(display: ":0"))
    }
    let second = try ScriptedService(
      at: directory + Array("/xfer/xferd-:7.sock".utf8)
    ) { call, _ in
      try? call.answer(ClearReply(changeCount: 5))
    }
    var caller = Caller { $0 == "XDG_RUNTIME_DIR" ? directory : nil }
    caller.display = ":7.0"
    caller.startsDaemon = false
    let connection = try DaemonConnection(caller)
    #expect(try connection.clear(ClearRequest()).changeCount == 5)
    #expect(first.calls.count == 1)
    #expect(second.calls.first?.parameters["display"] == ":7.0")
  }

  // MARK: Trouble

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
        loop.schedule(after: .milliseconds(200)) { try? call.answer(ClearReply(changeCount: 1)) }
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
      var reply = Self.getReply()
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
      return (nil, error)
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
