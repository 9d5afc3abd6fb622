internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// Recording begins, rests and ends with the daemon and its display.
@Suite("Recording through a session's life", .serialized)
struct RecordingLifeTests {
  @Test func `with somebody else's copy at hand it sleeps a minute (x11 70)`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    let content = ["UTF8_STRING": Array("captured".utf8)]
    #expect(try owner.copy("captured") { try session.recordedTitles() == ["captured"] })
    let daemon = session.daemonPid
    // What it has to do after that is done when it has slept for a second.
    var last = -1
    let rests = try owner.serve(content, within: .seconds(30)) {
      let now = contextSwitches(of: daemon) ?? -1
      defer { last = now }
      return try now == last && owner.event(within: .seconds(1)) { _ in nil as Int? } == nil
        && contextSwitches(of: daemon) == now
    }
    #expect(rests, "it never rests")
    let before = contextSwitches(of: daemon)
    try owner.serve(content, within: .seconds(60)) { false }
    #expect(contextSwitches(of: daemon) == before)
    try session.verifyAlive()
  }

  @Test func `SIGTERM amid a capture of 33 MB lets xsel live (x11 68)`() throws {
    let session = try Session(configuration: "[timeouts]\nshutdown = \"30s\"\n")
    let text = Samples.text(33 << 20)
    try session.xselOwns(.bytes(text))
    let xsel = try #require(session.processes(named: "xsel").first)
    let client = try WireClient(session)
    #expect(try holds(within: .seconds(5)) { try client.status().conversions != 0 })
    session.daemon?.send(SIGTERM)
    #expect(session.daemon?.waited(within: .seconds(40)) == 0)
    #expect(Processes.exists(xsel), "xsel died of its reader's end")
    try expect(session.xclipReads().out, is: text)
    // A restart finds it there and reads it, and nothing of the first half.
    try session.startDaemon(warm: false)
    try session.expectHistory(within: .seconds(60)) { $0.map(\.size) == [text.count] }
    try session.verifyAlive()
  }

  @Test func `SIGKILL amid a capture leaves a store that opens and no litter`() throws {
    let session = try Session()
    let text = Samples.text(33 << 20)
    try session.xclipOwns(.bytes(text))
    let client = try WireClient(session)
    #expect(try holds(within: .seconds(5)) { try client.status().conversions != 0 })
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try session.history().allSatisfy { $0.size == text.count })
    let other = try XClient(in: session)
    #expect(try other.copy("after") { try session.recordedTitles().first == "after" })
    try session.verifyAlive()
  }

  @Test func `copies are recorded when the display comes late, or back (B152, B154)`() throws {
    let display = XServer.ownDisplay()
    let session = try Session(.absent, display: false, environment: ["DISPLAY": display])
    try session.startDaemon(warm: false)
    let again = try XServer([display])
    let isThere = try holds(within: .seconds(20), every: 50) {
      try session.status("bridged") == "true"
    }
    #expect(isThere, "\(session.log)")
    #expect(session.log.split(separator: "\n").count < 20, "\(session.log)")
    let owner = try RawOwner(again, answers: ["UTF8_STRING": .text("late")])
    try session.expectTitles(["late"])
    #expect(owner.failure == nil)
  }

  @Test func `a server that dies amid a capture costs that capture only (B154)`() throws {
    let session = try Session(serverOptions: [XServer.ownDisplay()])
    try session.xclipOwns(.bytes([65]))
    try session.expectTitles(["A"])
    try session.xselOwns(.bytes(Samples.text(33 << 20)))
    let client = try WireClient(session)
    #expect(try holds(within: .seconds(5)) { try client.status().conversions != 0 })
    try session.killServer()
    let busy = processorTime(of: session.daemonPid)
    #expect(try holds(within: .seconds(5)) { try session.status("bridged") == "false" })
    #expect(try session.recordedTitles() == ["A"])
    try session.restartServer()
    let isBack = try holds(within: .seconds(20), every: 50) {
      try session.status("bridged") == "true"
    }
    #expect(isBack)
    #expect(processorTime(of: session.daemonPid) - busy < .seconds(3), "it spun")
    #expect(session.log.split(separator: "\n").count < 20, "\(session.log)")
    // What was copied last and is there comes back to a server on which nobody has anything.
    let other = try XClient(in: session)
    #expect(try other.copy("after") { try session.recordedTitles().first == "after" })
    try session.verifyAlive()
  }

  @Test func `an untrusted program reads, and is read or not, and ends nothing (x11 67)`() throws {
    let session = try Session(.absent, display: false)
    let trusted = session.scratch + "/trusted"
    let untrusted = session.scratch + "/untrusted"
    let cookie = "00112233445566778899aabbccddeeff"
    _ = try session.run(["xauth", "-f", trusted, "add", ":0", ".", cookie])
    let server = try XServer(["-auth", trusted])
    session.environment["DISPLAY"] = server.display
    session.environment["XAUTHORITY"] = trusted
    _ = try session.run(["xauth", "-f", trusted, "add", server.display, ".", cookie])
    let make = try session.run(
      ["xauth", "-f", untrusted, "generate", server.display, ".", "untrusted", "timeout", "600"]
    )
    try #require(make.status == 0, "\(make.complaint)")
    try session.startDaemon()
    try session.put("ours")
    let stranger = ["XAUTHORITY": untrusted]
    let paste = try session.run(["xclip", "-o", "-selection", "clipboard"], environment: stranger)
    #expect(paste.text == "ours" || paste.status != 0, "\(paste.complaint)")
    let copy = try session.run(
      ["xclip", "-selection", "clipboard"],
      input: .bytes(Array("theirs".utf8)),
      output: .discarded,
      environment: stranger
    )
    #expect(copy.status == 0, "\(copy.complaint)")
    // The server lets no stranger write to xferd's windows; an xclip that tries dies of it, and what
    // was there before is offered again.
    let get = try session.xfer("get", "--timeout", "1s")
    #expect(["theirs", "ours"].contains(get.text) || get.isCleanFailure, "\(get.complaint)")
    // The others go on.
    try session.put("again")
    #expect(try session.xclipReads().text == "again")
    try session.verifyAlive()
  }
}

/// How long a process has run on a processor.
///
/// Source: proc_pid_schedstat(5): the first number, in nanoseconds, of each thread.
private func processorTime(of pid: pid_t) -> Duration {
  let folder = "/proc/\(pid)/task"
  let times = Files.names(in: folder).compactMap { thread -> Int? in
    guard let text = Files.text("\(folder)/\(thread)/schedstat") else { return nil }
    return text.split(separator: " ").first.flatMap { Int($0) }
  }
  return .nanoseconds(times.reduce(0, +))
}
