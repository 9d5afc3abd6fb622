internal import Glibc
internal import TestSupport
import Testing
internal import Wire

/// Who waits for whom, and how long.
@Suite("Patience", .watchingOnAndOff)
struct PatienceTests {
  @Test func `nobody owns: an answer at once (B36)`() throws {
    let session = try Session()
    for verb in ["get", "types"] {
      let outcome = try session.xfer(verb)
      #expect(outcome.status == 1)
      #expect(outcome.elapsed < .milliseconds(200), "\(verb): \(outcome.elapsed)")
    }
  }

  @Test func `an owner that runs xfer get itself is not stuck (B38)`() throws {
    let session = try Session()
    let peer = try ToolkitPeer(.gtk, in: session)
    try peer.ownText("mine")
    let inside = try peer.runInside([Programs.xfer, "get", "--timeout", "1s"], seconds: 10)
    #expect(inside.status != nil, "it hung")
    #expect(inside.milliseconds < 4000)
    #expect(try session.xfer("get").text == "mine", "the owner works when it is free again")
    try session.verifyAlive()
  }

  @Test func `what xferd owns is not converted through X (B38)`() throws {
    let session = try Session()
    try session.put("ours")
    for _ in 1...5 { #expect(try session.xfer("get").text == "ours") }
    #expect(try session.status("conversions") == "0")
  }

  @Test func `an X server that stands still hangs nobody`() throws {
    let session = try Session()
    try session.put("ours")
    let server = try #require(session.server)
    server.send(signal: SIGSTOP)
    defer { server.send(signal: SIGCONT) }
    for verb in ["get", "types", "put", "status"] {
      let outcome = try session.run(
        [Programs.xfer, verb] + (verb == "get" ? ["--timeout", "1s"] : []),
        within: .seconds(10)
      )
      #expect([0, 69, 75].contains(outcome.status), "\(verb): \(outcome.complaint)")
    }
    server.send(signal: SIGCONT)
    #expect(try session.xfer("get").status == 0)
    try session.verifyAlive()
  }

  @Test func `a put that cannot be offered takes nothing of a full history with it`() throws {
    let session = try Session(configuration: "[history]\nentries = 2\n")
    for text in ["one", "two"] { try session.put(text) }
    let server = try #require(session.server)
    server.send(signal: SIGSTOP)
    defer { server.send(signal: SIGCONT) }
    let refused = try session.run(
      [Programs.xfer, "put", "-t", "public.html"],
      within: .seconds(10)
    )
    #expect([69, 75].contains(refused.status), "\(refused.complaint)")
    #expect(try WireClient(session).list("clipboard").map(\.title) == ["two", "one"])
    server.send(signal: SIGCONT)
    #expect(
      try holds(within: .seconds(5)) { try session.xfer("put", input: .bytes([67])).status == 0 }
    )
    let isTrimmed = try holds(within: .seconds(5)) {
      try WireClient(session).list("clipboard").map(\.title) == ["C", "two"]
    }
    #expect(isTrimmed)
  }

  @Test func `who does not want a clipboard manager has none (B42)`() throws {
    let session = try Session(configuration: "[selections]\nmanager = false\n")
    try session.put("x")
    let peer = try ToolkitPeer(.gtk, in: session)
    #expect(try peer.targets(of: "CLIPBOARD_MANAGER").isEmpty)
    for kind in [ToolkitPeer.Kind.qt, .gtk] {
      let leaving = try ToolkitPeer(kind, in: session)
      try leaving.ownText("last words")
      let begin = ContinuousClock.now
      try leaving.quit()
      #expect(ContinuousClock.now - begin < .seconds(2), "\(kind) waited for a manager")
    }
    try session.verifyAlive()
  }

  @Test func `selecting text elsewhere does not touch the clipboard (B50)`() throws {
    let session = try Session()
    try session.put("kept")
    let peer = try ToolkitPeer(.gtk, in: session)
    for number in 1...20 {
      try peer.ownText("selected \(number)", selection: "PRIMARY")
      try peer.clear("PRIMARY")
    }
    #expect(try session.xclipReads().text == "kept")
    #expect(try session.xfer("get").text == "kept")
    #expect(try session.xfer("get", "-p").status == 1)
    #expect(try session.status("boards.0.holder") == "\"ours\"")
    try session.verifyAlive()
  }

  @Test func `an image for those who want text is a refusal at once (B66)`() throws {
    let session = try Session()
    try session.put(Samples.bytes(1000), "-t", "image/png")
    let xclip = try session.xclipReads()
    #expect(xclip.status != 0)
    #expect(xclip.elapsed < .milliseconds(500))
    for kind in ToolkitPeer.Kind.allCases {
      let peer = try ToolkitPeer(kind, in: session)
      let begin = ContinuousClock.now
      #expect(try peer.getText() == nil, "\(kind)")
      #expect(ContinuousClock.now - begin < .milliseconds(500), "\(kind)")
      try peer.ownText("after")
      #expect(try session.xfer("get").text == "after")
      try session.put(Samples.bytes(1000), "-t", "image/png")
    }
    try session.verifyAlive()
  }

  @Test func `a program that goes takes nothing of ours along`() throws {
    let session = try Session()
    for kind in ToolkitPeer.Kind.allCases {
      let peer = try ToolkitPeer(kind, in: session)
      try peer.ownText("of \(kind)")
      #expect(try session.xfer("get").text == "of \(kind)")
      try peer.quit()
      let outcome = try session.xfer("get")
      #expect([0, 1].contains(outcome.status), "\(kind): \(outcome.complaint)")
      try session.put("ours")
      #expect(try session.xclipReads().text == "ours")
    }
    try session.verifyAlive()
  }
}
