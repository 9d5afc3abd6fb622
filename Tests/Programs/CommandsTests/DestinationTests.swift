import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Commands

@Suite("Destination")
struct DestinationTests {
  static func write(
    _ text: String,
    to path: String,
    commits: Bool = true,
    isSensitive: Bool = false
  ) throws {
    let standard = Output(SharedDescriptor(try MemoryFile.create(name: "test")), isTerminal: true)
    let destination = try Destination(path: Array(path.utf8), standard)
    #expect(!destination.isTerminal)
    try destination.descriptor.descriptor.writeAll(Array(text.utf8))
    if commits { try destination.commit(isSensitive: isSensitive) }
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(Array(path.utf8)), as: UTF8.self)
  }

  static func status(_ path: String) throws -> FileStatus? {
    try FileSystem.status(of: Array(path.utf8), followingLinks: false)
  }

  @Test func `a file appears when it is complete`() throws {
    let scratch = try ScratchDirectory()
    try Self.write("half", to: scratch.path("a"), commits: false)
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [])
    try Self.write("whole", to: scratch.path("a"))
    #expect(try Self.text(scratch.path("a")) == "whole")
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [Array("a".utf8)])
  }

  @Test func `a file that is there is replaced at once or left as it was`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Array("old".utf8), to: "a")
    try Self.write("new", to: scratch.path("a"), commits: false)
    #expect(try Self.text(scratch.path("a")) == "old")
    try Self.write("new", to: scratch.path("a"))
    #expect(try Self.text(scratch.path("a")) == "new")
    #expect(try FileSystem.names(in: Array(scratch.path.utf8)) == [Array("a".utf8)])
  }

  @Test func `a name may have any bytes and the greatest length`() throws {
    let scratch = try ScratchDirectory()
    let name = Array(scratch.path("").utf8) + [UInt8](repeating: 0xFF, count: 255)
    let standard = Output(SharedDescriptor(try MemoryFile.create(name: "test")), isTerminal: false)
    try Destination(path: name, standard).commit()
    #expect(try FileSystem.status(of: name)?.kind == .regular)
  }

  @Test func `a link stays one and its file is replaced`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Array("old".utf8), to: "a")
    try run("ln", ["-s", "a", scratch.path("link")])
    try Self.write("new", to: scratch.path("link"))
    #expect(try Self.text(scratch.path("a")) == "new")
    #expect(try Self.status(scratch.path("link"))?.kind == .symbolicLink)
  }

  @Test func `a link to nothing stays one and its file is made`() throws {
    let scratch = try ScratchDirectory()
    try run("mkdir", [scratch.path("sub")])
    try run("ln", ["-s", "sub/second", scratch.path("first")])
    try run("ln", ["-s", "../new", scratch.path("sub/second")])
    try Self.write("half", to: scratch.path("first"), commits: false)
    #expect(try Self.status(scratch.path("new")) == nil)
    try Self.write("whole", to: scratch.path("first"))
    #expect(try Self.text(scratch.path("new")) == "whole")
    #expect(try Self.status(scratch.path("first"))?.kind == .symbolicLink)
  }

  @Test func `links in a circle are refused`() throws {
    let scratch = try ScratchDirectory()
    try run("ln", ["-s", "a", scratch.path("a")])
    let error = #expect(throws: Failure.self) { try Self.write("x", to: scratch.path("a")) }
    #expect(error?.code == .cannotCreate)
  }

  @Test(arguments: [0o640, 0o600, 0o755] as [mode_t], [false, true])
  func `a file keeps its mode`(_ mode: mode_t, _ isSensitive: Bool) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Array("old".utf8), to: "a", mode: 0o600)
    chmod(scratch.path("a"), mode)
    try Self.write("new", to: scratch.path("a"), isSensitive: isSensitive)
    #expect(try Self.status(scratch.path("a"))?.mode == mode)
  }

  @Test(.enabled(if: getuid() == 0, "only root may give files away"))
  func `a file keeps its owner and its group`() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Array("old".utf8), to: "a")
    #expect(chown(scratch.path("a"), 1234, 2345) == 0)
    try Self.write("new", to: scratch.path("a"))
    let status = try #require(try Self.status(scratch.path("a")))
    #expect((status.owner, status.group, status.mode) == (1234, 2345, 0o600))
  }

  @Test func `a new file of sensitive content is its owner's alone`() throws {
    let scratch = try ScratchDirectory()
    try Self.write("x", to: scratch.path("open"))
    try Self.write("x", to: scratch.path("secret"), isSensitive: true)
    let mask = umask(0)
    umask(mask)
    #expect(try Self.status(scratch.path("open"))?.mode == 0o666 & ~mask)
    #expect(try Self.status(scratch.path("secret"))?.mode == 0o600 & ~mask)
  }

  @Test func `a device is written as it is`() throws {
    try Self.write("gone", to: "/dev/null")
    #expect(try FileSystem.status(of: Array("/dev/null".utf8))?.kind == .characterDevice)
  }

  @Test(arguments: ["", "/new/", "/none/a"])
  func `what cannot be a file is refused`(_ suffix: String) throws {
    let scratch = try ScratchDirectory()
    let error = #expect(throws: Failure.self) {
      try Self.write("x", to: scratch.path + suffix)
    }
    #expect(error?.code == .cannotCreate)
  }

  @Test func `without a path it is standard output`() throws {
    let standard = Output(SharedDescriptor(try MemoryFile.create(name: "test")), isTerminal: true)
    for path in [nil, [UInt8(ascii: "-")]] as [[UInt8]?] {
      let destination = try Destination(path: path, standard)
      #expect(destination.descriptor === standard.descriptor)
      #expect(destination.isTerminal)
    }
  }
}
