internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// Content that is made when somebody asks for it, and what other programs see of that.
@Suite("Promised content", .timeLimit(.minutes(15)))
struct PromiseTests {
  /// The path of a file that a command leaves, and how often it did.
  private func marks(_ session: Session) -> Int {
    (Files.text(session.scratch + "/ran") ?? "").filter { $0 == "x" }.count
  }

  private func promise(
    _ session: Session,
    _ promises: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let words = promises.flatMap { ["--promise", $0] }
    let outcome = try session.run([Programs.xfer, "put"] + words)
    try #require(outcome.status == 0, "\(outcome.complaint)", sourceLocation: sourceLocation)
  }

  // MARK: Commands

  @Test func `a promised text is made for xclip, not before, and once`() throws {
    let session = try Session()
    try promise(session, "text/plain=printf x >> \(session.scratch)/ran; printf 'grüß €uch'")
    let targets = try session.xclipReads(target: "TARGETS").lines
    for name in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "COMPOUND_TEXT", "TEXT"] {
      #expect(targets.contains(name), "\(targets)")
    }
    let types = try session.xfer("types")
    #expect(types.text == "public.utf8-plain-text\ttext/plain;charset=utf-8\t\n", "\(types.text)")
    #expect(marks(session) == 0)
    #expect(try session.xclipReads().text == "grüß €uch")
    #expect(try session.xselReads().text == "grüß €uch")
    #expect(try session.xfer("get").text == "grüß €uch")
    #expect(marks(session) == 1)
    let client = try XClient(in: session)
    #expect(try client.first("STRING") == nil, "it would lose a character")
    #expect(try session.xfer("types").text.hasSuffix("\t13\n"))
    Files.remove(session.scratch + "/ran")
    try session.verifyAlive()
  }

  @Test func `GTK and Qt paste it`() throws {
    let session = try Session()
    let (gtk, qt) = (try ToolkitPeer(.gtk, in: session), try ToolkitPeer(.qt, in: session))
    try promise(session, "text/plain=printf x >> \(session.scratch)/ran; echo hello")
    #expect(try gtk.getText() == Array("hello\n".utf8))
    try promise(session, "text/plain=printf x >> \(session.scratch)/ran; echo again")
    #expect(try qt.getText() == Array("again\n".utf8))
    #expect(marks(session) == 2)
  }

  @Test func `it is made once for five readers at once`() throws {
    let session = try Session()
    let done = session.scratch + "/go"
    try promise(
      session,
      "text/plain=printf x >> \(session.scratch)/ran; while ! [ -e \(done) ]; do sleep 0.01; done; echo y"
    )
    let readers = try (0..<5).map { number in
      number.isMultiple(of: 2)
        ? try session.start(["xclip", "-o", "-selection", "clipboard"])
        : try session.startXfer("get")
    }
    #expect(holds(within: .seconds(10)) { marks(session) == 1 })
    try Files.write("", to: done)
    for reader in readers { #expect(reader.outcome().text == "y\n") }
    #expect(marks(session) == 1)
  }

  @Test func `a slow one is refused to the first reader and served to the next`() throws {
    let session = try Session()
    try promise(session, "text/html=sleep 3; printf x >> \(session.scratch)/ran; echo slow")
    let client = try XClient(in: session)
    try client.ask("text/html")
    // Nobody else waits for it.
    #expect(try session.xclipReads(target: "TIMESTAMP").elapsed < .seconds(1))
    let begin = ContinuousClock.now
    let notify = try #require(try client.answer(within: .seconds(5)))
    #expect(notify.property == .none)
    #expect(ContinuousClock.now - begin < .milliseconds(2500))
    #expect(holds(within: .seconds(10)) { marks(session) == 1 })
    #expect(holds(within: .seconds(5)) { (try? client.first("text/html"))??.text == "slow\n" })
    #expect(marks(session) == 1)
  }

  @Test func `one that fails refuses its target only`() throws {
    let session = try Session()
    try promise(session, "text/html=exit 1", "text/plain=echo plain", "image/png=false")
    let client = try XClient(in: session)
    #expect(try client.first("text/html") == nil)
    #expect(try client.first("UTF8_STRING")?.text == "plain\n")
    #expect(try !session.xclipReads(target: "TARGETS").lines.contains("text/html"))
    #expect(try session.xfer("get", "-t", "text/html", "-t", "text/plain").text == "plain\n")
    let get = try session.xfer("get", "-t", "image/png")
    #expect(get.status == 76)
    #expect(get.isCleanFailure && get.complaint.contains("public.png"), "\(get.complaint)")
    try session.verifyAlive()
  }

  @Test func `MULTIPLE has a promised pair and one that is there`() throws {
    let session = try Session()
    try session.put("plain", "-t", "text/plain", "--promise", "text/html=sleep 0.2; echo '<b>'")
    let client = try XClient(in: session)
    let names = ["text/html", "_A", "UTF8_STRING", "_B", "FOO", "_C"]
    try client.set(
      "_LIST",
      type: "ATOM_PAIR",
      format: 32,
      packed(try names.map { try client.atom($0).rawValue })
    )
    try client.ask("MULTIPLE", into: "_LIST")
    let notify = try #require(try client.answer())
    #expect(try client.name(notify.property) == "_LIST")
    #expect(try client.value(of: "_A")?.text == "<b>\n")
    #expect(try client.value(of: "_B")?.text == "plain")
    #expect(try client.value(of: "_C") == nil)
    #expect(try client.answer(within: .milliseconds(200)) == nil, "one answer for all")
  }

  @Test(arguments: [false, true])
  func `what has begun in time comes as it is made, whole or not at all`(fails: Bool) throws {
    let session = try Session()
    let go = session.scratch + "/go"
    let end = fails ? "exit 1" : "printf end"
    try promise(
      session,
      "image/png=head -c 300000 /dev/zero; until [ -e \(go) ]; do sleep 0.01; done; \(end)"
    )
    let client = try XClient(in: session)
    try client.ask("image/png")
    let notify = try #require(try client.answer(within: .seconds(5)))
    #expect(notify.property != .none)
    #expect(try client.value(of: "_TEST")?.type == "INCR")
    let reader = try session.start(["xclip", "-o", "-selection", "clipboard", "-t", "image/png"])
    let isRunning = try holds(within: .seconds(5)) { try session.status("transfers") == "2" }
    #expect(isRunning)
    try session.put("next")
    #expect(try session.xclipReads().text == "next")
    try Files.write("", to: go)
    if fails {
      #expect(try holds(within: .seconds(5)) { try session.status("transfers") == "1" })
      // It waits for a piece that never comes, rather than take what there was for all.
      #expect(Processes.exists(reader.pid))
      reader.send(SIGKILL)
    } else {
      let outcome = reader.outcome()
      #expect(outcome.out == [UInt8](repeating: 0, count: 300_000) + Array("end".utf8))
    }
    try session.verifyAlive()
  }

  @Test func `50 MB of a command come by INCR, and the daemon does not grow`() throws {
    let session = try Session()
    let file = session.scratch + "/large"
    try Files.write(Samples.bytes(50_000_000), to: file)
    try promise(session, "image/png=cat \(file)")
    let before = try #require(residentBytes(of: session.daemonPid))
    let target = session.scratch + "/got"
    let outcome = try session.run(
      ["xclip", "-o", "-selection", "clipboard", "-t", "image/png"],
      output: .file(target)
    )
    if outcome.status != 0 || !Files.areEqual(file, target) {
      // Two seconds may not be enough on a busy machine; then it is there for the next.
      #expect(
        holds(within: .seconds(20)) {
          (try? session.xfer("types"))?.text.hasSuffix("\t50000000\n") == true
        }
      )
      _ = try session.run(
        ["xclip", "-o", "-selection", "clipboard", "-t", "image/png"],
        output: .file(target)
      )
    }
    #expect(Files.areEqual(file, target))
    let growth = try #require(residentBytes(of: session.daemonPid)) - before
    #expect(growth < 20_000_000, "\(growth)")
    for path in [file, target] { Files.remove(path) }
  }

  @Test func `a daemon that ran commands sleeps as before`() throws {
    let session = try Session()
    let threads = { Set(Files.names(in: "/proc/\(session.daemonPid)/task")) }
    let before = threads()
    try promise(session, "text/plain=echo a", "text/html=exit 1")
    #expect(try session.xclipReads().text == "a\n")
    #expect(try session.xfer("get", "-t", "text/html").status != 0)
    try session.put("next")
    #expect(threads() == before)
    try session.verifyAlive()
  }

  @Test func `what is for the user's clients is not seen over X`() throws {
    let session = try Session()
    var hidden = PutRepresentation(type: "public.json", command: "echo '{}'")
    hidden.visibility = .user
    let open = PutRepresentation(type: "public.html", text: "<b>")
    let item = PutItem(representations: [hidden, open])
    let daemon = try WireClient(session)
    _ = try daemon.call(.put, PutRequest(items: [item]), PutReply.self)
    let client = try XClient(in: session)
    #expect(try client.first("application/json") == nil)
    #expect(try !session.xclipReads(target: "TARGETS").lines.contains("application/json"))
    #expect(try session.xfer("get", "-t", "public.json").text == "{}\n")
    let json = try session.xfer("types", "--json").text
    #expect(json.contains("\"visibility\":\"user\""), "\(json)")
  }

  // MARK: Clients

  @Test func `a client hears of its entry before it hears what is wanted of it`() throws {
    let session = try Session()
    let (daemon, client) = (try WireClient(session), try XClient(in: session))
    let request = PutRequest(items: [PutItem(representations: [.promise(of: "public.html")])])
    for _ in 0..<5 {
      try session.put("<i>", "-t", "text/html")
      // Some of them find the new offer before the put is answered.
      try daemon.send(.put, request, more: true)
      for _ in 0..<100 { try client.ask("text/html") }
      let first = try daemon.next(PutReply.self)
      #expect(first.wanted == nil && first.outcome == nil)
      try client.ask("text/html")
      let wanted = try #require(try daemon.next(PutReply.self).wanted)
      var kept = FulfilRequest(wanted, of: first.entry)
      kept.text = "<b>"
      _ = try WireClient(session).call(.fulfil, kept, Nothing.self)
      for _ in 0...100 { #expect(try client.answer()?.property != Atom.none) }
      #expect(try client.value(of: "_TEST", delete: true)?.text == "<b>")
      _ = try session.xfer("clear")
      #expect(try daemon.next(PutReply.self).outcome == .replaced)
    }
    try session.verifyAlive()
  }

  @Test func `a client fulfils lazily what xclip asks for, and takes the rest with it`() throws {
    let session = try Session()
    let daemon = try WireClient(session)
    let representations = [
      PutRepresentation.promise(of: "public.html"), .promise(of: "public.png"),
      PutRepresentation(type: "public.utf8-plain-text", text: "plain"),
    ]
    let request = PutRequest(items: [PutItem(representations: representations)])
    let entry = try daemon.call(.put, request, PutReply.self, more: true).entry
    let client = try XClient(in: session)
    try client.ask("text/html")
    let wanted = try #require(try daemon.next(PutReply.self).wanted)
    #expect(wanted == WantedContent(item: 0, representation: 0))
    var kept = FulfilRequest(wanted, of: entry)
    kept.text = "<b>"
    _ = try WireClient(session).call(.fulfil, kept, Nothing.self)
    #expect(try client.answer()?.property != Atom.none)
    #expect(try client.value(of: "_TEST", delete: true)?.text == "<b>")
    #expect(try session.xclipReads(target: "text/html").text == "<b>")

    try client.ask("image/png")
    #expect(try daemon.next(PutReply.self).wanted?.representation == 1)
    daemon.close()
    #expect(try client.answer()?.property == Atom.none)
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(!targets.contains("image/png") && targets.contains("text/html"), "\(targets)")
    #expect(try session.xfer("get", "-t", "image/png", "-t", "text/plain").text == "plain")
    let line = "promised content of a client that has gone is withdrawn: 1"
    #expect(holds(within: .seconds(5)) { session.log.contains(line) }, "\(session.log)")
  }
}
