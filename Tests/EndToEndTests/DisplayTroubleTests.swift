internal import Glibc
internal import TestSupport
import Testing

/// A display that is dead, mute, refusing or gone is one clear line, and never the daemon's end.
@Suite("Trouble with the display", .watchingOnAndOff)
struct DisplayTroubleTests {
  @Test func `a display that is not there is 69 at once`() throws {
    let session = try Session(.absent, display: false, environment: ["DISPLAY": ":987"])
    for verb in ["put", "get", "types"] {
      let outcome = try session.xfer(verb)
      #expect(outcome.status == 69, "\(verb)")
      #expect(outcome.isCleanFailure, "\(verb): \(outcome.complaint)")
      #expect(outcome.complaint.contains(":987"), "\(outcome.complaint)")
      #expect(outcome.elapsed < .seconds(3))
    }
    #expect(try session.xfer("status").status == 0)
  }

  @Test func `a display that is no display is 69`() throws {
    let session = try Session(.absent, display: false, environment: ["DISPLAY": "nonsense"])
    let outcome = try session.xfer("get")
    #expect(outcome.status == 69)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
  }

  @Test func `a display that accepts and stays mute is 69 in a few seconds (B40)`() throws {
    let mute = try MuteServer()
    let session = try Session(.absent, display: false, environment: ["DISPLAY": mute.display])
    let outcome = try session.xfer("get")
    #expect(outcome.status == 69)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect(outcome.elapsed < .seconds(10))
    let status = try session.xfer("status")
    #expect(status.status == 0)
    #expect(status.elapsed < .seconds(1), "the wait is nobody else's")
    let daemon = try #require(session.daemons.first)
    kill(daemon, SIGTERM)
    #expect(holds(within: .seconds(3)) { !Processes.exists(daemon) })
  }

  @Test func `a daemon whose display is mute answers SIGTERM at once (B40)`() throws {
    let mute = try MuteServer()
    let session = try Session(.absent, display: false, environment: ["DISPLAY": mute.display])
    let daemon = try session.start([Programs.xferd])
    #expect(holds(within: .seconds(5)) { Files.exists(session.socket) })
    daemon.send(SIGTERM)
    #expect(daemon.waited(within: .seconds(3)) == 0)
  }

  @Test func `without a display the boards are plain boards`() throws {
    let session = try Session(display: false)
    try session.put("plain")
    #expect(try session.xfer("get").text == "plain")
    try session.put("primary", "-p")
    #expect(try session.xfer("get", "-p").text == "primary")
    #expect(try session.xfer("get").text == "plain")
    #expect(try session.status("bridged") == "false")
    try session.verifyAlive()
  }

  @Test func `a daemon without a display takes over that of the caller`() throws {
    let session = try Session(display: false)
    try session.put("before")
    let server = try XServer()
    session.environment["DISPLAY"] = server.display
    try session.put("now")
    #expect(try session.xclipReads().text == "now")
    #expect(try session.status("display") == "\"\(server.display)\"")
    #expect(session.daemons == [session.daemonPid])
    // `:0`, `:0.0` and `unix:0` are one.
    for name in [server.display + ".0", "unix" + server.display] {
      let get = try session.xfer("get", environment: ["DISPLAY": name])
      #expect(get.text == "now", "\(name): \(get.complaint)")
    }
    #expect(session.daemons == [session.daemonPid])
  }

  @Test func `two displays have a daemon each`() throws {
    let session = try Session(.absent)
    // One socket for all, as XFER_SOCKET says, would be one daemon for all.
    session.environment["XFER_SOCKET"] = nil
    let other = try XServer()
    try session.put("here")
    let there = try session.xfer(
      "put",
      input: .bytes(Array("there".utf8)),
      environment: ["DISPLAY": other.display]
    )
    #expect(there.status == 0, "\(there.complaint)")
    #expect(try session.xclipReads().text == "here")
    #expect(
      try session.run(
        ["xclip", "-o", "-selection", "clipboard"],
        environment: ["DISPLAY": other.display]
      ).text == "there"
    )
    #expect(try session.xfer("get").text == "here")
    #expect(try session.xfer("get", environment: ["DISPLAY": other.display]).text == "there")
    #expect(session.daemons.count == 2)
  }

  @Test func `a server that refuses is 69`() throws {
    let session = try Session(.absent, display: false)
    let authority = session.scratch + "/authority"
    _ = try session.run(
      ["xauth", "-f", authority, "add", ":0", ".", "00112233445566778899aabbccddeeff"]
    )
    let server = try XServer(["-auth", authority])
    session.environment["DISPLAY"] = server.display
    session.environment["XAUTHORITY"] = "/nonexistent"
    try #require(session.xclipReads().complaint.contains("Can't open display"))
    let outcome = try session.xfer("get")
    #expect(outcome.status == 69)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
  }

  @Test func `a server that dies fails those who wait, and comes back (B154)`() throws {
    let session = try Session(serverOptions: [XServer.ownDisplay()])
    try session.put("kept")
    try session.put(Samples.text(5_000_000), "-p")
    try session.xclipOwns(.bytes([65]), selection: "secondary")
    let xclip = try #require(session.processes(named: "xclip").first)
    kill(xclip, SIGSTOP)
    let waiting = try session.startXfer("get", "-b", "secondary", "--timeout", "20s")
    #expect(holds(within: .seconds(5)) { Processes.hasSocket(waiting.pid) })
    try session.killServer()
    let outcome = waiting.outcome(within: .seconds(3))
    #expect(outcome.status == 69)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    kill(xclip, SIGKILL)
    let refused = try session.xfer("put", input: .bytes([66]))
    #expect(refused.status == 69)
    #expect(refused.elapsed < .seconds(3))
    #expect(try session.xfer("status").status == 0)
    #expect(session.log.split(separator: "\n").count < 20, "\(session.log)")
    try session.restartServer()
    let isBack = try holds(within: .seconds(20), every: 50) {
      try session.status("bridged") == "true"
    }
    #expect(isBack)
    #expect(
      try holds(within: .seconds(5)) { try session.xfer("put", input: .bytes([67])).status == 0 }
    )
    #expect(try session.xclipReads().text == "C")
    #expect(session.daemons == [session.daemonPid])
  }
}

/// Something that listens where an X server would, accepts, and never says a word.
private final class MuteServer {
  let display: String
  private let path: String
  private let number: CInt

  init() throws {
    number = try makeSocket(CInt(SOCK_STREAM.rawValue))
    for candidate in 900..<980 {
      let path = "/tmp/.X11-unix/X\(candidate)"
      if withAddress(of: path, { [number] in bind(number, $0, $1) }) == 0 {
        self.path = path
        display = ":\(candidate)"
        listen(number, 16)
        return
      }
    }
    throw HarnessError("no free display number")
  }

  deinit {
    close(number)
    unlink(path)
  }
}
