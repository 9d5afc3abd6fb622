import LinuxIO
import TestSupport
import Testing

@testable import Daemon

@Suite("Content on its way to a client", .timeLimit(.minutes(4)))
struct SpoolTests {
  private static let storage = PayloadStorage(
    directory: Array("/tmp".utf8),
    lockedByteCount: 0
  )

  /// As the daemon does: a client that has gone is an error of a write and not a signal.
  init() { SignalWatch.ignoreBrokenPipe() }

  private static func append(_ bytes: [UInt8], to spool: Spool) throws {
    try bytes.span.bytes.withUnsafeBytes { (piece) throws in try spool.append(piece) }
  }

  @Test
  func `a client that reads late gets every byte in order`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "spool")
    defer { loop.stop() }
    let (spool, output) = try Spool.make(storage: Self.storage, loop: loop)
    // Eight times what the pipe holds, before anybody reads.
    var expected: [UInt8] = []
    for number in 0..<64 {
      let piece = [UInt8](repeating: UInt8(number), count: 131_072)
      expected += piece
      try Self.append(piece, to: spool)
    }
    async let isDone = spool.finish()
    let got = try await onThread { try output.descriptor.readToEnd(limit: 1 << 24) }
    #expect(got == expected)
    #expect(await isDone)
  }

  @Test
  func `bytes that come while the file is drained keep their place`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "spool")
    defer { loop.stop() }
    let (spool, output) = try Spool.make(storage: Self.storage, loop: loop)
    var expected: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 300_000, alignment: 16)
    defer { room.deallocate() }
    var got: [UInt8] = []
    for number in 0..<40 {
      let piece = (0..<100_001).map { UInt8(truncatingIfNeeded: $0 &+ number) }
      expected += piece
      try Self.append(piece, to: spool)
      if number % 3 == 0 {
        let count = try output.descriptor.read(into: room)
        got += UnsafeRawBufferPointer(rebasing: room[..<count])
      }
    }
    async let isDone = spool.finish()
    got += try await onThread { try output.descriptor.readToEnd(limit: 1 << 24) }
    #expect(got == expected)
    #expect(await isDone)
  }

  @Test
  func `a client that goes away ends the wait, and content is still taken`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "spool")
    defer { loop.stop() }
    let spool = try {
      let (spool, _) = try Spool.make(storage: Self.storage, loop: loop)
      return spool
    }()
    try Self.append([UInt8](repeating: 1, count: 3 << 20), to: spool)
    try Self.append([UInt8](repeating: 1, count: 3 << 20), to: spool)
    #expect(await spool.finish() == false)
  }

  @Test
  func `a client that goes away while content waits in the file ends the wait`() async throws {
    let loop = try EventLoop()
    try loop.start(name: "spool")
    defer { loop.stop() }
    var made: (Spool, SharedDescriptor)? = try Spool.make(storage: Self.storage, loop: loop)
    let spool = try #require(made).0
    try Self.append([UInt8](repeating: 1, count: 3 << 20), to: spool)
    async let isDone = spool.finish()
    made = nil
    #expect(await isDone == false)
  }
}
