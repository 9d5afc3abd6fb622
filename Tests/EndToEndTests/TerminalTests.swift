import Testing

/// A terminal is spared what it cannot show; everything else gets the bytes.
@Suite("On a terminal")
struct TerminalTests {
  private func terminal(
    _ session: Session,
    _ words: String...,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try session.run(
      [Programs.python, Programs.peer("terminal.py"), Programs.xfer] + words,
      environment: ["TERM": "xterm"].merging(environment) { $1 }
    )
  }

  @Test(arguments: [("a", "a\n"), ("a\n", "a\n"), ("a\n\n", "a\n\n"), ("", "")])
  func `text gets the newline that it lacks`(text: String, shown: String) throws {
    let session = try Session(display: false)
    try session.put(text)
    let outcome = try terminal(session, "get")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text == shown)
    #expect(try session.xfer("get").text == text)
  }

  @Test func `binary is refused with a hint`() throws {
    let session = try Session(display: false)
    let bytes = Samples.bytes(1000)
    try session.put(bytes)
    // By itself a terminal asks for text only.
    let text = try terminal(session, "get")
    #expect(text.status == 1)
    #expect(text.out.isEmpty)
    #expect(text.complaint.contains("public.data"), "\(text.complaint)")
    let outcome = try terminal(session, "get", "-t", "public.data")
    #expect(outcome.status != 0)
    #expect(outcome.out.isEmpty)
    #expect(outcome.complaint.contains("-o"), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("--force"), "\(outcome.complaint)")
    let forced = try terminal(session, "get", "-t", "public.data", "--force")
    #expect(forced.status == 0)
    expect(forced.out, is: bytes)
    let file = session.scratch + "/got"
    #expect(try terminal(session, "get", "-t", "public.data", "-o", file).status == 0)
    expect(Files.read(file), is: bytes)
  }

  @Test func `control characters are shown as symbols`() throws {
    let session = try Session(display: false)
    try session.put("a\u{1B}[2J\u{7}b\tc\n\u{9B}1md")
    let outcome = try terminal(session, "get")
    #expect(outcome.status == 0)
    #expect(!outcome.out.contains(0x1B))
    #expect(!outcome.out.contains(0x07))
    #expect(!outcome.text.unicodeScalars.contains("\u{9B}"))
    #expect(outcome.text.contains("b\tc\n"))
    #expect(outcome.text.contains("␛[2J␇b"), "\(outcome.text.debugDescription)")
  }

  @Test func `types are a table here and tab-separated elsewhere`() throws {
    let session = try Session(display: false)
    try session.put("text")
    let piped = try session.xfer("types")
    let line = try #require(piped.lines.first { $0.contains("public.utf8-plain-text") })
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
    #expect(columns.count == 3)
    #expect(columns.last == "4")
    #expect(!piped.out.contains(0x1B))
    let shown = try terminal(session, "types")
    #expect(shown.text.contains("public.utf8-plain-text"))
    #expect(!shown.text.contains("\t"))
    let plain = try terminal(session, "types", environment: ["NO_COLOR": "1"])
    #expect(!plain.out.contains(0x1B))
  }

  @Test func `a get that reads its terminal would hang, and does not`() throws {
    // Nothing waits on stdin unless it reads stdin.
    let session = try Session(display: false)
    try session.put("x")
    let child = try session.start([Programs.xfer, "get"], input: .pipe)
    #expect(child.outcome(within: .seconds(5)).text == "x")
    let types = try session.start([Programs.xfer, "types"], input: .pipe)
    #expect(types.outcome(within: .seconds(5)).status == 0)
    let put = try session.start(
      [Programs.xfer, "put", "-r", "text/html=/etc/passwd"],
      input: .pipe
    )
    #expect(put.outcome(within: .seconds(5)).status == 0)
  }
}
