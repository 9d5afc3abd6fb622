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

  @Test(arguments: [[], Array("no archive".utf8), Samples.bytes(10_000)])
  func `what is no archive is refused and changes nothing`(_ bytes: [UInt8]) throws {
    let session = try Session(display: false)
    let outcome = try session.xfer("import", "-", input: .bytes(bytes))
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(try session.xfer("list", "--all").out.isEmpty)
    #expect(try session.xfer("import", session.scratch + "/none.tar").status == 66)
  }
}
