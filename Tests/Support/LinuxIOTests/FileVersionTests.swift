import LinuxIO
import Synchronization
import TestSupport
import Testing

@Suite("Versions and writers of files", .timeLimit(.minutes(4)))
struct FileVersionTests {
  @Test func `a version tells a file, its content and its times`() throws {
    let scratch = try ScratchDirectory()
    let path = Array(try scratch.write([1, 2, 3], to: "a").utf8)
    let before = try #require(try FileSystem.version(of: path))
    #expect(before.kind == .regular)
    #expect(before.byteCount == 3)
    #expect(before.owner == CurrentProcess.userID)
    #expect(abs(Int64(LocalTime.nanosecondsSince1970) - before.changed) < 60_000_000_000)
    try run("sh", ["-c", "touch -d @1000000000.5 \"$0\"", scratch.path("a")])
    let touched = try #require(try FileSystem.version(of: path))
    #expect(touched.modified == 1_000_000_000_500_000_000)
    #expect(touched.identity == before.identity)
    #expect(touched.changed >= before.changed)
    #expect(try FileSystem.version(of: Array(scratch.path("none").utf8)) == nil)
  }

  @Test func `a link has a version of its own`() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.write([1], to: "a")
    try run("ln", ["-s", path, scratch.path("link")])
    let link = Array(scratch.path("link").utf8)
    #expect(try FileSystem.version(of: link, followingLinks: false)?.kind == .symbolicLink)
    #expect(try FileSystem.version(of: link)?.kind == .regular)
    #expect(throws: SystemError.self) {
      try FileSystem.writer(of: link, followingLinks: false)
    }
    #expect(try FileSystem.writer(of: link) == .nobody)
  }

  @Test func `a writer shows as long as it has the file open, a reader never`() throws {
    let scratch = try ScratchDirectory()
    let path = Array(try scratch.write([1], to: "a").utf8)
    let reader = try FileSystem.open(path)
    #expect(try FileSystem.writer(of: path) == .nobody)
    do {
      let writer = try FileSystem.open(path, .append)
      let second = try FileSystem.open(path, .readWrite)
      #expect(try FileSystem.writer(of: path) == .somebody)
      withExtendedLifetime(second.number + writer.number) {}
    }
    #expect(try FileSystem.writer(of: path) == .nobody)
    withExtendedLifetime(reader.number) {}
    #expect(throws: SystemError(call: "open", code: SystemError.notFound)) {
      try FileSystem.writer(of: Array(scratch.path("none").utf8))
    }
  }

  @Test(.enabled(if: CurrentProcess.userID != 0, "root may know of all files"))
  func `a file of somebody else does not say who writes it`() throws {
    #expect(try FileSystem.writer(of: Array("/etc/passwd".utf8)) == .unknown)
  }

  /// The signal of a broken lease would end the process, as SIGIO does by default.
  @Test func `programs that open a file while it is asked about are neither stopped nor stop us`()
    async throws
  {
    let scratch = try ScratchDirectory()
    let path = Array(try scratch.write([1], to: "a").utf8)
    let openings = Mutex(0)
    let isOver = Mutex(false)
    startThread {
      while !isOver.withLock({ $0 }) {
        guard (try? FileSystem.open(path, .append)) != nil else { continue }
        openings.withLock { $0 += 1 }
      }
    }
    // Some of these meet in the moment that matters.
    try await onThread {
      var count = 0
      while count < 20_000 || openings.withLock({ $0 }) < 2000 {
        _ = try FileSystem.writer(of: path)
        count += 1
      }
    }
    isOver.withLock { $0 = true }
    #expect(await eventually { () async -> Bool in (try? FileSystem.writer(of: path)) == .nobody })
  }

  @Test func `a directory that we may list may be entered`() throws {
    let scratch = try ScratchDirectory()
    #expect(FileSystem.mayEnter(Array(scratch.path.utf8)))
    #expect(!FileSystem.mayEnter(Array(scratch.path("none").utf8)))
    #expect(!FileSystem.mayEnter([]))
  }
}
