import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

@Suite("Watching directories", .timeLimit(.minutes(4)))
struct DirectoryWatchTests {
  /// What was told, in order, but attributes: programs set those as they like.
  private final class Told: Sendable {
    private let events = Mutex<[DirectoryEvent]>([])

    func add(_ new: [DirectoryEvent]) {
      events.withLock { $0 += new.filter { $0.change != .attributes } }
    }

    var all: [DirectoryEvent] { events.withLock { $0 } }
  }

  private func told(
    after script: String,
    _ count: Int,
    for interest: DirectoryWatch.Interest = .everything
  ) async throws -> [DirectoryEvent] {
    let scratch = try ScratchDirectory()
    try FileSystem.makeDirectory(Array(scratch.path("d").utf8))
    return try await withLoop { loop in
      let told = Told()
      let watch = try DirectoryWatch(on: loop) { told.add($0) }
      _ = try watch.add(Array(scratch.path("d").utf8), for: interest)
      try await run("sh", ["-c", "cd \"$0\"; \(script)", scratch.path])
      #expect(await eventually { () async -> Bool in told.all.count >= count })
      #expect(!watch.hasUntold)
      return told.all
    }
  }

  @Test func `what happens in a directory is told in order`() async throws {
    let events = try await told(
      after: "echo > d/a; mv d/a d/b; mkdir d/c; mv d/b out; mv out d/e; rm d/e",
      8
    )
    guard events.count == 8, case .movedOut(let cookie) = events[2].change else {
      Issue.record("\(events)")
      return
    }
    #expect(events[3].change == .movedIn(cookie: cookie))
    #expect(
      events.map { $0.name.map { String(decoding: $0, as: UTF8.self) } }
        == ["a", "a", "a", "b", "c", "b", "e", "e"]
    )
    #expect(
      [events[0], events[1], events[4], events[7]].map(\.change)
        == [.created, .closedAfterWriting, .created, .deleted]
    )
    #expect(events.map(\.isDirectory) == (0..<8).map { $0 == 4 })
  }

  @Test(arguments: [
    ("rmdir d", [DirectoryEvent.Change.selfDeleted, .ignored]), ("mv d e", [.selfMoved]),
    ("touch d/a; rm d/a; mv d e", [.selfMoved]),
  ])
  func `what happens to the directory itself is told`(
    script: String,
    changes: [DirectoryEvent.Change]
  ) async throws {
    let events = try await told(after: script, changes.count, for: .itself)
    #expect(events.map(\.change) == changes)
    #expect(events.allSatisfy { $0.name == nil && $0.watch != nil })
  }

  @Test func `more than the queue holds is an overflow`() async throws {
    let scratch = try ScratchDirectory()
    let limit = try String(
      decoding: readFile("/proc/sys/fs/inotify/max_queued_events").dropLast(),
      as: UTF8.self
    )
    try await withLoop { loop in
      let told = Told()
      let gate = Mutex(false)
      let watch = try DirectoryWatch(on: loop) { told.add($0) }
      _ = try watch.add(Array(scratch.path.utf8), for: .names)
      // As long as the test may wait for its turn among all others.
      loop.perform { eventually(within: .seconds(200)) { gate.withLock { $0 } } }
      try await run(
        "python3",
        [
          "-c",
          """
          import os, sys
          os.chdir(sys.argv[1])
          for number in range(int(sys.argv[2]) // 2 + 10):
              os.mkdir("x"); os.rmdir("x")
          """, scratch.path, limit,
        ],
        within: .seconds(60)
      )
      #expect(watch.hasUntold)
      gate.withLock { $0 = true }
      #expect(await eventually { () async -> Bool in told.all.last?.change == .overflow })
      #expect(told.all.last?.watch == nil)
    }
  }

  @Test func `two paths of one directory have one watch, a file has none`() async throws {
    let scratch = try ScratchDirectory()
    try await run("ln", ["-s", scratch.path, scratch.path("link")])
    let file = Array(try scratch.write([], to: "file").utf8)
    try await withLoop { loop in
      let watch = try DirectoryWatch(on: loop) { _ in }
      let one = try watch.add(Array(scratch.path.utf8), for: .names)
      #expect(try watch.add(Array(scratch.path("link").utf8), for: .names) == one)
      #expect(throws: SystemError(call: "inotify_add_watch", code: SystemError.notDirectory)) {
        try watch.add(file, for: .names)
      }
      watch.remove(one)
      watch.remove(one)
    }
  }

  // MARK: - Bytes

  @Test func `events that are cut off, unknown or without end are no trap`() {
    func parse(_ bytes: [UInt8]) -> [DirectoryEvent] {
      bytes.withUnsafeBytes { DirectoryEvent.parse($0) }
    }
    let created: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0x61, 0xFF, 0, 0]
    let event = DirectoryEvent(watch: .init(number: 1), change: .created, name: [0x61, 0xFF])
    #expect(parse(created) == [event])
    #expect(parse(created + created) == [event, event])
    for count in 0..<created.count { #expect(parse(Array(created.prefix(count))) == []) }
    var unknown = created
    unknown[5] = 0
    #expect(parse(unknown + created) == [event])
    var endless = created
    for index in 12..<16 { endless[index] = 0xFF }
    #expect(parse(endless + created) == [])
  }

  // MARK: - Mounts

  @Test(.enabled(if: CurrentProcess.userID == 0, "mounting takes root"))
  func `mounting and unmounting is told`() async throws {
    let scratch = try ScratchDirectory()
    // For a test that ended before it came to that; else it is no mount any more.
    defer { _ = try? run("umount", ["--lazy", scratch.path]) }
    try await withLoop { loop in
      let count = Mutex(0)
      let watch = try MountTableWatch(on: loop) { count.withLock { $0 += 1 } }
      for command in [["mount", "-t", "tmpfs", "none"], ["umount"]] {
        let before = count.withLock { $0 }
        let done = try await run(command[0], Array(command.dropFirst()) + [scratch.path])
        #expect(done.status == 0)
        #expect(await eventually { () async -> Bool in count.withLock { $0 } > before })
      }
      withExtendedLifetime(watch) {}
    }
  }
}
