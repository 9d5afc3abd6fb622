import Testing

/// A history is taken along as one file, and comes back whole.
@Suite("Archives of history")
struct HistoryArchiveTests {
  @Test func `an archive brings everything to another place, once`() throws {
    let session = try Session(display: false)
    try session.xfer("board", "create", "notes")
    try session.put("text", "--title", "a\nb", "--tag", "t", "--pin")
    let large = Samples.bytes(200_000)
    try session.put(large, "-t", "public.data", "-b", "notes")
    let archive = session.scratch + "/a.tar"
    let export = try session.xfer("export", archive)
    #expect(export.status == 0, "\(export.complaint)")
    #expect(export.out.isEmpty && export.errors.isEmpty)
    #expect(Files.mode(archive).map { $0 & 0o777 } == 0o600)
    #expect(try session.run(["tar", "-tf", archive]).lines.contains("entries/000001.jsonl"))

    let other = try Session(display: false)
    let first = try other.xfer("import", archive)
    #expect(first.status == 0)
    #expect(first.complaint == "xfer: import: 2 entries taken\n")
    for board in ["clipboard", "notes"] {
      let words = [Programs.xfer, "list", "-b", board, "--json"]
      let paths = ["entry", "title", "tags", "pinned", "time", "types", "size"]
      #expect(
        try other.json(other.run(words).out, at: paths)
          == session.json(session.run(words).out, at: paths)
      )
    }
    expect(try other.xfer("get", "@1", "-b", "notes").out, is: large)
    let second = try other.xfer("import", "-", input: .file(archive))
    #expect(second.status == 0)
    #expect(second.complaint == "xfer: import: 0 entries taken, 2 were there already\n")
  }

  @Test func `an export counts the entries of which nothing is made yet`() throws {
    let session = try Session(display: false)
    try session.put("text")
    try session.xfer("put", "--promise", "text/plain=echo made")
    let archive = session.scratch + "/a.tar"
    let one = try session.xfer("export", archive)
    #expect(one.status == 0)
    let said = "xfer: export: 1 entry is left out: nothing of it was made yet\n"
    #expect(one.complaint == said)
    try session.xfer("put", "--promise", "text/plain=false")
    #expect(try session.xfer("get").status == 76)
    let two = try session.xfer("export", archive)
    #expect(two.status == 0)
    let both = "xfer: export: 2 entries are left out: nothing of them was made yet\n"
    #expect(two.complaint == both)
    let lines = try session.run(["tar", "-xOf", archive, "--wildcards", "entries/*"]).lines
    #expect(lines.count == 1)
  }

  /// Makes an archive of the lines on standard input and takes it.
  private static let made =
    "cd \"$0\" && mkdir entries && cat >entries/1.jsonl && tar -c entries | xfer import -"

  @Test func `where something was copied, and what of it is not kept, goes along`() throws {
    let session = try Session(display: false)
    let origin = #"{"board":"primary","windowClass":"Firefox","windowTitle":"T\u00e4b","pid":42}"#
    let line = #"""
      {"origin":\#(origin),"source":"Firefox","dropped":[{"type":"public.png","reason":"size"},
      {"type":"public.tiff","reason":"of a later release"}],
      "contents":[{"representations":[{"type":"text/plain","text":"hello"}]}]}
      """#
    let one = line.split(separator: "\n").joined() + "\n"
    let made = ["sh", "-c", Self.made, session.scratch]
    let taken = try session.run(made, input: .bytes(Array(one.utf8)))
    #expect(taken.complaint == "xfer: import: 1 entry taken\n")
    // It comes through the store, an archive and another store.
    let other = try Session(display: false)
    let archive = session.scratch + "/a.tar"
    try session.xfer("export", archive)
    try other.xfer("import", archive)
    let shown = try other.xfer("show", "@1").text
    #expect(
      shown.contains("source\tFirefox\nselection\tprimary\nwindow class\tFirefox\n"),
      "\(shown)"
    )
    #expect(shown.contains("window title\tT\u{E4}b\npid\t42\n"))
    #expect(shown.hasSuffix("public.png\timage/png\t\tdropped: size\n"))
    let types = try other.xfer("types", "@1")
    #expect(types.lines.last == "public.png\timage/png\t\tdropped: size")
    // What is current offers only what can be had.
    #expect(try !other.xfer("types").text.contains("png"))
    let listed = try other.json(
      other.xfer("list", "--json").out,
      at: ["origin.windowTitle", "origin.pid", "types"]
    )
    #expect(listed == [[#""T\u00e4b""#, "42", #"["public.utf8-plain-text"]"#]], "\(listed)")
  }

  @Test(
    arguments: [
      (#""origin":{"board":""}"#, "origin: its board is no name of one"),
      (#""origin":{"board":"primary","pid":0}"#, "origin: there is no such process number"),
      (#""origin":{"board":"primary","pid":99999999999}"#, "no such process number"),
      (#""dropped":[{"type":"","reason":"size"}]"#, "line 1: "),
    ]
  )
  func `what cannot be known of a copy is refused`(_ member: String, _ reason: String) throws {
    let session = try Session(display: false)
    let line = #"{\#(member),"contents":[{"representations":[{"type":"text/plain","text":"a"}]}]}"#
    let made = ["sh", "-c", Self.made, session.scratch]
    let taken = try session.run(made, input: .bytes(Array(line.utf8)))
    #expect(taken.status == 65)
    #expect(taken.complaint.contains(reason), "\(taken.complaint)")
  }

  @Test func `an archive goes to a pipe, and to no terminal`() throws {
    let session = try Session(display: false)
    try session.put("text")
    let piped = try session.xfer("export", "-")
    #expect(piped.status == 0, "\(piped.complaint)")
    #expect(piped.out.count.isMultiple(of: 512) && !piped.out.isEmpty)
    let words = [Programs.python, Programs.peer("terminal.py"), Programs.xfer, "export", "-"]
    let shown = try session.run(words)
    #expect(shown.status == 64)
    #expect(shown.out.isEmpty)
  }

  @Test func `an archive without a list is none, and one with an empty list is one`() throws {
    let session = try Session(display: false)
    let zeros = try session.run(["sh", "-c", "xfer import - </dev/zero"])
    #expect(zeros.status == 65)
    #expect(zeros.complaint.contains("it has no list of entries"), "\(zeros.complaint)")
    let (other, payloads) = (session.scratch + "/other", session.scratch + "/payloads")
    try Files.makeDirectory(payloads)
    for path in [other, payloads + "/1"] { try Files.write("content", to: path) }
    for name in ["other", "payloads"] {
      let made = ["sh", "-c", "tar -c -C \"$0\" \(name) | xfer import -", session.scratch]
      #expect(try session.run(made).status == 65)
    }
    let empty = try session.run(["sh", "-c", "xfer export - | xfer import -"])
    #expect(empty.status == 0)
    #expect(empty.complaint == "xfer: import: 0 entries taken\n")
  }

  @Test(arguments: ["text", "payload"])
  func `content that is not what was exported is named and left out`(_ kind: String) throws {
    let session = try Session(display: false)
    try session.put("good")
    // What has no checksum in the store yet is read for it.
    try session.put(kind == "text" ? Array("hello".utf8) : Samples.bytes(100_000))
    var archive = try session.xfer("export", "-").out
    let found = try #require(
      kind == "text" ? archive.firstRange(of: "\"text\":\"hello".utf8)?.upperBound : 600
    )
    archive[found - 1] ^= 1
    let other = try Session(display: false)
    let outcome = try other.xfer("import", "-", input: .bytes(archive))
    #expect(outcome.status == 65)
    let lines = outcome.complaint.split(separator: "\n")
    #expect(lines.last == "xfer: import: 1 entry taken, 1 could not be taken")
    #expect(lines.first?.contains("line 2: xxh3: the content is another one") == true)
    #expect(try titles(other) == ["good"])
  }

  @Test func `the checksum of an archive is that of the standard`() throws {
    let session = try Session(display: false)
    try session.put([0], "-t", "public.data")
    let command = "xfer export - | tar -xO --wildcards 'entries/*'"
    let line = try session.run(["sh", "-c", command]).text
    // Of xxHash's own tests.
    #expect(line.contains("\"xxh3\":\"c44bdff4074eecdb\""), "\(line)")
  }

  @Test func `what limits remove is told, and is no failure`() throws {
    let session = try Session(display: false)
    for number in 1...25 { try session.put("\(number)") }
    let archive = session.scratch + "/a.tar"
    try session.xfer("export", archive)
    let other = try Session(display: false, configuration: "[history]\nentries = 10\n")
    let first = try other.xfer("import", archive)
    #expect(first.complaint == "xfer: import: 25 entries taken, limits of history removed 15\n")
    #expect(first.status == 0)
    let second = try other.xfer("import", archive)
    let said = "15 entries taken, 10 were there already, limits of history removed 15"
    #expect(second.complaint == "xfer: import: \(said)\n")
    #expect(second.status == 0)
    #expect(try titles(other) == (16...25).reversed().map { "\($0)" })
  }

  // MARK: The page of archives

  /// The commands of a block of the page, from a line that begins so.
  private func recipe(from words: String) throws -> String {
    let page = try #require(Files.text(Programs.packageDirectory + "/Documentation/Archive.md"))
    let start = try #require(page.firstRange(of: "\n" + words)).lowerBound
    let end = try #require(page[start...].firstRange(of: "\n```")).lowerBound
    return "set -e; cd \"$0\"\n\(page[start..<end])\n"
  }

  private func line(_ text: String) -> String {
    #"{"contents":[{"representations":[{"type":"text/plain","text":"\#(text)"}]}]}"#
  }

  private func titles(_ session: Session) throws -> [String] {
    try session.json(session.xfer("list", "--json").out, at: ["title"]).map {
      $0[0].replacing("\"", with: "")
    }
  }

  @Test func `what the page packs comes in the order of its names`() throws {
    let session = try Session(display: false)
    try Files.makeDirectory(session.scratch + "/entries")
    let numbers = (1...30).map { "\($0 + 100)" }
    for name in numbers.shuffled() {
      try Files.write(line(name), to: session.scratch + "/entries/\(name).jsonl")
    }
    let outcome = try session.run(["sh", "-c", recipe(from: "tar -c "), session.scratch])
    #expect(outcome.complaint == "xfer: import: 30 entries taken\n")
    #expect(try titles(session) == numbers.reversed())
  }

  @Test func `an archive is edited as the page says, and keeps its order`() throws {
    let session = try Session(display: false)
    for number in 1...70 {
      try session.put(Samples.bytes(20_000) + [UInt8(number)], "-t", "public.data")
      try session.put("hello \(number)")
    }
    try session.xfer("export", session.scratch + "/history.tar")
    let before = try titles(session)
    let other = try Session(display: false)
    let words = ["sh", "-c", try recipe(from: "tar -tf history.tar >"), session.scratch]
    let outcome = try other.run(words)
    #expect(outcome.complaint == "xfer: import: 140 entries taken\n")
    #expect(try titles(other) == before.map { $0.replacing("hello", with: "good day") })
  }

  @Test func `the order of an archive stays, whatever its times say`() throws {
    let session = try Session(display: false)
    try Files.makeDirectory(session.scratch + "/entries")
    let lines = [3, 1, 2].map { "{\"time\":\($0),\(line("at \($0)").dropFirst())" }
    try Files.write(lines.joined(separator: "\n"), to: session.scratch + "/entries/1.jsonl")
    _ = try session.run(["sh", "-c", recipe(from: "tar -c "), session.scratch])
    #expect(try titles(session) == ["at 2", "at 1", "at 3"])
  }

  @Test(arguments: [
    [], Array("no archive".utf8), Samples.bytes(10_000), [UInt8](repeating: 0, count: 100_000),
  ])
  func `what is no archive is refused and changes nothing`(_ bytes: [UInt8]) throws {
    let session = try Session(display: false)
    let outcome = try session.xfer("import", "-", input: .bytes(bytes))
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(outcome.complaint.hasPrefix("xfer: standard input: one of xfer export, a tar, was"))
    let path = session.scratch + "/a.tar"
    try Files.write(String(decoding: bytes, as: UTF8.self), to: path)
    let named = try session.xfer("import", path)
    #expect(named.complaint.hasPrefix("xfer: \(path): one of xfer export, a tar, was expected: "))
    #expect(named.isCleanFailure, "\(named.complaint)")
    #expect(try session.xfer("list", "--all").out.isEmpty)
    #expect(try session.xfer("import", session.scratch + "/none.tar").status == 66)
  }
}
