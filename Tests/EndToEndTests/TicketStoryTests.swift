internal import Glibc
import Testing

/// A ticket is copied in one program and pasted in others, by whatever of it they know.
@Suite("The ticket story", .timeLimit(.minutes(15)))
struct TicketStoryTests {
  private static let json = #"{"key":"APP-42","title":"Fix <it> & \"more\""}"#
  private static let title = #"Fix <it> & "more""#

  private func copied(in session: Session) throws {
    let copy = try session.ticketBoard("copy", "APP-42", Self.title)
    try #require(copy.status == 0, "\(copy.complaint)")
    #expect(copy.complaint.isEmpty && copy.out.isEmpty)
  }

  @Test func `another process pastes the very ticket, when the first has ended`() throws {
    let session = try Session.withTickets()
    try copied(in: session)
    let paste = try session.ticketBoard("paste", "--json")
    #expect(paste.status == 0, "\(paste.complaint)")
    #expect(paste.text == Self.json + "\n")
    #expect(try session.ticketBoard("paste").text == "APP-42: \(Self.title)\n")
    try session.verifyAlive()
  }

  @Test func `xclip reads it as text, as HTML and as its own MIME type`() throws {
    let session = try Session.withTickets()
    try copied(in: session)
    let targets = try session.xclipReads(target: "TARGETS").lines
    let places = ["application/vnd.example.ticket+json", "text/html", "UTF8_STRING"]
      .map { targets.firstIndex(of: $0) ?? -1 }
    #expect(!places.contains(-1) && places == places.sorted(), "\(targets)")
    #expect(targets.contains("com.example.ticket"), "\(targets)")
    #expect(try session.xclipReads().text == "APP-42: \(Self.title)")
    let html = "<p><b>APP-42</b> Fix &lt;it&gt; &amp; &quot;more&quot;</p>"
    #expect(try session.xclipReads(target: "text/html").text == html)
    for target in ["application/vnd.example.ticket+json", "com.example.ticket"] {
      #expect(Self.eitherOrder.contains(try session.xclipReads(target: target).text))
    }
  }

  /// A program's encoder writes the members in any order.
  private static let eitherOrder = [
    json, #"{"title":"Fix <it> & \"more\"","key":"APP-42"}"#,
  ]

  @Test(arguments: [ToolkitPeer.Kind.gtk, .qt])
  func `a window pastes the text`(kind: ToolkitPeer.Kind) throws {
    let session = try Session.withTickets()
    try copied(in: session)
    let peer = try ToolkitPeer(kind, in: session)
    let text = try #require(try peer.getText())
    #expect(String(decoding: text, as: UTF8.self) == "APP-42: \(Self.title)")
    let html = try #require(try peer.get("text/html"))
    #expect(String(decoding: html, as: UTF8.self).hasPrefix("<p><b>APP-42</b>"))
    try peer.quit()
  }

  @Test func `a ticket that xfer puts is decoded by the Swift program`() throws {
    let session = try Session.withTickets()
    try session.put(Self.json, "-t", "com.example.ticket")
    #expect(try session.ticketBoard("paste", "--json").text == Self.json + "\n")
    try session.put(Self.json, "-t", "application/vnd.example.ticket+json")
    #expect(try session.ticketBoard("paste", "--json").text == Self.json + "\n")
    try session.xclipOwns(
      .bytes(Array(Self.json.utf8)),
      target: "application/vnd.example.ticket+json"
    )
    #expect(try session.ticketBoard("paste", "--json").text == Self.json + "\n")
  }

  @Test(arguments: [
    (#"{"key":"APP-42"}"#, "title"), (#"{"title":"x"}"#, "key"), ("[]", ""), ("{", ""),
  ])
  func `a broken ticket is refused when it is put, with 65 and the path`(
    json: String,
    path: String
  ) throws {
    let session = try Session.withTickets()
    let put = try session.xfer("put", "-t", "com.example.ticket", input: .bytes(Array(json.utf8)))
    #expect(put.status == 65, "\(put.complaint)")
    #expect(put.isCleanFailure && put.complaint.contains(path), "\(put.complaint)")
    #expect(try session.xfer("types").status == 1)
  }

  @Test(arguments: [
    (#"{"key":"APP-42","title":7}"#, "title"),
    (#"{"key":"APP-42","title":"x","assignee":[]}"#, "assignee"),
    (#"{"key":null,"title":"x"}"#, "key"),
  ])
  func `a ticket that only its program knows to be broken is refused when it is pasted`(
    json: String,
    path: String
  ) throws {
    let session = try Session.withTickets()
    try session.xclipOwns(.bytes(Array(json.utf8)), target: "com.example.ticket")
    let paste = try session.ticketBoard("paste")
    #expect(paste.status == 65, "\(paste.complaint)")
    #expect(paste.out.isEmpty)
    #expect(paste.complaint.hasPrefix("ticket-board: com.example.ticket: \(path): "))
    #expect(!paste.complaint.contains("APP-42"))
  }

  @Test func `what is no ticket is named, and so is nothing`() throws {
    let session = try Session.withTickets()
    let nothing = try session.ticketBoard("paste")
    #expect(nothing.status == 1)
    #expect(nothing.complaint.contains("nothing on the board clipboard"))
    try session.put("plain")
    let plain = try session.ticketBoard("paste")
    #expect(plain.status == 1)
    #expect(plain.complaint.contains("com.example.ticket"))
    #expect(plain.complaint.contains("public.utf8-plain-text"))
  }

  @Test func `a type that nobody declared is an error that says how to declare it`() throws {
    let session = try Session()
    let copy = try session.ticketBoard("copy", "APP-1", "x")
    #expect(copy.status == 74, "\(copy.complaint)")
    #expect(copy.complaint.contains("identifier = \"com.example.ticket\""), "\(copy.complaint)")
    #expect(copy.complaint.contains("conformsTo = [\"public.json\"]"))
    #expect(try session.xfer("types").status == 1, "nothing was put")
    // And when it is declared, the next copy works.
    try session.declareTickets()
    try session.xfer("daemon", "reload")
    #expect(try session.ticketBoard("copy", "APP-1", "x").status == 0)
  }

  @Test func `words that make no sense are a usage error`() throws {
    let session = try Session.withTickets()
    for words in [
      [], ["copy"], ["copy", "APP-1"], ["copy", "a", "b", "c"], ["paste", "x"], ["x"],
    ] {
      let outcome = try session.run([Programs.ticketBoard] + words)
      #expect(outcome.status == 64, "\(words)")
      #expect(outcome.complaint.contains("usage: ticket-board copy"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a copy that is held outlives the signal that ends its program`(_ signal: CInt) throws {
    let session = try Session.withTickets()
    let held = try session.start([Programs.ticketBoard, "copy", "APP-7", "held", "--hold"])
    #expect(holds(within: .seconds(20)) { Processes.handles(signal, held.pid) })
    held.send(signal)
    #expect(held.waited(within: .seconds(10)) != nil)
    #expect(try session.ticketBoard("paste").text == "APP-7: held\n")
    #expect(try session.xclipReads().text == "APP-7: held")
  }

  @Test func `a copy whose program is killed is gone`() throws {
    let session = try Session.withTickets()
    let observer = try XClient(in: session)
    let held = try session.start([Programs.ticketBoard, "copy", "APP-7", "held", "--hold"])
    #expect(try holds(within: .seconds(20)) { try observer.owner(of: "CLIPBOARD") != nil })
    held.send(SIGKILL)
    #expect(try holds(within: .seconds(10)) { try observer.owner(of: "CLIPBOARD") == nil })
    #expect(try session.xfer("types").status == 1)
  }

  @Test func `a copy that is held ends when something else is copied`() throws {
    let session = try Session.withTickets()
    let held = try session.start([Programs.ticketBoard, "copy", "APP-7", "held", "--hold"])
    let isThere = try holds(within: .seconds(20)) {
      try session.ticketBoard("paste").text == "APP-7: held\n"
    }
    #expect(isThere)
    #expect(held.poll() == nil)
    try session.put("something else")
    let outcome = held.outcome(within: .seconds(10))
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
  }
}

extension Session {
  /// A session whose daemon knows tickets, by the declaration that is shipped.
  static func withTickets() throws -> Session {
    let session = try Session(.absent)
    try session.declareTickets()
    try session.startDaemon()
    return session
  }

  func declareTickets() throws {
    let shipped = Programs.packageDirectory + "/Config/types/ticket.toml"
    guard let declaration = Files.text(shipped) else { throw HarnessError("no \(shipped)") }
    for name in ["/config/xfer", "/config/xfer/types"] where !Files.exists(scratch + name) {
      try Files.makeDirectory(scratch + name)
    }
    try Files.write(declaration, to: scratch + "/config/xfer/types/ticket.toml")
  }

  /// Runs the example program to its end.
  func ticketBoard(_ words: String...) throws -> Outcome {
    try run([Programs.ticketBoard] + words)
  }
}
