import LinuxIO
import Synchronization
import Testing
import Varlink

@Suite("Varlink server", .timeLimit(.minutes(4)))
struct VarlinkServerTests {
  @Test func `a call is answered`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      for text in ["hello", "", "Zoë\0€\n"] {
        let reply = try client.ask("Echo", ["text": .string(text)])
        #expect(reply.parameters == ["text": .string(text)])
        #expect(reply.error == nil)
        #expect(!reply.continues)
      }
    }
  }

  @Test func `a service describes itself`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      try client.call("org.varlink.service.GetInfo")
      let info = try client.nextReply(timeout: .seconds(20)).parameters
      #expect(info["vendor"] == "V")
      #expect(info["interfaces"] == ["org.varlink.service", "org.example.test"])
      for (name, start) in [
        ("org.example.test", "interface org.example.test"),
        ("org.varlink.service", "# The Varlink Service Interface"),
      ] {
        try client.call(
          "org.varlink.service.GetInterfaceDescription",
          parameters: ["interface": .string(name)]
        )
        let reply = try client.nextReply(timeout: .seconds(20))
        #expect(reply.parameters["description"]?.stringValue?.hasPrefix(start) == true)
      }
    }
  }

  @Test(arguments: [
    ("org.example.test.Nothing", VarlinkError.methodNotFound("org.example.test.Nothing")),
    ("org.example.other.Echo", .interfaceNotFound("org.example.other")),
    ("Echo", .invalidParameter("method")),
    ("org.varlink.service.Nothing", .methodNotFound("org.varlink.service.Nothing")),
    ("org.varlink.service.GetInterfaceDescription", .invalidParameter("interface")),
    ("org.example.test.Drop", .methodNotImplemented("org.example.test.Drop")),
  ])
  func `what there is not is a typed error`(method: String, error: VarlinkError) async throws {
    try await TestService.with { service in
      let client = try service.client()
      try client.call(method)
      #expect(try client.nextReply(timeout: .seconds(20)).error == error)
      #expect(try client.ask("Echo", ["text": "on"]).parameters == ["text": "on"])
    }
  }

  @Test func `a description of an interface that there is not is an error`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      try client.call(
        "org.varlink.service.GetInterfaceDescription",
        parameters: ["interface": "a.b"]
      )
      #expect(try client.nextReply(timeout: .seconds(20)).error == .interfaceNotFound("a.b"))
    }
  }

  @Test func `many answers come in their order`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      try client.call("org.example.test.Count", parameters: ["to": 500], more: true)
      for number in 0...500 {
        let reply = try client.nextReply(timeout: .seconds(20))
        #expect(reply.parameters["number"]?.integerValue == Int64(number))
        #expect(reply.continues == (number < 500))
      }
    }
  }

  @Test func `many answers to a call that takes one are an error`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      #expect(try client.ask("Count", ["to": 5]).error == .expectedMore)
      #expect(try client.ask("Echo").error == nil)
    }
  }

  @Test func `a second last answer goes nowhere`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      #expect(try client.ask("Twice").parameters == ["number": 1])
      #expect(try client.ask("Echo", ["text": "next"]).parameters == ["text": "next"])
      try client.call("org.example.test.Hold", oneway: true)
      #expect(await service.log.next(.called("Hold")))
    }
  }

  @Test func `a call that takes no answer gets none`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      for method in ["Echo", "Drop", "Nothing"] {
        try client.call("org.example.test.\(method)", oneway: true)
      }
      #expect(try client.ask("Echo", ["text": "a"]).parameters == ["text": "a"])
    }
  }

  @Test func `a call that takes no answer counts though its client is gone`() async throws {
    try await TestService.with { service in
      do {
        let client = try service.client()
        for _ in 0..<100 { try client.call("org.example.test.Echo", oneway: true) }
        let large = JSON.string(String(repeating: "x", count: 2 << 20))
        try client.call("org.example.test.Hold", parameters: ["x": large], oneway: true)
      }
      #expect(await service.log.next(.called("Hold")))
      #expect(await service.log.next(.closed))
    }
  }

  @Test func `64 calls at once are answered one after the other`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      for number in 0..<64 {
        try client.call("org.example.test.Echo", parameters: ["text": .string("\(number)")])
      }
      for number in 0..<64 {
        let reply = try client.nextReply(timeout: .seconds(20))
        #expect(reply.parameters == ["text": .string("\(number)")])
      }
    }
  }

  @Test func `20,000 calls in a row neither stop it nor grow its stack`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      let count = 20_000
      let writer = Task.detached {
        let other = try service.client()
        for _ in 0..<10 { #expect(try other.ask("Echo").error == nil) }
      }
      var answered = 0
      for sent in 0..<count {
        try client.call("org.example.test.Nothing")
        if sent >= 200 {
          _ = try client.nextReply(timeout: .seconds(20))
          answered += 1
        }
      }
      while answered < count {
        _ = try client.nextReply(timeout: .seconds(20))
        answered += 1
      }
      try await writer.value
    }
  }

  @Test func `a call waits for the one before it`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      try client.call("org.example.test.Hold")
      try client.call("org.example.test.Echo", parameters: ["text": "second"])
      #expect(await service.log.next(.called("Hold")))
      let other = try service.client()
      #expect(try other.ask("Echo", ["text": "other"]).parameters == ["text": "other"])
      #expect(throws: VarlinkClientError.timedOut) {
        try client.nextReply(timeout: .milliseconds(20))
      }
      service.log.pending.withLock { $0.removeFirst() }.reply(["text": "first"])
      #expect(try client.nextReply(timeout: .seconds(20)).parameters == ["text": "first"])
      #expect(try client.nextReply(timeout: .seconds(20)).parameters == ["text": "second"])
    }
  }

  @Test func `descriptors pass both ways`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      let file = SharedDescriptor(
        try MemoryFile.create(name: "test", content: Array("content".utf8))
      )
      let read = try client.ask("Read", descriptors: [file])
      #expect(read.parameters == ["text": "content"])
      for count in [0, 1, 253] {
        let reply = try client.ask("Give", ["count": .integer(Int64(count))])
        #expect(reply.descriptors.count == count)
        for (number, descriptor) in reply.descriptors.enumerated() {
          let content = try descriptor.reopenedReadOnly().descriptor.readToEnd(limit: 10)
          #expect(content == [UInt8(number)])
        }
      }
    }
  }

  @Test func `descriptors belong to their own call among several`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      for number in 0..<20 {
        let file = SharedDescriptor(
          try MemoryFile.create(name: "test", content: Array("\(number)".utf8))
        )
        try client.call("org.example.test.Echo")
        try client.call("org.example.test.Read", descriptors: [file])
      }
      for number in 0..<20 {
        _ = try client.nextReply(timeout: .seconds(20))
        let reply = try client.nextReply(timeout: .seconds(20))
        #expect(reply.parameters == ["text": .string("\(number)")])
      }
    }
  }

  @Test func `messages of 30 MiB pass both ways`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      let text = JSON.string(String(repeating: "é", count: 15 << 20))
      let reply = try client.ask("Echo", ["text": text])
      #expect(reply.parameters["text"] == text)
    }
  }

  @Test func `a client may also speak through pipes`() async throws {
    try await TestService.with { service in
      // As ssh would: bytes are carried between two pipes and the socket.
      let (toService, fromService) = (try Pipe.make(), try Pipe.make())
      let socket = SharedDescriptor(try UnixSocket.connect(to: service.path))
      let carriers = [try EventLoop(), try EventLoop()]
      carriers[0].perform { carry(from: toService.reader, to: socket) }
      carriers[1].perform { carry(from: socket, to: fromService.writer) }
      for carrier in carriers { try carrier.start() }
      let client = VarlinkClient(
        input: try FileDescriptor(duplicating: fromService.reader.number),
        output: try FileDescriptor(duplicating: toService.writer.number)
      )
      let text = JSON.string(String(repeating: "x", count: 300_000))
      for _ in 0..<3 {
        let reply = try client.ask("Echo", ["text": text])
        #expect(reply.parameters["text"] == text)
      }
      #expect(throws: VarlinkClientError.cannotPassDescriptors) {
        try client.ask("Read", descriptors: [socket])
      }
      // Ends both: the socket's end is passed on, and so is that of the pipe.
      await service.server.closeConnections()
      for carrier in carriers { carrier.stop() }
    }
  }

  @Test func `stopping lets those who are connected go on`() async throws {
    try await TestService.with { service in
      let client = try service.client()
      _ = try client.ask("Echo")
      service.server.stopAccepting()
      _ = try client.ask("Echo")
      #expect(await service.server.connectionCount == 1)
      await service.server.closeConnections()
      #expect(throws: VarlinkClientError.unread) { try client.ask("Echo") }
    }
  }
}

/// Copies until either end is gone.
private func carry(from source: SharedDescriptor, to target: SharedDescriptor) {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
  defer { buffer.deallocate() }
  let deadline = MonotonicTime.now + .seconds(40)
  do {
    while MonotonicTime.now < deadline {
      // The other end of a target that is a socket may be gone while the source is silent.
      let isOver = try target.descriptor.poll(for: [], timeout: .zero)?.contains(.hangUp) == true
      if isOver { return }
      guard try source.descriptor.poll(for: .readable, timeout: .milliseconds(20)) != nil else {
        continue
      }
      guard case .bytes(let count) = try source.descriptor.readAvailable(into: buffer) else {
        return
      }
      try target.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  } catch {
    // The other end is gone.
  }
}
