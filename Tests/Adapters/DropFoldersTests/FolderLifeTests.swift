import LinuxIO
import TestSupport
import Testing

@testable import DropFolders

/// What becomes of the folders themselves.
@Suite("The life of drop folders", .timeLimit(.minutes(4)))
struct FolderLifeTests {
  static let mayMount = CurrentProcess.userID == 0

  private func shell(_ script: String, _ test: TestDrops, _ arguments: String...) async throws {
    let words = ["-c", "set -e; cd \"$1\"; " + script, "sh", test.scratch.path] + arguments
    let done = try await run("sh", words)
    guard done.status == 0 else { throw TestFailure(done.errorText) }
  }

  /// For a test that ended before it came to that.
  private func unmount(_ path: String) {
    _ = try? run("umount", ["--lazy", path])  // It is no mount any more, as it should be.
  }

  @Test func `a folder that is not there is waited for, with the way to it`() async throws {
    let test = try TestDrops()
    let path = test.path("a/b/c")
    await test.drops.set([WatchedFolder(path: Array(path.utf8))])
    #expect(test.states == [.missing(reason: "there is no such directory")])
    try await shell("mkdir -p drop/a; mkdir drop/a/b; mkdir drop/a/b/c; echo > drop/a/b/c/f", test)
    try await test.waitForNames("f")
    #expect(test.states.last == .watching)
  }

  @Test func `a folder that is removed and made again is followed`() async throws {
    let test = try await TestDrops.watching()
    try await shell("echo > drop/a", test)
    try await test.waitForNames("a")
    try await shell("rm -r drop", test)
    try await test.waitForState("missing") { $0 == .missing(reason: "there is no such directory") }
    try await shell("mkdir drop; echo > drop/b", test)
    try await test.waitForNames("a", "b")
    try await test.waitForWitness()
    #expect(test.states.last == .watching)
  }

  /// Somebody is in it, so that its end is not told.
  @Test func `a folder that is removed while it is in use is followed`() async throws {
    let test = try await TestDrops.watching()
    let script = "cd \"$1\"; echo > \"$READY\"; read x < \"$GATE\""
    let user = try await HeldProgram("sh", script, [test.drop], in: test.scratch)
    try await shell("rmdir drop; mkdir drop; echo > drop/b", test)
    try await test.waitForNames("b")
    try await test.waitForWitness()
    try await user.finish()
  }

  @Test(arguments: ["mv drop away", "mv ../\"${1##*/}\"/drop away; mkdir drop"])
  func `a folder that was renamed is no longer ours, and is when it is back`(
    script: String
  ) async throws {
    let test = try await TestDrops.watching()
    try await shell("echo > drop/a", test)
    try await test.waitForNames("a")
    try await shell("\(script); echo > away/b; echo > away/c", test)
    if script.contains("mkdir") {
      try await test.waitForWitness()
      try await shell("rm -r drop", test)
    }
    try await test.waitForState("missing") { $0 != .watching }
    #expect(!test.names.contains("b"))
    try await shell("mv away drop", test)
    #expect(await eventually { () async -> Bool in test.names.contains("b") })
    try await test.waitForWitness("back")
    #expect(test.names.filter { $0 == "a" }.count == 1)
    #expect(test.names.filter { $0 == "b" || $0 == "c" }.count == 2)
  }

  @Test func `a folder whose parent is renamed is missing, and is followed back`() async throws {
    let test = try TestDrops()
    try await shell("mkdir -p top/middle/drop", test)
    await test.drops.set([WatchedFolder(path: Array(test.scratch.path("top/middle/drop").utf8))])
    try await shell("mv top other; echo > other/middle/drop/a", test)
    try await test.waitForState("missing") { $0 != .watching }
    #expect(test.names == [])
    try await shell("mv other top", test)
    try await test.waitForNames("a")
  }

  @Test func `a link to the folder that leads elsewhere is followed`() async throws {
    let test = try TestDrops()
    try await shell("mkdir one two; ln -s one link; echo > two/known", test)
    await test.drops.set([WatchedFolder(path: Array(test.scratch.path("link").utf8))])
    try await shell("echo > one/a", test)
    try await test.waitForNames("a")
    try await shell("ln -s two new; mv -T new link; echo > two/b; echo > one/c", test)
    try await test.waitForNames("a", "b", "known")
  }

  @Test func `something else in its place is missing`() async throws {
    let test = try await TestDrops.watching()
    try await shell("rmdir drop; echo > drop", test)
    try await test.waitForState("missing") { $0 == .missing(reason: "it is not a directory") }
    try await shell("rm drop; mkdir drop; echo > drop/a", test)
    try await test.waitForNames("a")
  }

  @Test(.enabled(if: FolderLifeTests.mayMount, "mounting takes root"))
  func `a file system that comes and goes is followed, and known when it is back`() async throws {
    let test = try await TestDrops.watching()
    defer { unmount(test.drop) }
    try await shell("mkdir disk; echo > disk/a; echo > drop/below", test)
    try await test.waitForNames("below")
    try await shell("mount --bind disk drop", test)
    try await test.waitForNames("below", "a")
    try await shell("umount drop", test)
    try await test.waitForWitness("under")
    try await shell("echo > disk/b; mount --bind disk drop", test)
    try await test.waitForNames("below", "a", "under", "b")
    try await test.waitForWitness("over")
    try await shell("umount drop", test)
    try await test.waitForWitness("again")
    #expect(test.names.count == 6, "\(test.names)")
  }

  @Test(.enabled(if: FolderLifeTests.mayMount, "mounting takes root"))
  func `a folder in a file system that is unmounted is missing`() async throws {
    let test = try TestDrops()
    defer { unmount(test.scratch.path("stick")) }
    try await shell("mkdir stick; mount -t tmpfs none stick; mkdir stick/drop", test)
    await test.drops.set([WatchedFolder(path: Array(test.scratch.path("stick/drop").utf8))])
    try await shell("echo > stick/drop/a", test)
    try await test.waitForNames("a")
    // It is not busy by our watching.
    try await shell("echo > stick/drop/b; umount stick", test)
    try await test.waitForState("missing") { $0 != .watching }
    try await shell("mount -t tmpfs none stick; mkdir stick/drop; echo > stick/drop/c", test)
    #expect(await eventually { () async -> Bool in test.names.contains("c") })
    #expect(!test.names.contains("b"))
    await test.drops.set([])
    try await shell("umount stick", test)
  }

  @Test(.enabled(if: !FolderLifeTests.mayMount, "root may enter anything"))
  func `a folder that we may not enter is missing until we may`() async throws {
    let test = try await TestDrops.watching(limits: DropLimits())
    try await shell("echo > drop/a; chmod 0 drop", test)
    try await test.waitForState("missing") { $0 == .missing(reason: "permission denied") }
    try await shell("chmod 700 drop; echo > drop/b", test)
    try await test.waitForNames("a", "b")
  }

  // MARK: - Paths

  @Test(arguments: [
    Array("with space".utf8), Array("it's \"quoted\"".utf8), Array("new\nline".utf8), [0xFF, 0xFE],
    Array("-rf".utf8), Array("$(touch x)".utf8), Array("*".utf8), Array("\\".utf8),
  ])
  func `a path of any bytes is watched`(name: [UInt8]) async throws {
    let test = try TestDrops()
    let path = Array(test.drop.utf8) + [0x2F] + name
    try FileSystem.makeDirectory(path)
    await test.drops.set([WatchedFolder(path: path)])
    _ = try FileSystem.open(path + [0x2F] + name, .create)
    #expect(await eventually { () async -> Bool in test.files.map(\.name) == [name] })
    guard case .landed(let folder, _, _)? = test.reports.last else { return }
    #expect(folder == path)
  }

  /// Case B110.
  @Test func `what is done to the folder itself is no landing`() async throws {
    let test = try await TestDrops.watching()
    try await shell("touch drop; chmod 755 drop; mv drop x; mv x drop; touch drop", test)
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    #expect(test.refusals == [])
  }

  @Test func `a folder within another does not land there, and its files land in it alone`()
    async throws
  {
    let test = try TestDrops()
    let inner = test.path("in/deep")
    await test.drops.set([
      WatchedFolder(path: Array(test.drop.utf8)), WatchedFolder(path: Array(inner.utf8)),
    ])
    try await shell(
      "mkdir -p drop/in/deep; echo > drop/in/deep/a; mkdir other; mv other drop",
      test
    )
    try await test.waitForNames("a", "other")
    try await test.waitForWitness()
    for report in test.reports {
      guard case .landed(let folder, let files, _) = report else { continue }
      let isInner = files.contains { $0.name == Array("a".utf8) }
      #expect(folder == Array((isInner ? inner : test.drop).utf8))
    }
  }

  @Test func `a folder that was watched within another does not land when it no longer is`()
    async throws
  {
    let test = try TestDrops()
    let outer = WatchedFolder(path: Array(test.drop.utf8))
    await test.drops.set([outer, WatchedFolder(path: Array(test.path("in").utf8))])
    try await shell("mkdir drop/in", test)
    try await test.waitForState("there") { $0 == .watching }
    await test.drops.set([outer])
    // All of it is looked at again.
    try await shell("mv drop x", test)
    try await test.waitForState("missing") { $0 != .watching }
    try await shell("mv x drop; mkdir drop/new", test)
    try await test.waitForWitness()
    #expect(await eventually { () async -> Bool in test.names.contains("new") })
    #expect(!test.names.contains("in"))
  }

  @Test func `one directory by two paths is refused, until the other one is removed`() async throws
  {
    let test = try await TestDrops.watching()
    try await shell("ln -s drop twin", test)
    let twin = test.scratch.path("twin")
    await test.drops.add(WatchedFolder(path: Array(twin.utf8)))
    let reason = "it is the same directory as \(test.drop)"
    #expect(await test.drops.state(of: Array(twin.utf8)) == .failed(reason: reason))
    try await test.waitForWitness()
    #expect(test.names == ["witness"])
    await test.drops.remove(Array(test.drop.utf8))
    #expect(await test.drops.state(of: Array(twin.utf8)) == .watching)
    try await test.waitForWitness("after")
    #expect(test.names == ["witness", "after"])
  }

  @Test(arguments: ["relative", "", "./x"])
  func `a path that is not absolute fails`(path: String) async throws {
    let test = try TestDrops()
    await test.drops.set([WatchedFolder(path: Array(path.utf8))])
    #expect(test.states == [.failed(reason: "the path is not absolute")])
  }

  // MARK: - Adding and removing

  @Test func `while nothing happens it does not wake up, and without folders it has nothing open`()
    async throws
  {
    let test = try await TestDrops.watching()
    try await shell("mkdir drop/d; mkfifo drop/p; echo > drop/.hidden; ln -s x drop/l", test)
    try await test.waitForWitness()
    #expect(await eventually { () async -> Bool in test.names.contains("d") })
    #expect(await eventually { () async -> Bool in await !test.drops.isArmed })
    await test.drops.set([])
    #expect(await !test.drops.isArmed)
    #expect(await test.drops.watches == nil)
  }

  @Test func `of a folder that was removed nothing is reported any more`() async throws {
    let test = try await TestDrops.watching()
    try await test.holdingLoop {
      try await shell("echo > drop/a; mkdir drop/b", test)
    }
    await test.drops.remove(Array(test.drop.utf8))
    let count = test.reports.count
    try await shell("mkdir second", test)
    let second = test.scratch.path("second")
    await test.drops.set([WatchedFolder(path: Array(second.utf8))])
    try await shell("echo > drop/c; echo > second/d", test)
    #expect(await eventually { () async -> Bool in test.names.contains("d") })
    for report in test.reports.dropFirst(count) {
      if case .landed(let folder, _, _) = report { #expect(folder == Array(second.utf8)) }
    }
  }

  @Test func `what came while nobody watched lands by the watermark, and nothing twice`()
    async throws
  {
    let first = try await TestDrops.watching()
    try await shell("echo > drop/old; mkdir drop/dir", first)
    try await first.waitForWitness()
    let path = Array(first.drop.utf8)
    let script = "exec 3> \"$1\"; echo > \"$READY\"; read x < \"$GATE\""
    let slow = first.path("slow")
    let writer = try await HeldProgram("sh", script, [slow], in: first.scratch)
    try await first.waitForWitness("second")
    let mark = try #require(await first.drops.watermark(of: path))
    await first.drops.set([])
    try await writer.finish()
    try await shell("echo > drop/new; mv drop/witness drop/renamed", first)
    let next = try TestDrops(in: first.scratch)
    await next.drops.set([WatchedFolder(path: path, since: mark)])
    try await next.waitForWitness("third")
    let unsettled: Set = ["dir"]
    #expect(Set(next.names).subtracting(unsettled) == ["new", "renamed", "slow", "third"])
  }
}
