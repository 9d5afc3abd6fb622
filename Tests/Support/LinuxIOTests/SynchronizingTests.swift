import Glibc
import LinuxIO
import Testing

@Suite("Bringing files to their disk", .timeLimit(.minutes(4)))
struct SynchronizingTests {
  /// Bytes of a file that are in memory and on no disk yet; `nil` where the kernel does not say.
  ///
  /// Source: cachestat(2), which is number 451 on every machine since Linux 6.5.
  private static func unwrittenByteCount(of file: borrowing FileDescriptor) throws -> Int? {
    typealias Call = @convention(c) (Int, Int, Int, Int, Int) -> Int
    let call = unsafeBitCast(try #require(dlsym(nil, "syscall")), to: Call.self)
    var range: [UInt64] = [0, 0]
    var counts = [UInt64](repeating: 0, count: 5)
    let number = Int(file.number)
    let result = range.withUnsafeMutableBytes { range in
      counts.withUnsafeMutableBytes { counts in
        call(
          451,
          number,
          Int(bitPattern: range.baseAddress),
          Int(bitPattern: counts.baseAddress),
          0
        )
      }
    }
    return result == 0 ? Int(counts[1] + counts[2]) * Int(getpagesize()) : nil
  }

  /// A file of so many slices of 4 MiB, written with a look at it after each.
  private static func write(
    _ count: Int,
    _ afterSlice: (borrowing FileDescriptor, Int) throws -> Void = { _, _ in }
  ) throws -> FileDescriptor {
    // Of the disk: other directories for temporary files are often in memory.
    let file = try TemporaryFile.create(in: Array("/var/tmp".utf8))
    let slice = pattern(4096).flatMap { [UInt8](repeating: $0, count: 1024) }
    for number in 1...count {
      try file.writeAll(slice)
      try afterSlice(file, number * slice.count)
    }
    return file
  }

  @Test func `what a file holds is on its disk after a sync`() throws {
    for synchronize in [
      { (file: borrowing FileDescriptor) in try file.synchronizeData() },
      { (file: borrowing FileDescriptor) in try file.synchronize() },
    ] {
      let file = try Self.write(2)
      try synchronize(file)
      #expect(try Self.unwrittenByteCount(of: file) ?? 0 == 0)
    }
  }

  @Test func `a copier that writes behind leaves little to be synced`() throws {
    var behind = WriteBehind()
    let file = try Self.write(24) { file, end in try behind.advance(file, to: end) }
    let rest = try Self.unwrittenByteCount(of: file) ?? 0
    #expect(rest <= WriteBehind.window)
  }

  @Test func `what cannot be written behind is left alone`() throws {
    let pipe = try Pipe.make()
    let memory = try MemoryFile.create(name: "test")
    for number in [pipe.writer.number, memory.number] {
      var behind = WriteBehind()
      let file = try FileDescriptor(duplicating: number)
      for slice in 1...20 { try behind.advance(file, to: slice << 22) }
    }
  }

  @Test func `a directory is synced, and one that is missing is an error`() throws {
    let scratch = try Scratch()
    _ = try scratch.write([1], to: "file")
    try FileSystem.synchronizeDirectory(scratch.bytes)
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try FileSystem.synchronizeDirectory(scratch.file("missing"))
    }
  }
}
