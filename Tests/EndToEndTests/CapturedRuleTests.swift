internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// What rules do with what other programs copy.
@Suite("Rules for copies")
struct CapturedRuleTests {
  @Test func `each condition looks at what was copied`() throws {
    let conditions = [
      "type": #""public.image""#, "source": #""keyvault""#, "title": #""^Vault - ""#,
      "board": #""primary""#, "text": #""\\d{4}""#, "larger": #""1KiB""#, "smaller": "5",
    ]
    let rules = conditions.map { key, value in
      "[[rule]]\nmatch.\(key) = \(value)\ndo.tags = [\"\(key)\"]\n"
    }
    let session = try Session(
      configuration: rules.joined() + "[watch]\nprimary = true\nrest = \"50ms\"\n"
    )
    let program = try XClient(in: session)
    try program.introduce(className: "KeyVault", title: "Vault - unlocked")
    let text = { (text: String) in ["UTF8_STRING": Array(text.utf8)] }
    let none = try XClient(in: session)
    let copies: [(XClient, board: String, [String: [UInt8]], tags: Set<String>)] = [
      (none, "clipboard", text("words"), []),
      (none, "clipboard", text("word"), ["smaller"]),
      (none, "clipboard", text("in 1984"), ["text"]),
      (none, "clipboard", text(String(repeating: "word ", count: 300)), ["larger"]),
      (
        none, "clipboard", text("words").merging(["image/png": Samples.bytes(900)]) { $1 }, ["type"]
      ),
      (none, "primary", text("selected"), ["board"]),
      (program, "clipboard", text("of a program"), ["source", "title"]),
    ]
    for (owner, board, content, tags) in copies {
      let count = try session.history(of: board).count
      try owner.claim(board.uppercased())
      let isKept = try owner.serve(content) { try session.history(of: board).count > count }
      #expect(isKept, "\(tags)")
      #expect(try Set(session.history(of: board).first?.tags ?? ["none"]) == tags)
    }
    try session.verifyAlive()
  }

  @Test func `a copy is pinned, tagged, or goes to another board, and one is nowhere`() throws {
    let session = try Session(
      configuration: """
        [[rule]]
        match.text = "^pinned"
        do.pin = true
        [[rule]]
        match.text = "^tagged"
        do.tags = ["one", "two"]
        [[rule]]
        match.text = "^moved"
        do.board = "inbox"
        [[rule]]
        match.text = "^ignored"
        do.ignore = true
        [[rule]]
        match.source = "KeyVault"
        do.ignore = true

        """
    )
    try session.xclipOwns(.bytes(Array("pinned by a rule".utf8)))
    try session.expectHistory { $0.first?.title == "pinned by a rule" && $0.first?.pinned == true }
    try session.xclipOwns(.bytes(Array("tagged by a rule".utf8)))
    try session.expectHistory { $0.first?.tags == ["one", "two"] && $0.first?.pinned == false }
    try session.xclipOwns(.bytes(Array("moved by a rule".utf8)))
    let hasMoved = holds(within: .seconds(10)) {
      // There is no such board before.
      (try? session.recordedTitles(of: "inbox")) == ["moved by a rule"]
    }
    #expect(hasMoved)
    let observer = try XClient(in: session)
    // Known by its program, of whose copies nothing is read, or by its text.
    for (name, last) in [("KeyVault", "TARGETS"), ("Editor", "UTF8_STRING")] {
      var owner: XClient? = try XClient(in: session)
      try owner?.introduce(className: name, title: "")
      try owner?.claim()
      let content = ["UTF8_STRING": Array("ignored by a rule".utf8)]
      let asked = try owner?.serve(content) { asked in
        try asked.last == last && session.status("conversions") == "0"
      }
      #expect(asked?.last == last, "\(asked ?? [])")
      owner = nil
      #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
    }
    #expect(try session.recordedTitles() == ["tagged by a rule", "pinned by a rule"])
    #expect(try session.filesHolding("ignored by a rule") == [])
    try session.verifyAlive()
  }

  /// What makes a copy a secret before any of it is read.
  @Test(arguments: ["type = \"public.image\"", "source = \"KeyVault\"", "title = \"unlocked$\""])
  func `a secret by what it says of itself is not read`(condition: String) throws {
    let session = try Session(
      configuration: "[[rule]]\nmatch.\(condition)\ndo.sensitive = true\n"
    )
    let marker = "marker-\(condition.prefix(2))-4f1d09c2"
    var owner: XClient? = try XClient(in: session)
    try owner?.introduce(className: "KeyVault", title: "Vault - unlocked")
    try owner?.claim()
    let content = ["UTF8_STRING": Array(marker.utf8), "image/png": Array(marker.utf8)]
    let asked = try owner?.serve(content) { _ in
      session.log.contains("a secret was copied by KeyVault")
    }
    #expect(asked.map(Set.init) == ["TARGETS"], "\(asked ?? []): \(session.log)")
    owner = nil
    try session.verifyForgotten(marker)
  }

  @Test(arguments: [1, 100_000])
  func `a secret by its text touches no disk, and nothing follows it`(lines: Int) throws {
    let session = try Session(
      configuration: """
        [[rule]]
        match.text = "^-----BEGIN"
        do.sensitive = true
        [[rule]]
        match.type = "public.text"
        do.run = ["sh", "-c", "cat >> $HOME/ran"]

        """
    )
    let marker = "marker-\(lines)-77ab3e10"
    let text = "-----BEGIN KEY\n" + String(repeating: marker + "\n", count: lines)
    let server = try #require(session.server)
    let owner = try RawOwner(
      server,
      answers: [
        "UTF8_STRING": .pieces(type: "UTF8_STRING", .bytes(Array(text.utf8))),
        "text/html": .text(marker), "image/png": .text(marker),
      ]
    )
    #expect(holds(within: .seconds(10)) { session.log.contains("a secret was copied") })
    #expect(Set(owner.targets) == ["TARGETS", "UTF8_STRING"], "\(owner.targets)")
    owner.end()
    try session.verifyForgotten(marker)
    // Its command would have run before that of the next one.
    try session.xclipOwns(.bytes(Array("plain".utf8)))
    let ran = session.scratch + "/home/ran"
    #expect(holds(within: .seconds(10)) { Files.text(ran) == "plain" }, "\(session.log)")
  }

  @Test func `who begins to watch while it is read is told when it is judged`() throws {
    let session = try Session(
      configuration: "[[rule]]\nmatch.text = \"^-----BEGIN\"\ndo.sensitive = true\n"
    )
    let slow = RawOwner.Incremental(pieceSize: 10, pause: .milliseconds(150))
    let owner = try RawOwner(
      #require(session.server),
      answers: [
        "UTF8_STRING": .pieces(type: "UTF8_STRING", .bytes(Array("-----BEGIN KEY".utf8)), slow)
      ]
    )
    #expect(holds(within: .seconds(5), every: 0) { owner.targets.contains("UTF8_STRING") })
    let watch = try WireClient(session)
    var request = WatchRequest(since: 0)
    request.boards = ["clipboard"]
    try watch.send(.watch, request, more: true)
    let change = try watch.next(WatchReply.self).change
    #expect(change.holder == .foreign && change.sensitive, "\(change)")
    #expect(owner.finished == 1)
    owner.end()
    try session.verifyForgotten("-----BEGIN KEY")
  }

  @Test func `what expires ends in the history and on the clipboard`() throws {
    let session = try Session(
      configuration: "[[rule]]\nmatch.text = \"^short\"\ndo.expire = \"1500ms\"\n"
    )
    let observer = try XClient(in: session)
    var owner: XClient? = try XClient(in: session)
    let isKept = try owner?.copy("short and rescued") { try session.recordedTitles().count == 1 }
    #expect(isKept == true)
    #expect(try session.history().first?.expires != nil)
    owner = nil
    #expect(try holds(within: .seconds(1)) { try session.xclipReads().text == "short and rescued" })
    #expect(try holds(within: .seconds(5)) { try observer.owner() == nil })
    try session.expectHistory { $0.isEmpty }
    // One that stays may keep what it copied; it is only not ours to bring back.
    owner = try XClient(in: session)
    let isThere = try owner?.copy("short and offered") { try session.history().count == 1 }
    #expect(isThere == true)
    let content = ["UTF8_STRING": Array("short and offered".utf8)]
    #expect(try owner?.serve(content) { try session.history().isEmpty } == true)
    owner = nil
    #expect(try observer.staysUnowned(for: .milliseconds(700)), "it came back")
    try session.verifyAlive()
  }

  @Test func `a command gets what was copied, and where it went`() throws {
    let script = """
      { cat; echo; echo "$XFER_ENTRY $XFER_BOARD $XFER_SOURCE"; echo "$XFER_TYPES"; } > $HOME/new
      mv $HOME/new $HOME/ran
      """
    let session = try Session(
      configuration: """
        [[rule]]
        match.type = "public.html"
        do.board = "inbox"
        do.run = ["sh", "-c", '''\(script)''']

        """
    )
    let owner = try XClient(in: session)
    try owner.introduce(className: "Browser", title: "A page")
    try owner.claim()
    let content = ["text/html": Array("<b>bold</b>".utf8), "UTF8_STRING": Array("bold".utf8)]
    let ran = session.scratch + "/home/ran"
    #expect(try owner.serve(content) { Files.exists(ran) }, "\(session.log)")
    let entry = try #require(try session.history(of: "inbox").first)
    let lines = Files.text(ran)?.split(separator: "\n").map(String.init)
    #expect(lines == ["bold", "\(entry.entry) inbox Browser"] + entry.types)
    #expect(entry.types.sorted() == ["public.html", "public.utf8-plain-text"])
    // A rule is for copies; a put is what its user wants.
    Files.remove(ran)
    try session.put("<b>put</b>", "-t", "public.html")
    let isJudged = try owner.copy("later") { try session.recordedTitles().first == "later" }
    #expect(isJudged)
    #expect(!Files.exists(ran))
    try session.verifyAlive()
  }

  @Test func `a command may leave a program in the background, as xclip is one`() throws {
    let session = try Session(
      configuration: """
        [[rule]]
        match.board = "clipboard"
        do.run = ["xclip", "-selection", "primary"]

        """
    )
    for number in 1...3 {
      let owner = try XClient(in: session)
      let isThere = try owner.copy("copied \(number)") {
        try session.xclipReads(selection: "primary").text == "copied \(number)"
      }
      #expect(isThere, "\(session.log)")
    }
    // The one before each has ended, and is nobody's to wait for.
    #expect(holds(within: .seconds(5)) { session.processes(named: "xclip").count == 1 })
    try session.verifyAlive()
  }

  @Test func `a command that copies what it got makes no loop`() throws {
    let session = try Session(
      configuration: """
        [[rule]]
        match.board = "clipboard"
        do.run = ["sh", "-c", "echo >> $HOME/ran; exec xclip -selection clipboard"]

        """
    )
    let observer = try XClient(in: session)
    var count: Int { Files.text(session.scratch + "/home/ran")?.count ?? 0 }
    for _ in 1...2 {
      let before = count
      let owner = try XClient(in: session)
      let isTaken = try owner.copy("again") {
        try count > before && observer.owner() != owner.window
      }
      #expect(isTaken, "\(session.log)")
      // At most one more a second, on a machine on which xclip takes so long.
      #expect(!holds(within: .milliseconds(1500)) { count > before + 3 }, "it runs again and again")
    }
    try session.expectTitles(["again"])
    try session.verifyAlive()
  }
}

extension XClient {
  /// Says of its program what windows say.
  fileprivate func introduce(className: String, title: String) throws {
    let names = Array("\(className.lowercased())\0\(className)\0".utf8)
    try set("WM_CLASS", type: "STRING", names)
    try set("_NET_WM_NAME", type: "UTF8_STRING", Array(title.utf8))
    try connection.sync()
  }

  /// Answers for some content until a condition on what was asked for holds; answers what was.
  fileprivate func serve(
    _ contents: [String: [UInt8]],
    until isDone: ([String]) throws -> Bool
  ) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(10)
    var asked: [String] = []
    while try ContinuousClock.now < deadline && !isDone(asked) {
      guard let request = try request(within: .milliseconds(10)) else { continue }
      let target = try name(request.target)
      asked.append(target)
      if target == "TARGETS" {
        try replyTargets(contents.keys.sorted(), to: request)
      } else if let content = contents[target] {
        try reply(to: request, content)
      } else {
        try refuse(request)
      }
    }
    return asked
  }
}

extension Session {
  /// Checks that a secret, whose owner has gone, is nowhere, and is not offered again.
  fileprivate func verifyForgotten(
    _ marker: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let observer = try XClient(in: self)
    #expect(
      try observer.staysUnowned(for: .milliseconds(700)),
      "it came back",
      sourceLocation: sourceLocation
    )
    #expect(try recordedTitles().isEmpty, sourceLocation: sourceLocation)
    #expect(try filesHolding(marker) == [], sourceLocation: sourceLocation)
    #expect(processesShowing(marker).isEmpty, sourceLocation: sourceLocation)
    try verifyAlive(sourceLocation: sourceLocation)
  }
}
