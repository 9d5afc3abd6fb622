internal import Glibc
import Testing
internal import Wire

/// What ends by itself does so by a clock that nobody sets.
@Suite("A clock that is set")
struct ClockJumpTests {
  /// A day back and forth, and ten years.
  @Test(arguments: [86_400, -86_400, 315_360_000])
  func `an expiry is neither early nor late for it (B140)`(seconds: Int) throws {
    let session = try Session(.absent)
    let (shift, library) = (session.scratch + "/shift", session.scratch + "/clock.so")
    let make = ["cc", "-shared", "-fPIC", "-o", library, Programs.peer("clock.c")]
    try #require(session.run(make).status == 0)
    try session.startDaemon(environment: ["LD_PRELOAD": library, "CLOCK_SHIFT": shift])
    let client = try WireClient(session)
    let ends = { try session.xclipReads(selection: "primary").status == 1 }
    try session.put("before", "-b", "work")
    try session.put("long", "-b", "long", "--expire", "1h")
    try session.put("short", "-p", "--expire", "500ms")
    try session.put("A", "--expire", "500ms")
    try Files.write("\(seconds)", to: shift)
    // The daemon sees it.
    try session.put("after", "-b", "work")
    let times = try client.list("work").map(\.time)
    #expect(abs(times[0] - times[1] - Double(seconds)) < 60, "\(times)")
    try session.xclipOwns(.bytes(Array("B".utf8)))
    try session.expectTitles(["B"])
    #expect(try holds(within: .seconds(5), ends))
    // What is put now ends as soon.
    try session.put("new", "-p", "--expire", "500ms")
    #expect(try holds(within: .seconds(5), ends))
    #expect(try session.xclipReads().text == "B")
    #expect(try session.xfer("get", "-b", "long").text == "long")
    // The clock is set back while there is no daemon.
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try ends())
    #expect(try session.xclipReads().text == "B")
    #expect(try session.xfer("get", "-b", "long").text == "long")
    #expect(try session.recordedTitles() == ["B"])
    #expect(try session.recordedTitles(of: "work") == ["after", "before"])
  }
}
