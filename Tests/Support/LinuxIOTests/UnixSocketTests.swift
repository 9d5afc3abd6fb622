import Glibc
import LinuxIO
import Testing

@Suite("Unix sockets", .timeLimit(.minutes(4)))
struct UnixSocketTests {
  @Test func `a client finds the listener and is known to it`() throws {
    let scratch = try Scratch()
    let listener = try UnixSocket.listen(at: "\(scratch.path)/socket")
    let early = try UnixSocket.accept(listener)
    let earlyMissing = isNone(early)
    #expect(earlyMissing)
    let client = try UnixSocket.connect(to: "\(scratch.path)/socket")
    guard let accepted = try UnixSocket.accept(listener) else {
      Issue.record("nobody waits")
      return
    }
    let peer = try UnixSocket.peer(of: accepted)
    #expect(peer.uid == getuid())
    #expect(peer.pid == getpid())
    try client.writeAll([1, 2, 3])
    #expect(try accepted.receive(10) == [1, 2, 3])
  }

  @Test func `only the owner may open the socket`() throws {
    let scratch = try Scratch()
    let listener = try UnixSocket.listen(at: "\(scratch.path)/socket")
    let status = try #require(try FileSystem.status(of: scratch.file("socket")))
    #expect(status.kind == .socket)
    #expect(status.mode == 0o600)
    withExtendedLifetime(listener) {}
  }

  @Test func `a socket that a dead process left behind is replaced`() throws {
    let scratch = try Scratch()
    for _ in 0..<2 { _ = try UnixSocket.listen(at: "\(scratch.path)/socket") }
    let listener = try UnixSocket.listen(at: "\(scratch.path)/socket")
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.listen(at: "\(scratch.path)/socket")
    }
    #expect(error?.code == SystemError.addressInUse)
    withExtendedLifetime(listener) {}
  }

  @Test func `a file in its place is not replaced`() throws {
    let scratch = try Scratch()
    _ = try scratch.write([1], to: "socket")
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.listen(at: "\(scratch.path)/socket")
    }
    #expect(error?.code == SystemError.exists)
    #expect(try FileSystem.read(scratch.file("socket")) == [1])
  }

  @Test(arguments: [
    (107, nil as CInt?), (108, SystemError.nameTooLong), (4000, SystemError.nameTooLong),
  ])
  func `a path has at most 107 bytes`(length: Int, code: CInt?) throws {
    let name = "@xfer-test-\(getpid())-"
    let path = name + String(repeating: "x", count: length - name.utf8.count)
    if let code {
      let error = #expect(throws: SystemError.self) { _ = try UnixSocket.listen(at: path) }
      #expect(error?.code == code)
    } else {
      _ = try UnixSocket.listen(at: path)
    }
  }

  @Test(arguments: ["", "a\0b"])
  func `an impossible path is an error`(path: String) {
    #expect(throws: SystemError.self) { _ = try UnixSocket.connect(to: path) }
  }

  @Test func `abstract names need no file`() throws {
    let name = "@xfer-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let listener = try UnixSocket.listen(at: name)
    let client = try UnixSocket.connect(to: name)
    let accepted = try UnixSocket.accept(listener)
    let acceptedMissing = isNone(accepted)
    #expect(!acceptedMissing)
    withExtendedLifetime(client) {}
  }

  @Test func `nobody there is an error at once`() throws {
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(to: "/tmp/no/such/socket")
    }
    #expect(error?.code == SystemError.notFound)
  }

  @Test func `a full queue is waited for until the deadline`() throws {
    let name = "@xfer-test-full-\(getpid())"
    let listener = try UnixSocket.listen(at: name, backlog: 0)
    let first = try UnixSocket.connect(to: name)
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(to: name, timeout: .milliseconds(20))
    }
    #expect(error?.code == SystemError.timedOut)
    withExtendedLifetime(first) {}
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: [1, 2, 100, 253])
  func `descriptors arrive with their first byte`(count: Int) throws {
    let (near, far) = try UnixSocket.pair()
    let files = try (0..<count).map { number in
      let file = try MemoryFile.create(name: "test", content: [UInt8(number)])
      return SharedDescriptor(file)
    }
    try send([9], files, on: near)
    guard case .bytes(1, let received, false) = try receive(64, on: far) else {
      Issue.record("not one byte")
      return
    }
    #expect(received.count == count)
    for (number, descriptor) in received.enumerated() {
      #expect(try descriptor.descriptor.status().byteCount == 1)
      var byte: [UInt8] = [0]
      _ = try byte.withUnsafeMutableBytes { try descriptor.descriptor.pread(into: $0, at: 0) }
      #expect(byte == [UInt8(number)])
      #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func `more descriptors than a message takes are refused`() throws {
    let (near, far) = try UnixSocket.pair()
    let files = [SharedDescriptor](repeating: far, count: 254)
    #expect(throws: SystemError.self) { try send([1], files, on: near) }
  }

  @Test func `a read ends with the bytes that brought descriptors`() throws {
    let (near, far) = try UnixSocket.pair()
    try send([1, 2], [far], on: near)
    try send([3], [far, far], on: near)
    guard case .bytes(2, let first, _) = try receive(64, on: far) else {
      Issue.record("more than one part")
      return
    }
    #expect(first.count == 1)
    guard case .bytes(1, let second, _) = try receive(64, on: far) else {
      Issue.record("no second part")
      return
    }
    #expect(second.count == 2)
    guard case .wouldBlock = try receive(64, on: far) else {
      Issue.record("something more")
      return
    }
  }

  @Test func `descriptors for which there is no number do not leak`() async {
    await #expect(processExitsWith: .success) {
      let (near, far) = try UnixSocket.pair()
      let before = try openCount(of: far.descriptor)
      try CurrentProcess.setDescriptorLimit(UInt64(try CurrentProcess.descriptorCount() + 10))
      try send([1], [SharedDescriptor](repeating: far, count: 50), on: near)
      do {
        guard case .bytes(1, let received, true) = try receive(8, on: far) else { exit(3) }
        guard received.count < 50 else { exit(4) }
      }
      guard try openCount(of: far.descriptor) == before else { exit(5) }
    }
  }

  @Test func `the end and a broken connection are told apart from silence`() throws {
    let (near, far) = try UnixSocket.pair()
    guard case .wouldBlock = try receive(8, on: near) else {
      Issue.record("not silent")
      return
    }
    try UnixSocket.finishSending(on: far.descriptor)
    guard case .end = try receive(8, on: near) else {
      Issue.record("not the end")
      return
    }
    shutdown(far.number, CInt(SHUT_RDWR))
    let error = #expect(throws: SystemError.self) { try send([1], [], on: near) }
    #expect(error?.code == SystemError.brokenPipe)
  }
}

private func send(_ bytes: [UInt8], _ files: [SharedDescriptor], on end: SharedDescriptor) throws {
  let result = try bytes.withUnsafeBytes {
    try UnixSocket.send($0, descriptors: files, on: end.descriptor)
  }
  #expect(result == .bytes(bytes.count))
}

private func receive(_ count: Int, on end: SharedDescriptor) throws -> UnixSocket.Received {
  var buffer = [UInt8](repeating: 0, count: count)
  return try buffer.withUnsafeMutableBytes {
    try UnixSocket.receive(into: $0, on: end.descriptor)
  }
}
