internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// What the user cleared or removed of what other programs copied stays away.
@Suite("Copies that are cleared or removed")
struct ClearedCopyTests {
  private static let short = "[timeouts]\ntargets = \"300ms\"\nfirst-data = \"300ms\"\n"

  @Test(arguments: ["clear", "clear of what is pinned", "remove"])
  func `nothing brings it back, neither a loss nor a restart`(way: String) throws {
    let session = try Session(configuration: Self.short)
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    try session.put("older")
    var owner: XClient? = try XClient(in: session)
    #expect(try owner?.copy("copied") { try session.recordedTitles().first == "copied" } == true)
    if way == "clear of what is pinned" {
      #expect(try session.xfer("pin", "@1").status == 0)
    }
    if way == "remove" {
      #expect(try session.xfer("remove", "@1").status == 0)
      // It is the other program's to offer it as long as it lives.
      #expect(try observer.owner() == owner?.window)
      owner = nil
    } else {
      #expect(try session.xfer("clear").status == 0)
    }
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
    let left = way == "clear of what is pinned" ? ["copied", "older"] : ["older"]
    #expect(try session.recordedTitles() == left)
    // If an owner goes before it could be read, what was copied last is offered again.
    let silent = try RawOwner(server, answers: ["TARGETS": .silence])
    #expect(eventually { !silent.requests.isEmpty })
    #expect(try holds(within: .seconds(5)) { try session.status("conversions") == "0" })
    silent.end()
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back for another")
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back after a restart")
    #expect(try session.xfer("get").status == 1)
    #expect(try session.recordedTitles() == left)
  }

  @Test func `a clear counts for what is still being read`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    try session.put("older")
    let slow = RawOwner.Incremental(pieceSize: 8192, pause: .milliseconds(50))
    let owner = try RawOwner(
      server,
      answers: ["UTF8_STRING": .pieces(type: "UTF8_STRING", .pattern(count: 1 << 17), slow)]
    )
    #expect(eventually { owner.targets.contains("UTF8_STRING") })
    #expect(try session.xfer("clear").status == 0)
    #expect(owner.finished == 0, "it was read before it was cleared")
    #expect(eventually(within: .seconds(20)) { owner.finished == 1 }, "it was left alone")
    #expect(try holds(within: .seconds(5)) { try session.status("conversions") == "0" })
    owner.end()
    try verifyAbsent(observer, session)
  }

  @Test func `a clear counts for what is still being written`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let observer = try XClient(in: session)
    try session.put("older")
    let lock = try StoreLock(of: session)
    let owner = try RawOwner(server, answers: ["UTF8_STRING": .text("copied")])
    try session.expectRead(owner)
    // It is gone from the display at once, though the history is slow.
    let clear = try session.startXfer("clear")
    #expect(try holds(within: .seconds(3)) { try observer.owner() == nil })
    lock.release()
    #expect(clear.outcome().status == 0)
    // Of two changes of the history the second comes after all that the copy makes of it.
    for text in ["one", "two"] { try session.put(text, "-b", "work") }
    try verifyAbsent(observer, session)
  }

  /// Checks that nobody is offered anything, now and after a restart.
  private func verifyAbsent(_ observer: XClient, _ session: Session) throws {
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
    #expect(try session.xfer("get").status == 1)
    try session.expectTitles(["older"])
    #expect(try !session.history().contains { $0.current })
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back after a restart")
    #expect(try session.recordedTitles() == ["older"])
  }
}
