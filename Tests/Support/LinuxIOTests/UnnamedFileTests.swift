import Glibc
import Testing

@testable import LinuxIO

@Suite("Files without a name yet", .timeLimit(.minutes(4)))
struct UnnamedFileTests {
  /// Both kinds of file systems.
  private static func make(_ scratch: Scratch, hasName: Bool) throws -> UnnamedFile {
    hasName
      ? try UnnamedFile(withNameIn: scratch.bytes) : try UnnamedFile(in: scratch.bytes)
  }

  @Test(arguments: [false, true])
  func `it gets its name once, and keeps its content`(hasName: Bool) throws {
    let scratch = try Scratch()
    do {
      let file = try Self.make(scratch, hasName: hasName)
      try file.descriptor.descriptor.writeAll([1, 2, 3])
      #expect(try file.descriptor.descriptor.status().mode == 0o600)
      try file.name(scratch.file("name"))
    }
    #expect(try FileSystem.read(scratch.file("name")) == [1, 2, 3])
    #expect(try FileSystem.names(in: scratch.bytes) == [Array("name")])
  }

  @Test(arguments: [false, true])
  func `a taken name is left alone unless it is to be replaced`(hasName: Bool) throws {
    let scratch = try Scratch()
    _ = try scratch.write([9], to: "taken")
    let file = try Self.make(scratch, hasName: hasName)
    try file.descriptor.descriptor.writeAll([1])
    let error = #expect(throws: SystemError.self) { try file.name(scratch.file("taken")) }
    #expect(error?.code == SystemError.exists)
    #expect(try FileSystem.read(scratch.file("taken")) == [9])
    try file.name(scratch.file("taken"), replacing: true)
    #expect(try FileSystem.read(scratch.file("taken")) == [1])
    #expect(try FileSystem.names(in: scratch.bytes) == [Array("taken")])
  }

  @Test(arguments: [false, true])
  func `without a name nothing is left of it`(hasName: Bool) throws {
    let scratch = try Scratch()
    do {
      let file = try Self.make(scratch, hasName: hasName)
      #expect(throws: SystemError(call: hasName ? "rename" : "link", code: ENOENT)) {
        try file.name(scratch.file("missing/name"))
      }
      #expect(try FileSystem.names(in: scratch.bytes).count == (hasName ? 1 : 0))
    }
    #expect(try FileSystem.names(in: scratch.bytes) == [])
  }

  @Test func `what killed processes left is removed, and nothing else`() throws {
    let scratch = try Scratch()
    // Its number is free until it is reaped by nobody: the shell has ended and was waited for.
    var ended: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&ended, "/bin/true", nil, nil, &arguments, environ) == 0)
    waitpid(ended, nil, 0)
    let parent = getppid()
    let leftOver = [".xfer-\(ended)-17", ".xfer-\(getpid())-4294967295"]
    let others = [
      ".xfer-\(parent)-17", ".xfer-", ".xfer-x-1", ".xfer-0-1", ".xfer--1-1", ".xfer-99999999999-1",
      "xfer-\(ended)-17", "payload",
    ]
    for name in leftOver + others { _ = try scratch.write([1], to: name) }
    try FileSystem.makeDirectory(scratch.file(".xfer-\(ended)-18"))
    #expect(try UnnamedFile.removeLeftOvers(in: scratch.bytes) == leftOver.count)
    let names = Set((others + [".xfer-\(ended)-18"]).map { Array($0) })
    #expect(Set(try FileSystem.names(in: scratch.bytes)) == names)
  }

  @Test func `a file gets a second name, unless that is taken`() throws {
    let scratch = try Scratch()
    _ = try scratch.write([1], to: "one")
    try FileSystem.link(scratch.file("one"), to: scratch.file("two"))
    #expect(try FileSystem.read(scratch.file("two")) == [1])
    #expect(throws: SystemError(call: "link", code: EEXIST)) {
      try FileSystem.link(scratch.file("one"), to: scratch.file("two"))
    }
  }
}
