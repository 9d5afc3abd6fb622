import Testing

/// What was copied is found, arranged, taken along and brought back.
@Suite("History's verbs")
struct HistoryVerbTests {
  // MARK: Lists

  @Test func `a list is newest first, and places name entries`() throws {
    let session = try Session(display: false)
    for text in ["one", "two", "three"] { try session.put(text) }
    let rows = try session.rows()
    #expect(rows.map { $0[0] } == ["1", "2", "3"])
    #expect(rows.map { $0[6] } == ["three", "two", "one"])
    #expect(rows.map { $0[5] } == ["5", "3", "3"])
    #expect(rows.allSatisfy { $0.count == 7 && $0[4] == "public.utf8-plain-text" })
    #expect(try session.xfer("get", "@3").text == "one")
    #expect(try session.xfer("get", rows[1][1]).text == "two")
    #expect(try session.xfer("types", rows[1][1]).status == 0)
    #expect(try session.rows("-l", "1").map { $0[6] } == ["three"])
  }

  @Test(arguments: [
    (["--search", "NEEDLE"], "needle in hay"), (["--search", "nothing like it"], nil),
    (["--regex", "^need.e"], "needle in hay"), (["--regex", "^hay"], nil),
    (["--tag", "work", "--tag", "now"], "tagged"), (["--tag", "work", "--tag", "never"], nil),
    (["-t", "public.json"], "data"), (["-t", "public.image"], nil), (["--pinned"], "kept"),
    (["--pinned", "--search", "needle"], nil),
  ])
  func `a search finds its entry, or exits 1 without a word`(
    _ words: [String],
    _ title: String?
  ) throws {
    let session = try Session(display: false)
    try session.put("needle in hay")
    try session.put("a", "--title", "tagged", "--tag", "work", "--tag", "now")
    try session.put("{}", "-t", "public.json", "--title", "data")
    try session.put("b", "--title", "kept", "--pin")
    let outcome = try session.run([Programs.xfer, "list"] + words)
    #expect(outcome.status == (title == nil ? 1 : 0), "\(outcome.complaint)")
    #expect(outcome.errors.isEmpty)
    #expect(session.rows(of: outcome).map { $0[6] } == (title.map { [$0] } ?? []))
  }

  @Test func `a hostile expression ends, and one that is none is 64`() throws {
    let session = try Session(display: false)
    try session.put(String(repeating: "a", count: 40) + "!")
    let hostile = try session.xfer("list", "--regex", "^(a+)+$")
    #expect(hostile.elapsed < .seconds(5))
    let wrong = try session.xfer("list", "--regex", "(")
    #expect(wrong.status == 64)
    #expect(wrong.isCleanFailure, "\(wrong.complaint)")
  }

  @Test func `an empty board is an empty list`() throws {
    let session = try Session(display: false)
    let outcome = try session.xfer("list")
    #expect(outcome.status == 0)
    #expect(outcome.out.isEmpty && outcome.errors.isEmpty)
  }

  @Test func `a title with newlines is one line, or exact behind -0`() throws {
    let session = try Session(display: false)
    try session.put("x", "--title", "a\nb\tc")
    try session.put("y", "--title", "d")
    #expect(try session.rows().map { $0[6] } == ["d", "a␊b␉c"])
    let exact = try session.xfer("list", "-0").text.split(separator: "\0")
    #expect(exact.count == 2)
    #expect(exact.last?.hasSuffix("\ta\nb\tc") == true)
  }

  @Test func `all boards are one list, each with its name`() throws {
    let session = try Session(display: false)
    try session.put("here")
    try session.create("notes")
    try session.put("there", "-b", "notes")
    let rows = session.rows(of: try session.xfer("list", "--all"))
    #expect(Set(rows.map { "\($0[6]): \($0[7])" }) == ["clipboard: here", "notes: there"])
  }

  @Test func `a terminal gets a table with marks, no wider than it is`() throws {
    let session = try Session(display: false)
    try session.put("kept", "--pin")
    try session.put(String(repeating: "wide ", count: 100))
    let words = [Programs.python, Programs.peer("terminal.py"), Programs.xfer, "list"]
    let lines = try session.run(words, environment: ["NO_COLOR": "1"]).lines
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { !$0.contains("\t") && $0.count <= 80 })
    #expect(lines[1].hasPrefix("* ") && lines[1].hasSuffix("…"), "\(lines[1])")
    #expect(lines[2].hasPrefix(" P") && lines[2].hasSuffix("kept"), "\(lines[2])")
  }

  @Test func `a list of objects says everything`() throws {
    let session = try Session(display: false)
    try session.put("x", "--title", "T", "--tag", "a", "--pin")
    let outcome = try session.xfer("list", "--json")
    let paths = ["title", "tags.0", "pinned", "current", "board", "index", "size"]
    let values = try session.json(outcome.out, at: paths)
    #expect(values == [["\"T\"", "\"a\"", "true", "true", "\"clipboard\"", "1", "1"]])
  }

  @Test func `a sensitive entry is in no list`() throws {
    let session = try Session(display: false)
    try session.put("open")
    try session.put("secret", "--sensitive")
    #expect(try !session.xfer("list", "--all").text.contains("secret"))
    #expect(try session.xfer("list", "--search", "secret").status == 1)
  }

  // MARK: Entries

  @Test func `an entry is described`() throws {
    let session = try Session(display: false)
    try session.put("text", "--title", "T", "--tag", "a", "--name", "t.txt")
    let fields = try session.xfer("show", "@1").lines
    #expect(fields.contains("title\tT"))
    #expect(fields.contains("tag\ta"))
    let json = try session.xfer("show", "@1", "--json").out
    let paths = ["summary.title", "types.0.name", "preview"]
    #expect(try session.json(json, at: paths) == [["\"T\"", "\"t.txt\"", "\"text\""]])
  }

  @Test func `an entry that is not there is 1`() throws {
    let session = try Session(display: false)
    try session.put("x")
    for words in [
      ["show", "@2"], ["restore", "@2"], ["pin", "@2"], ["remove", "@1", "@2"], ["get", "@2"],
      ["tag", "@2", "--add", "a"], ["copy", "@2", "--to", "primary"],
    ] {
      let outcome = try session.run([Programs.xfer] + words)
      #expect(outcome.status == 1, "\(words): \(outcome.complaint)")
      #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    }
    #expect(try session.titles() == ["x"])
  }

  @Test func `what is restored is pasted again, here and by other programs`() throws {
    let session = try Session()
    for text in ["one", "two"] { try session.put(text) }
    try session.xfer("restore", "@2")
    #expect(try session.xfer("get").text == "one")
    #expect(try session.xclipReads().text == "one")
    #expect(try session.titles() == ["one", "two"])
    try session.xfer("restore", "@2", "-p")
    #expect(try session.xfer("get", "-p").text == "two")
    #expect(try session.xclipReads(selection: "primary").text == "two")
  }

  @Test func `entries are copied and moved to their place`() throws {
    let session = try Session(display: false)
    try session.create("notes")
    for text in ["one", "two", "three"] { try session.put(text) }
    try session.xfer("copy", "@1", "@2", "--to", "notes")
    #expect(try session.titles("notes") == ["three", "two"])
    try session.xfer("copy", "@3", "--to", "notes", "--before", "@2")
    #expect(try session.titles("notes") == ["three", "one", "two"])
    try session.xfer("move", "@1", "-b", "notes", "--to", "notes", "--last")
    #expect(try session.titles("notes") == ["one", "two", "three"])
    try session.xfer("move", "@2", "--to", "notes")
    #expect(try session.titles("notes") == ["two", "one", "two", "three"])
    #expect(try session.titles() == ["three", "one"])
  }

  @Test func `what is pinned stays when history is cleared`() throws {
    let session = try Session(display: false)
    for text in ["one", "two", "three"] { try session.put(text) }
    try session.xfer("pin", "@2", "@3")
    try session.xfer("unpin", "@3")
    #expect(try session.rows("--pinned").map { $0[6] } == ["two"])
    try session.xfer("clear", "--history")
    #expect(try session.titles() == ["two"])
  }

  @Test func `tags come and go`() throws {
    let session = try Session(display: false)
    for text in ["one", "two"] { try session.put(text) }
    try session.xfer("tag", "@1", "@2", "--add", "a", "--add", "b")
    try session.xfer("tag", "@2", "--remove", "a")
    #expect(try session.rows("--tag", "a").map { $0[6] } == ["two"])
    #expect(try session.rows("--tag", "b").map { $0[6] } == ["two", "one"])
  }

  @Test func `removed is gone`() throws {
    let session = try Session(display: false)
    for text in ["one", "two", "three"] { try session.put(text) }
    try session.xfer("remove", "@2", "@3")
    #expect(try session.titles() == ["three"])
    #expect(try session.xfer("list", "--search", "two").status == 1)
  }

  // MARK: Boards

  @Test func `boards are made, shown and removed`() throws {
    let session = try Session(display: false)
    try session.create("notes")
    try session.create("notes")
    try session.put("x", "-b", "notes", "--pin")
    #expect(try session.xfer("board").lines.contains { $0.hasPrefix("notes\t1\t1\t") })
    let shown = try session.xfer("board", "show", "notes", "--json").out
    #expect(try session.json(shown, at: ["board", "entries"]) == [["\"notes\"", "1"]])
    let kept = try session.xfer("board", "remove", "notes")
    #expect(kept.status == 77)
    #expect(kept.isCleanFailure, "\(kept.complaint)")
    #expect(try session.xfer("board", "remove", "notes", "--force").status == 0)
    #expect(try session.xfer("board", "show", "notes").status == 1)
    #expect(try session.xfer("board", "remove", "clipboard").status == 77)
  }
}

extension Session {
  /// The cells of each line that a list is of.
  fileprivate func rows(of outcome: Outcome) -> [[String]] {
    outcome.lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
  }

  fileprivate func rows(_ words: String...) throws -> [[String]] {
    rows(of: try run([Programs.xfer, "list"] + words))
  }

  fileprivate func titles(_ board: String = "clipboard") throws -> [String] {
    try rows("-b", board).map { $0[6] }
  }

  fileprivate func create(_ board: String) throws {
    let outcome = try xfer("board", "create", board)
    try #require(outcome.status == 0, "\(outcome.complaint)")
  }
}
