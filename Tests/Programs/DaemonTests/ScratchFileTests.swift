import LinuxIO
import TestSupport
import Testing

@testable import Daemon

@Suite("Files without a name", .timeLimit(.minutes(4)))
struct ScratchFileTests {
  /// How many descriptors of this process the same file has.
  private static func openCount(of file: borrowing FileDescriptor) throws -> Int {
    let wanted = try file.status()
    return try FileSystem.names(in: Array("/proc/self/fd".utf8)).count { name in
      // The listing's own descriptor is gone by now.
      let there = try? FileSystem.status(of: Array("/proc/self/fd/".utf8) + name)
      return there?.inode == wanted.inode && there?.device == wanted.device
    }
  }

  /// Lets go of a file of this size; what is returned keeps its inode from being another's.
  private static func dropFile(
    ofByteCount count: Int,
    disposal: EventLoop
  ) throws -> SharedDescriptor {
    let file = try ScratchFile(in: Array("/tmp".utf8), disposal: disposal)
    try file.shared.descriptor.truncate(to: count)
    return try file.shared.reopenedReadOnly()
  }

  @Test func `a large file is closed on the loop for that`() async throws {
    let loop = try EventLoop()
    let reader = try Self.dropFile(ofByteCount: 2 << 20, disposal: loop)
    #expect(try Self.openCount(of: reader.descriptor) == 2)
    try loop.start(name: "disposal")
    defer { loop.stop() }
    await withCheckedContinuation { continuation in loop.perform { continuation.resume() } }
    #expect(try Self.openCount(of: reader.descriptor) == 1)
  }

  @Test func `one that gets a name keeps it, and its content`() throws {
    let scratch = try ScratchDirectory()
    let path = Array(scratch.path("payload").utf8)
    do {
      let file = try ScratchFile(in: Array(scratch.path.utf8), disposal: nil)
      try file.shared.descriptor.writeAll([1, 2, 3])
      #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [])
      try file.synchronize()
      try file.name(path)
      let other = try ScratchFile(in: Array(scratch.path.utf8), disposal: nil)
      let error = #expect(throws: SystemError.self) { try other.name(path) }
      #expect(error?.code == SystemError.exists)
    }
    #expect(try FileSystem.read(path) == [1, 2, 3])
    #expect(try FileSystem.status(of: path)?.mode == 0o600)
  }

  @Test func `what a killed daemon left is gone at the next start`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write([1], to: ".xfer-\(CurrentProcess.id)-1")
    try scratch.write([1], to: "payload")
    let storage = PayloadStorage(directory: Array(scratch.path.utf8), lockedByteCount: 0)
    storage.removeLeftOvers()
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [Array("payload".utf8)])
  }

  @Test func `a small one is closed at once`() throws {
    let reader = try Self.dropFile(ofByteCount: 1 << 20, disposal: try EventLoop())
    #expect(try Self.openCount(of: reader.descriptor) == 1)
  }
}
