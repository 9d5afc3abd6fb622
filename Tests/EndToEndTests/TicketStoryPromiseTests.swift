import Testing

/// What a Swift program copies is made when somebody asks, and outlives the program.
@Suite("Promises of a Swift program", .timeLimit(.minutes(15)))
struct TicketStoryPromiseTests {
  @Test func `nothing is made before it is asked for, and then only that, once`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "note", "lazy")
    #expect(try session.xfer("types").lines.count == 3)
    #expect(try session.xclipReads(target: "TARGETS").lines.contains("text/html"))
    #expect(peer.marks.isEmpty, "\(peer.marks)")
    #expect(try session.xclipReads(target: "text/html").text == "<p>lazy</p>")
    #expect(peer.marks == ["html"])
    peer.forgetMarks()
    #expect(try session.xclipReads(target: "text/html").text == "<p>lazy</p>")
    #expect(try session.xfer("get", "-t", "text/html").text == "<p>lazy</p>")
    #expect(peer.marks.isEmpty, "it is kept by the daemon: \(peer.marks)")
    #expect(try session.xfer("get").text == "lazy")
    #expect(peer.marks == ["text"])
  }

  @Test func `a program that ends leaves everything with the daemon`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "note", "kept")
    #expect(peer.marks.isEmpty)
    let end = try peer.exit()
    #expect(end.status == 0)
    #expect(end.complaint.isEmpty, "\(end.complaint)")
    #expect(peer.marks == ["html", "json", "text"])
    #expect(try session.xclipReads(target: "text/html").text == "<p>kept</p>")
    #expect(try session.xclipReads(target: "application/json").text == #"{"text":"kept"}"#)
    #expect(try session.xclipReads().text == "kept")
    try session.verifyAlive()
  }

  @Test func `what cannot be kept in time is withdrawn, named, and holds up nothing else`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "stuck")
    let begin = ContinuousClock.now
    let end = try peer.exit()
    #expect(ContinuousClock.now - begin < .seconds(6))
    #expect(end.status == 0)
    #expect(
      end.complaint
        == "xfer: 1 of 2 representations were not kept: public.png: there was no answer in time\n"
    )
    #expect(try session.xclipReads(target: "text/html").text == "<i>x</i>")
    #expect(holdsTypes(of: session, ["text/html"]))
    #expect(session.log.contains("withdrawn: 1"), "\(session.log)")
  }

  /// Whether `xfer types` comes to name just these MIME types.
  private func holdsTypes(of session: Session, _ types: [String]) -> Bool {
    holds(within: .seconds(5)) {
      (try? session.xfer("types").lines.map { line in
        String(line.split(separator: "\t", omittingEmptySubsequences: false)[1])
      }) == types
    }
  }

  @Test func `a program that is killed withdraws what it promised`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "note", "gone")
    #expect(try session.xfer("get", "-t", "text/html").text == "<p>gone</p>")
    peer.kill()
    #expect(holdsTypes(of: session, ["text/html"]), "what was asked for stays")
    #expect(try session.xfer("get", "-t", "application/json").status == 1)
    #expect(peer.marks == ["html"])
    try session.verifyAlive()
  }

  @Test func `promises are kept on demand, within the bytes that are allowed`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "note", "budget")
    let first = try peer.ask("keep", "6")
    // Three representations of 17, 13 and 6 bytes.
    #expect(first.prefix(2) == ["1", "6"], "\(first)")
    #expect(first.last?.contains("2 of 3 representations were not kept") == true, "\(first)")
    #expect(try session.xfer("get", "-t", "text/html").text == "<p>budget</p>", "still promised")
    let second = try peer.ask("keep", "100")
    #expect(second.prefix(2) == ["1", "17"], "\(second)")
    #expect(try peer.exit().complaint.isEmpty)
  }

  @Test func `what was made eagerly does not need its program`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "eager", "now")
    #expect(peer.marks == ["html", "json", "text"])
    peer.kill()
    #expect(try session.xfer("get", "-t", "text/html").text == "<p>now</p>")
    #expect(try session.xclipReads().text == "now")
  }

  @Test func `a copy that is replaced is forgotten`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "note", "old")
    try session.put("new")
    _ = try peer.ask("copy", "note", "newer")
    try session.xclipOwns(.bytes(Array("newest".utf8)))
    #expect(try peer.ask("paste", "text") == ["newest"])
    let isForgotten = try holds(within: .seconds(5)) { try peer.ask("keep", "1000").first == "0" }
    #expect(isForgotten)
    #expect(try peer.exit().complaint.isEmpty)
    #expect(peer.marks.isEmpty, "\(peer.marks)")
    try session.verifyAlive()
  }

  @Test func `a secret is marked, and kept like everything else`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "secret", "hush")
    #expect(try peer.exit().complaint.isEmpty)
    #expect(try session.xclipReads(target: "TARGETS").lines.contains("x-kde-passwordManagerHint"))
    #expect(try session.xclipReads().text == "hush")
    #expect(!session.log.contains("hush"))
  }

  @Test func `the last paste is the last`() throws {
    let session = try Session()
    let peer = try SwiftPeer(in: session)
    _ = try peer.ask("copy", "once", "once")
    #expect(try peer.ask("paste", "text") == ["once"])
    let isGone = try holds(within: .seconds(5)) { try session.xfer("get").status == 1 }
    #expect(isGone)
  }

  @Test func `one paste of several items is one paste, of which everybody hears`() throws {
    let session = try Session()
    let (peer, other) = (try SwiftPeer(in: session), try SwiftPeer(in: session))
    _ = try peer.ask("copy", "notes-once", "a", "b", "c")
    #expect(try other.ask("paste", "note") == ["a", "b", "c"])
    let isGone = try holds(within: .seconds(5)) { try session.xfer("types").status == 1 }
    #expect(isGone)
    #expect(try other.complaint("paste", "note").contains("nothing on the board"))
  }
}
