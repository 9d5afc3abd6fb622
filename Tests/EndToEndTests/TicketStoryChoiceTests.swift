internal import TestSupport
import Testing

/// What a Swift program pastes of what others offer, and who sees what it copies.
@Suite("Choice of a Swift program", .timeLimit(.minutes(15)))
struct TicketStoryChoiceTests {
  @Test func `text of another program is a string`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    try session.xclipOwns(.bytes(Array("grüß €".utf8)))
    #expect(try peer.ask("paste", "text") == ["grüß €"])
    #expect(try peer.ask("types") == ["[public.utf8-plain-text]"])
    try session.xclipOwns(.bytes(Array("<b>".utf8)), target: "text/html")
    #expect(try peer.complaint("paste", "note").contains("public.html"))
    #expect(try peer.ask("paste", "can") == ["false"])
  }

  @Test func `an image of a GTK program is data, and a picture`() throws {
    let session = try Session()
    let gtk = try ToolkitPeer(.gtk, in: session)
    let peer = try SwiftPeer(in: session)
    let bytes = Samples.bytes(700_000)
    try gtk.own("image/png", bytes)
    #expect(try peer.ask("paste", "picture-size") == ["700000"])
    #expect(try peer.ask("paste", "data") == ["700000"])
    try gtk.quit()
  }

  @Test func `what cannot be delivered gives way to the next, and all that fail are named (B134)`()
    throws
  {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "failing")
    #expect(try peer.ask("paste", "picture") == ["jpeg"])
    // The same of another process, and of a program that refuses what it offers.
    let other = try SwiftPeer(in: session)
    #expect(try other.ask("paste", "picture") == ["jpeg"])
    let server = try #require(session.server)
    for (bad, good) in [("image/png", "image/jpeg"), ("image/jpeg", "image/png")] {
      let owner = try RawOwner(server, answers: [bad: .refuse, good: .text("good", type: good)])
      #expect(try other.ask("paste", "picture") == ["good"])
      owner.end()
    }
    let owner = try RawOwner(server, answers: ["image/png": .refuse, "image/jpeg": .lie])
    let complaint = try other.complaint("paste", "picture")
    #expect(complaint.contains("public.png") && complaint.contains("public.jpeg"), "\(complaint)")
    owner.end()
    for peer in [peer, other] { #expect(try peer.exit().complaint.isEmpty) }
    try session.verifyAlive()
  }

  @Test func `several items are pasted one by one, and a broken one is no other's harm`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "notes", "one", "two")
    #expect(try peer.ask("paste", "note") == ["one", "two"])
    #expect(try SwiftPeer(in: session).ask("paste", "note") == ["one", "two"])
    #expect(try session.xclipReads().text == "one\ntwo")
    _ = try peer.ask("copy", "mixed", "three")
    let results = try peer.ask("paste", "results")
    #expect(results.count == 3 && results.first == "+three", "\(results)")
    #expect(results.dropFirst().allSatisfy { $0.hasPrefix("-not of type public.json") })
    #expect(try peer.ask("paste", "note") == ["three"])
    #expect(try peer.ask("types").count == 3)
  }

  @Test func `who may see a representation is asked and answered`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "guarded", "x")
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("UTF8_STRING"))
    #expect(!targets.contains("text/html") && !targets.contains("application/json"), "\(targets)")
    #expect(try session.xclipReads(target: "text/html").status == 1)
    #expect(try session.xfer("get", "-t", "text/html").text == "team x")
    #expect(try session.xfer("get", "-t", "application/json").status == 1)
    #expect(try peer.ask("paste", "guarded") == ["own x"])
    #expect(try peer.ask("types") == ["[public.json, public.html, public.utf8-plain-text]"])
    #expect(try SwiftPeer(in: session).complaint("paste", "guarded").contains("not of type"))
    // As soon as another program owns the board, it is theirs that is pasted.
    try session.xclipOwns(.bytes(Array("{}".utf8)), target: "application/json")
    #expect(try peer.ask("paste", "guarded") == ["{}"])
  }

  @Test func `what only this program may see is there for it alone`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "private", "mine")
    #expect(try peer.ask("paste", "private") == ["mine"])
    #expect(try SwiftPeer(in: session).complaint("paste", "private").contains("not of type"))
    let targets = try session.xclipReads(target: "TARGETS")
    #expect(!targets.lines.contains { $0.contains("json") || $0 == "UTF8_STRING" })
    try session.put("{}", "-t", "public.json")
    #expect(try peer.ask("paste", "private") == ["{}"])
    #expect(try peer.exit().complaint.isEmpty)
  }

  @Test func `a type that nobody declared is an error, and nothing is copied`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    let complaint = try peer.complaint("copy", "undeclared")
    #expect(complaint.contains(#"identifier = "com.example.never-declared""#), "\(complaint)")
    #expect(try session.xfer("types").status == 1)
  }

  @Test func `item providers are copied like values`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "provider", "lent")
    #expect(peer.marks.isEmpty)
    #expect(try peer.ask("paste", "note") == ["lent"])
  }

  @Test func `changes begin with how it is and go on with how it becomes`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    try session.put("first")
    try peer.tell(["changes", "3"])
    #expect(try peer.next() == "change")
    try session.put("<b>", "-t", "text/html")
    #expect(try peer.next() == "change")
    try session.xfer("clear")
    let changes = try peer.answer()
    #expect(changes.first == "daemon [[public.utf8-plain-text]]")
    #expect(changes.dropFirst().first?.hasPrefix("daemon [[public.html") == true, "\(changes)")
    #expect(changes.last == "nobody []")
    _ = try peer.ask("clear")
    #expect(try peer.complaint("paste", "text").contains("nothing on the board clipboard"))
    try session.verifyAlive()
  }

  @Test
  func `a paste that is cancelled leaves at once, and an owner that is silent costs no other`()
    throws
  {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    let server = try #require(session.server)
    let silent = try RawOwner(server, answers: ["UTF8_STRING": .silence])
    #expect(try peer.ask("cancel") == ["true", "true"])
    let complaint = try peer.complaint("paste", "text", within: .seconds(20))
    #expect(complaint.contains("did not come in time"))
    silent.end()
    try session.verifyAlive()
  }

  @Test func `without a daemon a copy says so`() throws {
    let session = try Session(.absent)
    let peer = try SwiftPeer(in: session, environment: ["XFER_NO_AUTOSTART": "1"])
    #expect(try peer.complaint("copy", "text", "x").contains("xferd cannot be asked"))
    #expect(try peer.exit().status == 0)
  }

  @Test func `a daemon that ends is started again for the next copy`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "text", "one")
    session.killDaemon()
    #expect(try peer.ask("copy", "text", "two").count == 2)
    #expect(try peer.ask("paste", "text") == ["two"])
    try session.xfer("daemon", "stop")
  }
}
