internal import Glibc
import Testing

/// The daemon ends well: others keep what they have, nothing is left.
@Suite("Ending the daemon", .watchingOnAndOff)
struct EndingTests {
  @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends it with 0`(signal: CInt) throws {
    let session = try Session()
    try session.put("x")
    let daemon = try #require(session.daemon)
    daemon.send(signal)
    #expect(daemon.waited(within: .seconds(5)) == 0)
    #expect(!Files.exists(session.socket))
  }

  @Test func `SIGHUP is a reload and no end`() throws {
    let session = try Session()
    try session.put("x")
    session.daemon?.send(SIGHUP)
    #expect(try session.xfer("get").text == "x")
    try session.verifyAlive()
  }

  @Test func `SIGTERM amid a long read lets xsel live (x11 68)`() throws {
    // The default of two seconds is for a release build on a machine that is its own.
    let session = try Session(configuration: "[timeouts]\nshutdown = \"15s\"\n")
    let text = Samples.text(33 << 20)
    try session.xselOwns(.bytes(text))
    let xsel = try #require(session.processes(named: "xsel").first)
    let get = try session.startXfer("get", output: .discarded)
    #expect(try holds(within: .seconds(5)) { try session.status("conversions") != "0" })
    let daemon = try #require(session.daemon)
    daemon.send(SIGTERM)
    #expect(daemon.waited(within: .seconds(20)) == 0)
    _ = get.outcome()
    #expect(Processes.exists(xsel), "xsel died of its reader's end")
    try expect(session.xclipReads().out, is: text)
  }

  @Test func `a reader that is half-way gets the rest`() throws {
    let session = try Session()
    let text = Samples.text(30 << 20)
    try session.put(text)
    let reader = try session.start(["xclip", "-o", "-selection", "clipboard"])
    #expect(
      try holds(within: .seconds(5)) {
        try session.status("transfers") != "0" || reader.poll() != nil
      }
    )
    session.daemon?.send(SIGTERM)
    #expect(session.daemon?.waited(within: .seconds(5)) == 0)
    expect(reader.outcome().out, is: text)
  }

  @Test func `a daemon that was killed leaves nothing that hinders the next`() throws {
    let session = try Session()
    try session.put("one")
    session.killDaemon()
    #expect(try session.xclipReads().status == 1, "nobody owns what a dead one owned")
    try session.startDaemon()
    try session.put("two")
    #expect(try session.xclipReads().text == "two")
    try session.verifyAlive()
  }

  @Test func `stop ends it for those who wait too`() throws {
    let session = try Session()
    let wait = try session.startXfer("put", "--wait", input: .bytes([65]))
    let watch = try session.startXfer("watch", output: .discarded)
    #expect(try holds(within: .seconds(5)) { try (Int(session.status("clients")) ?? 0) >= 3 })
    #expect(try session.xfer("daemon", "stop").status == 0)
    #expect(session.daemon?.waited(within: .seconds(5)) == 0)
    #expect(wait.waited(within: .seconds(3)).map { $0 > 0 } == true)
    #expect(watch.waited(within: .seconds(3)).map { $0 > 0 } == true)
  }
}
