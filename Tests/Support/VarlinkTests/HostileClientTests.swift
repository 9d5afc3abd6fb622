import LinuxIO
import Synchronization
import Testing
import Varlink

@Suite("Hostile Varlink clients", .timeLimit(.minutes(4)))
struct HostileClientTests {
  private static let echo =
    "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"a\"}}\0"
  private static let echoed = "{\"parameters\":{\"text\":\"a\"}}\0"

  @Test(arguments: ["garbage\0", "\0", "{\0", "{\"method\":\"\u{1}\"}\0", "{} {}\0"])
  func `what is not JSON ends the connection, after the answers before it`(
    text: String
  ) async throws {
    try await TestService.with { service in
      let client = try service.raw()
      try client.send(Self.echo + text + Self.echo)
      #expect(try client.receive() == Self.echoed)
      #expect(await service.log.next(.closed))
    }
  }

  @Test(arguments: [
    ("[]", "message"), ("5", "message"), ("\"a\"", "message"), ("{}", "method"),
    ("{\"method\":5}", "method"), ("{\"method\":\"a.B\",\"parameters\":[]}", "parameters"),
    ("{\"method\":\"a.B\",\"more\":1}", "more"),
    ("{\"method\":\"a.B\",\"oneway\":\"x\"}", "oneway"),
    ("{\"method\":\"a.B\",\"upgrade\":true}", "upgrade"), ("{\"method\":\"\"}", "method"),
    (String(repeating: "[", count: 65), "message"), ("1e999", "message"),
  ])
  func `a wrong shape is a typed error, and the connection lives`(
    message: String,
    parameter: String
  ) async throws {
    try await TestService.with { service in
      let client = try service.raw()
      try client.send(message + "\0" + Self.echo)
      let error = """
        {"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\(parameter)"}}\0
        """
      #expect(try client.receive(untilCount: 2) == error + Self.echoed)
    }
  }

  @Test func `100 MiB without an end are a typed error, and the connection lives`() async throws {
    try await TestService.with { service in
      let client = try service.raw()
      let piece = [UInt8](repeating: 0x61, count: 1 << 20)
      for _ in 0..<100 { try client.socket.writeAll(piece) }
      try client.send("\0" + Self.echo)
      #expect(
        try client.receive(untilCount: 2) == """
          {"error":"org.example.test.TooLarge","parameters":{}}\0\(Self.echoed)
          """
      )
    }
  }

  @Test func `a large message is parsed beside the loop, in its turn`() async throws {
    try await TestService.with { service in
      let client = try service.raw()
      let text = String(repeating: "y", count: 2 << 20)
      let values = String(repeating: "0,", count: 300_000)
      try client.send(
        Self.echo
          + "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"y\":\"\(text)\"}}\0"
          + "[\(values)\"\(text)\"]\0" + Self.echo
      )
      let answers = try client.receive(untilCount: 4).split(separator: "\0")
      #expect(
        answers.map { $0.prefix(22) } == [
          "{\"parameters\":{\"text\":", "{\"parameters\":{\"y\":\"yy",
          "{\"error\":\"org.varlink.",
          "{\"parameters\":{\"text\":",
        ]
      )
    }
  }

  @Test func `300 descriptors with one message are a typed error and do not leak`() async {
    await #expect(processExitsWith: .success) {
      try await TestService.with { service in
        let file = SharedDescriptor(try MemoryFile.create(name: "test"))
        let client = try service.raw()
        try client.send(Self.echo)
        _ = try client.receive(untilCount: 1)
        let before = try openKindsCount()
        let message = Array(Self.echo.utf8)
        for (range, count) in [(0..<1, 253), (1..<2, 47), (2..<message.count, 0)] {
          try client.send(
            Array(message[range]),
            descriptors: [SharedDescriptor](repeating: file, count: count)
          )
        }
        try client.send(Self.echo)
        let error = """
          {"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"descriptors"}}\0
          """
        guard try client.receive(untilCount: 2) == error + Self.echoed else {
          CurrentProcess.exit(2)
        }
        // Sent to a method that looks at none, then with half a message and an end.
        try client.send(message, descriptors: [SharedDescriptor](repeating: file, count: 100))
        _ = try client.receive(untilCount: 1)
        try client.send([0x7b], descriptors: [SharedDescriptor](repeating: file, count: 100))
        try UnixSocket.finishSending(on: client.socket)
        guard await service.log.next(.closed) else { CurrentProcess.exit(3) }
        let deadline = MonotonicTime.now + .seconds(20)
        while try openKindsCount() > before {
          guard MonotonicTime.now < deadline else { CurrentProcess.exit(4) }
        }
      }
    }
  }

  @Test func `without a free number a client is refused, and the service lives`() async {
    await #expect(processExitsWith: .success) {
      try await TestService.with { service in
        let first = try service.client()
        _ = try first.ask("Echo")
        let count = try CurrentProcess.descriptorCount()
        var sockets: [SharedDescriptor] = []
        try CurrentProcess.setDescriptorLimit(UInt64(count + 12))
        // Those that connect while the service has no number left.
        while let socket = try? UnixSocket.connect(to: service.path) {
          sockets.append(SharedDescriptor(socket))
        }
        for _ in 0..<50 { _ = try first.ask("Echo") }
        sockets = []
        let deadline = MonotonicTime.now + .seconds(20)
        while true {
          guard MonotonicTime.now < deadline else { CurrentProcess.exit(2) }
          if let client = try? service.client(), (try? client.ask("Echo")) != nil { break }
        }
      }
    }
  }

  @Test func `half-closed: what was asked before is answered, then it ends`() async throws {
    try await TestService.with { service in
      let client = try service.raw()
      let slow = "{\"method\":\"org.example.test.Hold\"}\0"
      try client.send(slow + String(repeating: Self.echo, count: 50))
      try UnixSocket.finishSending(on: client.socket)
      #expect(await service.log.next(.called("Hold")))
      service.log.pending.withLock { $0.removeFirst() }.reply()
      #expect(
        try client.receive()
          == "{\"parameters\":{}}\0" + String(repeating: Self.echoed, count: 50)
      )
      #expect(await service.log.next(.closed))
    }
  }

  @Test(arguments: [true, false])
  func `a stream whose client half-closes or goes is ended at once`(isHalf: Bool) async throws {
    try await TestService.with { service in
      var client: RawClient? = try service.raw()
      try client?.send("{\"method\":\"org.example.test.Hold\",\"more\":true}\0")
      #expect(await service.log.next(.called("Hold")))
      if isHalf {
        if let socket = client?.socket.number {
          try UnixSocket.finishSending(on: FileDescriptor(duplicating: socket))
        }
      } else {
        client = nil
      }
      #expect(await service.log.next(.closed))
      let call = service.log.pending.withLock { $0.removeFirst() }
      call.reply(continues: true)
      call.reply()
      #expect(await service.server.connectionCount == 0)
      _ = consume client
    }
  }

  @Test func `a client that goes during a call is told at once, queue or not`() async throws {
    try await TestService.with { service in
      do {
        let client = try service.raw()
        let hold = "{\"method\":\"org.example.test.Hold\"}\0"
        try client.send(hold + String(repeating: Self.echo, count: 200))
        #expect(await service.log.next(.called("Hold")))
      }
      #expect(await service.log.next(.closed))
    }
  }

  @Test func `half-closed and waiting, then gone: that is told, too`() async throws {
    try await TestService.with { service in
      do {
        let client = try service.raw()
        try client.send("{\"method\":\"org.example.test.Hold\"}\0")
        try UnixSocket.finishSending(on: client.socket)
        #expect(await service.log.next(.called("Hold")))
        // The service has seen the half-close when it answers somebody who came later.
        _ = try service.client().ask("Echo")
      }
      #expect(await service.log.next(.closed))
    }
  }

  @Test func `who does not read is closed, and delays nobody`() async throws {
    try await TestService.with { service in
      let slow = try service.raw()
      try slow.send("{\"method\":\"org.example.test.Flood\",\"more\":true}\0")
      let other = try service.client()
      let start = MonotonicTime.now
      for _ in 0..<10 { _ = try other.ask("Echo") }
      #expect(MonotonicTime.now - start < .seconds(20))
      #expect(await service.log.next(.closed))
      _ = try other.ask("Echo")
    }
  }

  @Test func `who reads slowly gets all, however much`() async throws {
    var limits = VarlinkServer.Limits()
    limits.outputSize = 512 << 20
    try await TestService.with(limits: limits) { service in
      let slow = try service.client()
      try slow.call("org.example.test.Flood", more: true)
      for _ in 0..<80 {
        let reply = try slow.nextReply(timeout: .seconds(20))
        #expect(reply.parameters["text"]?.stringValue?.utf8.count == 1 << 20)
      }
    }
  }

  @Test func `more connections than allowed are closed`() async throws {
    var limits = VarlinkServer.Limits()
    limits.connections = 3
    try await TestService.with(limits: limits) { service in
      let clients = try (0..<3).map { _ in try service.client() }
      for client in clients { _ = try client.ask("Echo") }
      let fourth = try service.client()
      #expect(throws: VarlinkClientError.unread) { try fourth.ask("Echo") }
      _ = try clients[0].ask("Echo")
    }
  }

  @Test func `another user is refused`() async throws {
    try await TestService.with(user: CurrentProcess.userID + 1) { service in
      let client = try service.client()
      #expect(throws: VarlinkClientError.unread) { try client.ask("Echo") }
      #expect(await service.log.next(.refused(CurrentProcess.userID)))
    }
  }

  @Test func `clients that come and go leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      // Once to open what the process opens once.
      try await comeAndGo(count: 30)
      let before = try openKindsCount()
      try await comeAndGo(count: 300)
      let deadline = MonotonicTime.now + .seconds(20)
      while try openKindsCount() > before {
        guard MonotonicTime.now < deadline else { CurrentProcess.exit(3) }
      }
    }
  }

  @Test func `mutated calls neither end the service nor confuse it`() async throws {
    try await TestService.with { service in
      var random = Generator(seed: 99)
      let seed = Array(Self.echo.utf8)
      for _ in 0..<1500 {
        let client = try service.raw()
        try client.send(random.mutate(seed) + [0], descriptors: [])
      }
      let client = try service.client()
      #expect(try client.ask("Echo", ["text": "on"]).parameters == ["text": "on"])
    }
  }
}

private func comeAndGo(count: Int) async throws {
  try await TestService.with { service in
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    for round in 0..<count {
      let client = try service.client()
      switch round % 3 {
      case 0: _ = try client.ask("Give", ["count": 10])
      case 1: try client.call("org.example.test.Hold", descriptors: [file, file])
      default: try client.call("org.example.test.Give", parameters: ["count": 20])
      }
    }
    let deadline = MonotonicTime.now + .seconds(20)
    while await service.server.connectionCount > 0 {
      guard MonotonicTime.now < deadline else { CurrentProcess.exit(2) }
    }
    service.log.pending.withLock { $0 = [] }
  }
}

@Suite("Varlink client", .timeLimit(.minutes(4)))
struct VarlinkClientTests {
  /// A client and the raw end of a service that answers whatever a test wants.
  private func pair() throws -> (VarlinkClient, SharedDescriptor) {
    let (near, far) = try UnixSocket.pair()
    return (VarlinkClient(socket: try FileDescriptor(duplicating: near.number)), far)
  }

  @Test(arguments: [
    "x\0", "[]\0", "{\"parameters\":1}\0", "{\"error\":1}\0", "{\"continues\":1}\0",
  ])
  func `a reply that is none is an error`(text: String) throws {
    let (client, service) = try pair()
    try service.descriptor.writeAll(Array(text.utf8))
    #expect(throws: VarlinkClientError.malformedReply) {
      try client.nextReply(timeout: .seconds(20))
    }
  }

  @Test func `silence ends with the deadline, an end at once`() throws {
    let (client, service) = try pair()
    #expect(throws: VarlinkClientError.timedOut) { try client.nextReply(timeout: .zero) }
    #expect(throws: VarlinkClientError.timedOut) {
      try client.nextReply(timeout: .milliseconds(10))
    }
    try service.descriptor.writeAll(Array("{\"parameters\":{}}\0{\"para".utf8))
    try UnixSocket.finishSending(on: service.descriptor)
    #expect(try client.nextReply(timeout: nil).parameters == [:])
    #expect(throws: VarlinkClientError.closed) { try client.nextReply(timeout: nil) }
  }

  @Test(arguments: [0, 1, 30])
  func `a service that ends with a part of the call unread has not done it`(left: Int) throws {
    let (client, far) = try pair()
    var service: SharedDescriptor? = consume far
    try client.call("a.B")
    let count = #"{"method":"a.B","parameters":{}}"#.utf8.count + 1 - left
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withUnsafeMutableBytes { try service?.descriptor.read(into: $0) }
    #expect(read == count)
    service = nil
    let expected = left == 0 ? VarlinkClientError.closed : .unread
    #expect(throws: expected) { try client.nextReply(timeout: .seconds(20)) }
    // It is gone by now, and takes nothing.
    #expect(throws: VarlinkClientError.unread) { try client.call("a.B") }
  }

  @Test func `a service that does not accept has done nothing`() throws {
    let path = Array("@xfer-unread-\(CurrentProcess.id)".utf8)
    var listener: SharedDescriptor? = SharedDescriptor(try UnixSocket.listen(at: path))
    let client = try VarlinkClient(connectedTo: path)
    try client.call("a.B")
    #expect(throws: VarlinkClientError.timedOut) { try client.nextReply(timeout: .zero) }
    _ = listener.take()
    #expect(throws: VarlinkClientError.unread) { try client.nextReply(timeout: .seconds(20)) }
  }

  @Test func `a service that takes nothing does not hold a caller longer than asked`() throws {
    let (client, service) = try pair()
    let text = JSON.string(String(repeating: "x", count: 10 << 20))
    #expect(throws: VarlinkClientError.timedOut) {
      try client.call("a.B", parameters: ["text": text], timeout: .milliseconds(20))
    }
    withExtendedLifetime(service) {}
  }

  @Test func `a service that is not there is an error`() {
    #expect(throws: VarlinkClientError.self) {
      _ = try VarlinkClient(connectedTo: "@xfer-nobody-is-here")
    }
  }

  @Test func `a call is written as Varlink says`() throws {
    let (client, service) = try pair()
    try client.call("a.B", parameters: ["x": 1], more: true)
    try client.call("a.C", oneway: true)
    let expected = """
      {"method":"a.B","parameters":{"x":1},"more":true}\0\
      {"method":"a.C","parameters":{},"oneway":true}\0
      """
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = try bytes.withUnsafeMutableBytes { try service.descriptor.read(into: $0) }
    #expect(String(decoding: bytes[..<count], as: UTF8.self) == expected)
  }
}
