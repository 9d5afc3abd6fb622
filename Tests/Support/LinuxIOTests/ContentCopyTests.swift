import Glibc
import LinuxIO
import Testing

@Suite("Content copy", .timeLimit(.minutes(4)))
struct ContentCopyTests {
  @Test(arguments: [0, 1, 4095, 4096, 65537, 9 << 20])
  func `a file becomes another file`(count: Int) throws {
    let scratch = try Scratch()
    let content = pattern(count)
    let source = try scratch.write(content, to: "source")
    let target = SharedDescriptor(try FileSystem.open(scratch.file("target"), .replace))
    var copy = try ContentCopy(from: source, to: target)
    #expect(try copy.run() == count)
    #expect(try FileSystem.read(scratch.file("target")) == content)
    #expect(lseek(target.number, 0, SEEK_CUR) == count)
  }

  @Test func `bytes go where the destination stands`() throws {
    let scratch = try Scratch()
    let source = try scratch.write([4, 5, 6], to: "source")
    let target = try scratch.write([1, 2], to: "target")
    var copy = try ContentCopy(from: source, to: target, startingAt: 1)
    #expect(try copy.run() == 2)
    #expect(try FileSystem.read(scratch.file("target")) == [1, 2, 5, 6])
  }

  @Test func `a destination that only appends is appended to`() throws {
    let scratch = try Scratch()
    let source = try scratch.write(pattern(100_000), to: "source")
    _ = try scratch.write([1, 2], to: "target")
    let target = SharedDescriptor(try FileSystem.open(scratch.file("target"), .append))
    var copy = try ContentCopy(from: source, to: target)
    #expect(try copy.run() == 100_000)
    #expect(try FileSystem.read(scratch.file("target")) == [1, 2] + pattern(100_000))
  }

  @Test func `memory becomes a file on a disk`() throws {
    let scratch = try Scratch()
    let content = pattern(1 << 20)
    let source = SharedDescriptor(
      try MemoryFile.create(name: "test", content: content)
    )
    let target = SharedDescriptor(try FileSystem.open(scratch.file("target"), .replace))
    var copy = try ContentCopy(from: source, to: target)
    #expect(try copy.run() == 1 << 20)
    #expect(try FileSystem.read(scratch.file("target")) == content)
  }

  @Test func `a file whose size lies is copied to its end`() throws {
    let scratch = try Scratch()
    let source = SharedDescriptor(try FileSystem.open(Array("/proc/self/status")))
    #expect(try source.descriptor.status().byteCount == 0)
    let target = SharedDescriptor(try FileSystem.open(scratch.file("target"), .replace))
    // A clone would take the size's word; only /proc lies, and it cannot be cloned.
    var copy = try ContentCopy(from: source, to: target)
    #expect(try copy.run() > 100)
  }

  @Test func `a full pipe never stops the caller, and its flags stay`() throws {
    let content = pattern(300_000)
    let source = SharedDescriptor(
      try MemoryFile.create(name: "test", content: content)
    )
    let pipe = try Pipe.make(capacity: 65536)
    var copy = try ContentCopy(from: source, to: pipe.writer)
    var received: [UInt8] = []
    var blocked = 0
    loop: while true {
      switch try copy.step() {
      case .finished(let count):
        #expect(count == content.count)
        break loop
      case .copied: continue
      case .wouldBlock:
        blocked += 1
        received += try pipe.reader.descriptor.receive(1 << 16)
      }
    }
    while received.count < content.count {
      received += try pipe.reader.descriptor.receive(1 << 16)
    }
    #expect(received == content)
    #expect(blocked > 0)
    #expect(fcntl(pipe.writer.number, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `a full socket never stops the caller`() throws {
    let content = pattern(2 << 20)
    let source = SharedDescriptor(
      try MemoryFile.create(name: "test", content: content)
    )
    let (near, far) = try UnixSocket.pair()
    // As another process would have it.
    _ = fcntl(near.number, F_SETFL, fcntl(near.number, F_GETFL) & ~O_NONBLOCK)
    var copy = try ContentCopy(from: source, to: near)
    var received: [UInt8] = []
    while received.count < content.count {
      switch try copy.step() {
      case .finished, .wouldBlock: received += try far.descriptor.receive(1 << 16)
      case .copied: continue
      }
    }
    #expect(received == content)
  }

  @Test func `a reader that is gone is an error`() async {
    await #expect(processExitsWith: .success) {
      SignalWatch.ignoreBrokenPipe()
      let source = SharedDescriptor(
        try MemoryFile.create(name: "test", content: pattern(100))
      )
      let writer = try Pipe.make().writer
      var copy = try ContentCopy(from: source, to: writer)
      do {
        _ = try copy.run()
        exit(2)
      } catch let error as SystemError where error.code == SystemError.brokenPipe {
        exit(0)
      }
    }
  }

  @Test func `what a pipe holds moves into a file, without waiting for more`() throws {
    let scratch = try Scratch()
    let target = try FileSystem.open(scratch.file("target"), .replace)
    let pipe = try Pipe.make()
    func move() throws -> ContentCopy.Moved {
      try ContentCopy.moveAvailable(from: pipe.reader.number, to: target, atMost: 1 << 20)
    }
    #expect(try move() == .wouldBlock)
    try pipe.writer.descriptor.writeAll([1, 2, 3])
    #expect(try move() == .moved(3))
    #expect(try move() == .wouldBlock)
    #expect(fcntl(pipe.reader.number, F_GETFL) & O_NONBLOCK == 0)
    #expect(try FileSystem.read(scratch.file("target")) == [1, 2, 3])
  }

  @Test func `the end of a pipe is seen`() throws {
    let scratch = try Scratch()
    let target = try FileSystem.open(scratch.file("target"), .replace)
    let reader = try Pipe.make().reader
    let moved = try ContentCopy.moveAvailable(from: reader.number, to: target, atMost: 100)
    #expect(moved == .end)
  }

  @Test(arguments: ["socket", "file", "appending"])
  func `what cannot be spliced is read and written`(kind: String) throws {
    let scratch = try Scratch()
    let target = try FileSystem.open(
      scratch.file("target"),
      kind == "appending" ? .append : .replace
    )
    let (near, far) = try UnixSocket.pair()
    let pipe = try Pipe.make()
    let source: SharedDescriptor
    switch kind {
    case "socket":
      source = near
      try far.descriptor.writeAll([1, 2])
    case "file":
      _ = try scratch.write([1, 2], to: "source")
      source = SharedDescriptor(try FileSystem.open(scratch.file("source")))
    default:
      source = pipe.reader
      try pipe.writer.descriptor.writeAll([1, 2])
    }
    let moved = try ContentCopy.moveAvailable(from: source.number, to: target, atMost: 100)
    #expect(moved == .moved(2))
    let next = try ContentCopy.moveAvailable(from: source.number, to: target, atMost: 100)
    #expect(next == (kind == "file" ? .end : .wouldBlock))
    #expect(try FileSystem.read(scratch.file("target")) == [1, 2])
    withExtendedLifetime((far, pipe)) {}
  }

  @Test func `a pipe that nobody fills does not stop a reader`() throws {
    let pipe = try Pipe.make()
    var buffer: [UInt8] = [0]
    let count = try buffer.withUnsafeMutableBytes {
      try ContentCopy.readAvailable(from: pipe.reader.number, into: $0)
    }
    #expect(count == nil)
  }
}
