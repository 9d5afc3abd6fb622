import LinuxIO
import TestSupport
import Testing

@testable import Daemon

@Suite("Files without a name", .timeLimit(.minutes(1)))
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

  @Test func `a small one is closed at once`() throws {
    let reader = try Self.dropFile(ofByteCount: 1 << 20, disposal: try EventLoop())
    #expect(try Self.openCount(of: reader.descriptor) == 1)
  }
}
