import LinuxIO
import Testing
import Varlink
import Wire

@testable import DaemonClient

@Suite("Connection to a daemon", .timeLimit(.minutes(4)))
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
    #expect(try connection.news() == .ended(outcome))
  }

  @Test func `a put that promises hears what is wanted, and fulfils it beside`() throws {
    let wanted = WantedContent(item: 0, representation: 1)
    let service = try ScriptedService(at: Self.path()) { call, _ in
      guard call.name == "Put" else {
        try? call.answer(Nothing())
        return
      }
      try? call.answer(Self.putReply, continues: true)
      var next = Self.putReply
      next.wanted = wanted
      try? call.answer(next, continues: true)
      (next.wanted, next.outcome) = (nil, .replaced)
      try? call.answer(next)
    }
    let connection = try DaemonConnection(service.caller())
    let promise = PutRepresentation.promise(of: "public.html")
    let request = PutRequest(items: [PutItem(representations: [promise])])
    let entry = try connection.put(request, descriptors: []).entry
    #expect(try connection.news() == .wanted(wanted))
    var kept = FulfilRequest(wanted, of: entry)
    kept.descriptor = 0
    try connection.fulfil(kept, descriptors: [try Self.input()])
    kept = FulfilRequest(wanted, of: entry)
    kept.failure = "no"
    try connection.fulfil(kept)
    #expect(try connection.news() == .ended(.replaced))
    #expect(service.calls.map(\.method) == ["Put", "Fulfil", "Fulfil"])
    #expect(service.calls.map(\.descriptorCount) == [0, 1, 0])
    #expect(service.calls.last?.parameters["failure"] == "no")
  }

  @Test func `types are described`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      try? call.answer(DescribeTypeReply(types: [DescribedType(identifier: "a.b")]))
    }
    let found = try DaemonConnection(service.caller()).describeTypes(["a.b", "c.d"])
    #expect(found == [DescribedType(identifier: "a.b")])
    #expect(service.calls.first?.parameters["types"] == ["a.b", "c.d"])
  }

  @Test func `content comes as text, base64, file or stream`() throws {
    let service = try ScriptedService(at: Self.path()) { call, index in
      var reply = Self.getReply(complete: index != 3)
      switch index {
      case 0: reply.text = "hé"
      case 1: reply.data = "AP8="
      default: reply.descriptor = 0
      }
      guard let file = try? Self.input(), let pipe = try? Pipe.make() else { return }
      let descriptors = [[], [], [file], [pipe.reader]]
      try? call.answer(reply, descriptors: descriptors[index], continues: index == 3)
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

  @Test func `content that is complete may come through a pipe`() throws {
    let service = try ScriptedService(at: Self.path()) { call, _ in
      var reply = Self.getReply()
      reply.descriptor = 0
      guard let pipe = try? Pipe.make() else { return }
      try? call.answer(reply, descriptors: [pipe.reader])
    }
    let connection = try DaemonConnection(service.caller())
    let content = try connection.get(GetRequest())
    #expect(Self.kind(content) == "stream")
    #expect(try connection.end(of: content) == content.reply)
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

  /// Runs two services under one runtime directory: the first one, and that of the display `:7`.
  static func withTwo(
    _ first: @escaping ScriptedService.Script,
    _ second: @escaping ScriptedService.Script,
    _ body: (DaemonConnection, ScriptedService, ScriptedService) throws -> Void
  ) throws {
    let directory = path()
    try FileSystem.makeDirectories(directory + Array("/xfer".utf8))
    defer {
      // Leftovers in /tmp hurt nobody.
      try? FileSystem.removeDirectory(directory + Array("/xfer".utf8))
      try? FileSystem.removeDirectory(directory)
    }
    let firstService = try ScriptedService(
      at: directory + Array("/xfer/xferd.sock".utf8),
      first
    )
    let secondService = try ScriptedService(
      at: directory + Array("/xfer/xferd-:7.sock".utf8),
      second
    )
    var caller = Caller { $0 == "XDG_RUNTIME_DIR" ? directory : nil }
    caller.display = ":7.0"
    caller.startsDaemon = false
    try body(try DaemonConnection(caller), firstService, secondService)
  }

  @Test func `another display has its daemon at another socket`() throws {
    try Self.withTwo({ call, _ in try? call.fail(.wrongDisplay(display: ":0")) }) { call, _ in
      try? call.answer(ClearReply(changeCount: 5, removed: 1))
    } _: { connection, first, second in
      let reply = try connection.clear(ClearRequest())
      #expect(reply.changeCount == 5)
      #expect(first.calls.count == 1)
      #expect(second.calls.first?.parameters["display"] == ":7.0")
    }
  }

  @Test(arguments: [(":0", 2), (":7", 1), ("unix:7.1", 1), (nil, 1)])
  func `a status is that of the display's own daemon, if there is one`(
    _ served: String?,
    _ pid: Int
  ) throws {
    func status(_ pid: Int, _ display: String?) -> StatusReply {
      var reply = StatusReply(version: "0", pid: pid, uptime: 0)
      reply.display = display
      return reply
    }
    let (first, second) = (status(1, served), status(2, ":7"))
    try Self.withTwo({ call, _ in try? call.answer(first) }) { call, _ in
      try? call.answer(second)
    } _: { connection, _, _ in
      let status = try connection.status()
      #expect(status.pid == pid)
    }
  }
}
