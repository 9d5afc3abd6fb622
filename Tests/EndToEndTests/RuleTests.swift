import Testing
internal import Wire

/// Rules for what other programs copy: checked, explained and put in force.
@Suite("Rules")
struct RuleTests {
  private static let rules = """
    [[rule]]
    name = "keys"
    match = { type = "public.text", text = "^-----BEGIN" }
    do = { sensitive = true, expire = "10m" }
    [[rule]]
    match = { board = "work", larger = 3 }
    do = { tags = ["big", "work"], pin = true, run = ["cat", "a b"] }
    [[rule]]
    name = "programs"
    match = { source = ["xfer", "KeePassXC"] }
    do = { tags = ["mine"], board = "inbox" }

    """

  /// Writes the file of the configuration.
  private func configure(_ session: Session, _ text: String) throws {
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.write(text, to: session.scratch + "/config/xfer/config.toml")
  }

  @Test func `check names each mistake of a rule with file and line`() throws {
    let session = try Session(
      .absent,
      display: false,
      configuration: """
        [[rule]]
        match = { title = "(", sorce = "x" }
        do = { ignore = true, pin = true }
        [[rule]]
        match = {}
        do = {}

        """
    )
    let check = try session.xfer("config", "check")
    #expect(check.status == 65)
    let places = check.lines.map { line in
      line.split(separator: ":").dropFirst().prefix(1).joined()
    }
    #expect(places == ["2", "2", "3", "5", "6"], "\(check.text)")
    #expect(check.text.contains("unknown key 'sorce'; did you mean 'source'?"))
    #expect(check.text.contains("malformed pattern at byte 1"))
    // A daemon does not start with what it would not understand.
    #expect(try session.xfer("put", input: .bytes([65])).status == 69)
  }

  @Test func `show prints rules as a file that passes the check`() throws {
    let session = try Session(.absent, display: false, configuration: Self.rules)
    let shown = try session.xfer("config", "show")
    #expect(shown.lines.contains("name = \"rule 2\""), "\(shown.text)")
    try configure(session, shown.text)
    #expect(try session.xfer("config", "check").status == 0)
    let again = try session.xfer("config", "show", "--json")
    #expect(again.text.contains("\"do\":{\"tags\":[\"mine\"],\"board\":\"inbox\"}"))
  }

  @Test func `a test says of each rule whether it matches and why`() throws {
    let session = try Session(display: false, configuration: Self.rules)
    try session.put("-----BEGIN KEY", "-b", "work")
    let found = try session.xfer("rules", "test", "-b", "work", "@1")
    #expect(found.status == 0, "\(found.complaint)")
    #expect(
      found.lines.prefix(3) == [
        "keys\tyes\ttype is public.utf8-plain-text; the text matches ^-----BEGIN",
        "rule 2\tyes\tboard is work; 14 B is larger than 3 B",
        "programs\tyes\tsource is xfer",
      ]
    )
    #expect(
      found.lines.dropFirst(3) == [
        "sensitive\tnever on disk, in history or in a log", "pin\tno limit removes it",
        "tag\tbig", "tag\twork", "tag\tmine", "expire\tafter 10 min 0 s", "board\tinbox",
      ]
    )
    try session.put("{}", "-t", "public.json", "-b", "work")
    let request = TestRulesRequest(entry: "@1", board: "work")
    let reply = try WireClient(session).call(.testRules, request, TestRulesReply.self)
    #expect(reply.rules.map(\.matches) == [false, false, true])
    #expect(reply.rules.map(\.conditions.count) == [2, 2, 1])
    #expect(reply.rules[0].conditions.last?.found == ["2"])
    #expect(reply.verdict.tags == ["mine"])
    let json = try session.xfer("rules", "test", "-b", "work", "@1", "--json")
    let paths = ["schema", "rules.2.matches", "verdict.tags.0"]
    #expect(try session.json(json.out, at: paths) == [["1", "true", "\"mine\""]])
    // It was only asked.
    #expect(try WireClient(session).list("work").map(\.tags) == [[], []])
  }

  @Test func `what there is not is no entry`() throws {
    let session = try Session(display: false, configuration: Self.rules)
    let missing = try session.xfer("rules", "test", "@1")
    #expect(missing.status == 1)
    #expect(missing.isCleanFailure, "\(missing.complaint)")
    #expect(try session.xfer("rules", "test").status == 64)
    #expect(try session.xfer("rules", "tset", "@1").status == 64)
  }

  @Test func `a secret is not read for a test`() throws {
    let session = try Session(display: false, configuration: Self.rules)
    try session.put("-----BEGIN KEY", "--sensitive")
    let boards = try WireClient(session).boards()
    let entry = try #require(boards.first { $0.board == "clipboard" }?.entry)
    let found = try session.xfer("rules", "test", entry)
    #expect(found.lines.first?.hasPrefix("keys\tunknown\tthe text was not looked at") == true)
  }

  @Test(arguments: ["reload", "SIGHUP"])
  func `changed rules are in force after a reload`(_ way: String) throws {
    let session = try Session(display: false, configuration: Self.rules)
    try session.put("text")
    #expect(try session.xfer("rules", "test", "@1").lines.first?.hasPrefix("keys\tno\t") == true)
    let changed = "[[rule]]\nname = \"new\"\nmatch.text = \"^te\"\ndo.pin = true\n"
    try configure(session, changed)
    if way == "reload" {
      #expect(try session.xfer("daemon", "reload").status == 0)
    } else {
      session.daemon?.send(1)
    }
    let isNew = try holds(within: .seconds(5)) {
      try session.xfer("rules", "test", "@1").lines.first == "new\tyes\tthe text matches ^te"
    }
    #expect(isNew)
    // With a mistake those before stay.
    try configure(session, changed + "[[rule]]\nmatch.text = \"(\"\ndo.pin = true\n")
    let refused = try session.xfer("daemon", "reload")
    #expect(refused.isCleanFailure, "\(refused.complaint)")
    #expect(refused.complaint.contains("config.toml:6:14: malformed pattern"))
    #expect(try session.xfer("rules", "test", "@1").lines.first?.hasPrefix("new\tyes") == true)
    try session.verifyAlive()
  }

  @Test func `a hostile text delays nobody for long, and counts as a secret`() throws {
    let rule = "[[rule]]\nmatch.text = \"^(a|aa)+$\"\ndo.sensitive = true\n"
    let session = try Session(display: false, configuration: rule)
    try session.put(String(repeating: "a", count: 1 << 20) + "!")
    let found = try session.xfer("rules", "test", "@1")
    #expect(found.elapsed < .seconds(5))
    #expect(found.lines.first?.hasPrefix("rule 1\tunknown\tthe text takes too long") == true)
    #expect(found.lines.last?.hasPrefix("sensitive\t") == true)
  }
}
