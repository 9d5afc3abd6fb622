import Glibc
import LinuxIO
import Testing

@Suite("Descriptors and files", .timeLimit(.minutes(4)))
struct FileTests {
  @Test func `a descriptor is closed once, a released one not at all`() async {
    await #expect(processExitsWith: .success) {
      let file = try MemoryFile.create(name: "test")
      let kept: CInt
      do {
        let copy = try FileDescriptor(duplicating: file.number)
        let closed = try FileDescriptor(duplicating: file.number)
        guard copy.number != file.number, closed.number != copy.number else { exit(2) }
        kept = copy.release()
      }
      guard try openCount(of: file) == 2 else { exit(3) }
      do { _ = FileDescriptor(owning: kept) }
      guard try openCount(of: file) == 1 else { exit(4) }
    }
  }

  @Test func `a file opened again has its own offset and cannot be written`() throws {
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    try file.descriptor.writeAll([1, 2, 3])
    let reader = try file.reopenedReadOnly()
    #expect(try reader.descriptor.receive(2) == [1, 2])
    #expect(try reader.descriptor.accessMode == .readOnly)
    #expect(throws: SystemError.self) { try reader.descriptor.writeAll([4]) }
    try file.descriptor.writeAll([4])
    #expect(try reader.descriptor.receive(9) == [3, 4])
  }

  @Test func `the kind of a descriptor is known`() throws {
    let scratch = try Scratch()
    let pipe = try Pipe.make()
    #expect(try pipe.reader.descriptor.status().kind == .pipe)
    #expect(try FileSystem.open(scratch.bytes).status().kind == .directory)
    #expect(try FileSystem.open(Array("/dev/null")).status().kind == .characterDevice)
    #expect(try UnixSocket.pair().0.descriptor.status().kind == .socket)
    let status = try scratch.write([1, 2], to: "file").descriptor.status()
    #expect(status.kind == .regular)
    #expect(status.byteCount == 2)
    #expect(status.owner == getuid())
    #expect(status.mode == 0o600)
  }

  @Test func `an attribute that is not there, or too long, is none`() throws {
    let path = try Scratch().bytes
    #expect(FileSystem.attribute("user.no.such", of: path) == nil)
    #expect(FileSystem.attribute("user.no.such", of: Array("/no/such/file".utf8)) == nil)
    #expect(FileSystem.attribute("user.no.such", of: [0x2f, 0]) == nil)
  }

  @Test func `an error names the call and the reason`() {
    let error = #expect(throws: SystemError.self) {
      _ = try FileSystem.open(Array("/no/such/file"))
    }
    #expect(error?.description == "open: No such file or directory")
  }

  @Test func `a path with NUL is an error`() {
    #expect(throws: SystemError.self) { _ = try FileSystem.open([0x2f, 0, 0x61]) }
    #expect(throws: SystemError.self) { _ = try FileSystem.status(of: []) }
  }

  @Test func `reading stops at the limit`() throws {
    let scratch = try Scratch()
    _ = try scratch.write([UInt8](repeating: 7, count: 1000), to: "file")
    #expect(try FileSystem.read(scratch.file("file"), limit: 1000).count == 1000)
    #expect(throws: SystemError.self) {
      _ = try FileSystem.read(scratch.file("file"), limit: 999)
    }
  }

  @Test func `names come as bytes, in byte order`() throws {
    let scratch = try Scratch()
    let odd: [UInt8] = [0xff, 0xfe]
    try FileSystem.open(scratch.bytes + [0x2f] + odd, .create).writeAll([])
    for name in ["b", "a"] { _ = try scratch.write([], to: name) }
    #expect(try FileSystem.names(in: scratch.bytes) == [Array("a"), Array("b"), odd])
  }

  @Test func `a private directory that others may enter is refused`() throws {
    let scratch = try Scratch()
    let path = scratch.file("private")
    try FileSystem.makePrivateDirectory(path)
    try FileSystem.makePrivateDirectory(path)
    #expect(try FileSystem.status(of: path)?.mode == 0o700)
    chmod("\(scratch.path)/private", 0o750)
    #expect(throws: SystemError.self) { try FileSystem.makePrivateDirectory(path) }
    symlink("private", "\(scratch.path)/link")
    chmod("\(scratch.path)/private", 0o700)
    #expect(throws: SystemError.self) {
      try FileSystem.makePrivateDirectory(scratch.file("link"))
    }
  }

  @Test func `directories are made with their parents`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectories(scratch.file("one/two/three/"))
    #expect(try FileSystem.status(of: scratch.file("one/two/three"))?.kind == .directory)
    for name in ["one/two/three", "one/two"] {
      try FileSystem.removeDirectory(scratch.file(name))
    }
  }

  @Test func `a staged file appears whole or not at all`() throws {
    let scratch = try Scratch()
    let path = scratch.file("file")
    do {
      let dropped = try StagedFile(for: path)
      try dropped.descriptor.descriptor.writeAll([1])
    }
    #expect(try FileSystem.names(in: scratch.bytes) == [])
    let staged = try StagedFile(for: path)
    try staged.descriptor.descriptor.writeAll([1, 2])
    try staged.commit(replacing: false)
    #expect(try FileSystem.read(path) == [1, 2])
    let second = try StagedFile(for: path)
    try second.descriptor.descriptor.writeAll([3])
    let error = #expect(throws: SystemError.self) { try second.commit(replacing: false) }
    #expect(error?.code == SystemError.exists)
    try second.commit(replacing: true)
    #expect(try FileSystem.read(path) == [3])
    #expect(try FileSystem.names(in: scratch.bytes) == [Array("file")])
  }

  @Test(.enabled(if: CurrentProcess.userID == 0, "only root makes files of others"))
  func `what is for its owner alone is not given to whoever made the file before`() throws {
    let scratch = try Scratch()
    let path = scratch.file("file")
    for (permissions, owner, mode) in [(0o666, 65_534, 0o640), (0o600, 0, 0o600)] {
      let there = try FileSystem.open(path, .create, permissions: 0o600)
      #expect(fchown(there.number, 65_534, 65_534) == 0 && fchmod(there.number, 0o640) == 0)
      try StagedFile(for: path).commit(replacing: true, permissions: UInt32(permissions))
      let status = try #require(try FileSystem.status(of: path))
      #expect(status.owner == UInt32(owner) && status.mode == UInt32(mode))
      try FileSystem.remove(path)
    }
  }

  @Test func `a sealed file cannot be changed by anyone`() throws {
    let file = try MemoryFile.create(name: "test", content: [1, 2])
    #expect(throws: SystemError.self) { try file.writeAll([3]) }
    #expect(throws: SystemError.self) { try file.truncate(to: 0) }
    #expect(try file.receive(9) == [1, 2])
  }

  @Test func `a temporary file has no name`() throws {
    let scratch = try Scratch()
    let file = try TemporaryFile.create(in: scratch.bytes)
    try file.writeAll([1])
    #expect(try file.status().mode == 0o600)
    #expect(try FileSystem.names(in: scratch.bytes) == [])
  }

  @Test func `a lock is held by one at a time and ends with its value`() throws {
    let scratch = try Scratch()
    let path = scratch.file("lock")
    do {
      let lock = try FileLock.tryLock(path)
      #expect(lock != nil)
      let second = try FileLock.tryLock(path)
      #expect(second == nil)
      let third = try FileLock.lock(path, timeout: .milliseconds(10))
      #expect(third == nil)
      withExtendedLifetime(lock) {}
    }
    let later = try FileLock.tryLock(path)
    #expect(later != nil)
  }

  @Test func `a pipe is as large as asked`() throws {
    let pipe = try Pipe.make(capacity: 1 << 20)
    #expect(fcntl(pipe.reader.number, 1032) == 1 << 20)
    #expect(fcntl(pipe.reader.number, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `silence can be told from the end without changing a shared pipe`() throws {
    let pipe = try Pipe.make()
    #expect(try pipe.reader.descriptor.poll(for: .readable, timeout: .zero) == nil)
    #expect(try pipe.reader.descriptor.poll(for: .readable, timeout: .milliseconds(5)) == nil)
    try pipe.writer.descriptor.writeAll([1])
    #expect(try pipe.reader.descriptor.poll(for: .readable, timeout: nil) == .readable)
  }

  @Test(.enabled(if: CurrentProcess.userID == 0, "only root makes links of others"))
  func `the link of a stranger in a directory for everybody is not followed`() throws {
    let scratch = try Scratch()
    let (link, target) = (scratch.file("link"), scratch.file("target"))
    let path = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    try #require(symlink(path(target), path(link)) == 0)
    try #require(lchown(path(link), 65_534, 65_534) == 0)
    #expect(try FileSystem.followed(link) == target)
    try #require(chmod(path(scratch.bytes), 0o1777) == 0)
    let error = #expect(throws: SystemError.self) { try FileSystem.followed(link) }
    #expect(error?.code == EACCES)
    try #require(chown(path(scratch.bytes), 65_534, 65_534) == 0)
    #expect(try FileSystem.followed(link) == target)
  }
}
