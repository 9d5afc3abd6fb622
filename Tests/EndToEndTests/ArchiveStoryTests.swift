import Glibc
import Testing

/// Archives of any size and kind, and what goes wrong on the way.
@Suite("Archives on the way", .timeLimit(.minutes(15)))
struct ArchiveStoryTests {
  /// What a list says of entries, but for what depends on the place.
  private static let listed = [
    "entry", "board", "index", "time", "title", "source", "types", "size", "items", "pinned",
    "tags",
  ]

  private func list(_ session: Session) throws -> [[String]] {
    // Of all boards together they would stand in the order in which they were put or taken.
    try ["clipboard", "notes"].flatMap { board in
      let outcome = try session.xfer("list", "-b", board, "--json", within: .seconds(60))
      return try session.json(outcome.out, at: Self.listed)
    }
  }

  /// An archive with as many entries, by other means than ours; some have a file.
  private func archive(_ count: Int, in session: Session) throws -> String {
    let path = session.scratch + "/made.tar"
    let script = """
      import io, json, sys, tarfile
      with tarfile.open(sys.argv[1], "w") as archive:
        def add(name, content):
          member = tarfile.TarInfo(name)
          member.size = len(content)
          archive.addfile(member, io.BytesIO(content))
        count, lines, members = int(sys.argv[2]), [], 0
        for number in range(count):
          text = {"type": "public.utf8-plain-text", "text": f"text {number} \\u00e4"}
          if number % 100 == 0:
            name = f"payloads/{number}"
            add(name, f"{number} ".encode() * 10000)
            text = {"type": "public.data", "file": name}
          entry = {"entry": f"{number + 1:016x}", "board": ["clipboard", "notes"][number % 2],
            "time": 1.7e9 + number / 8, "contents": [{"representations": [text]}]}
          if number % 7 == 0:
            entry["tags"] = ["seven", "\\u00f6"]
          lines.append(json.dumps(entry))
          if number % 1000 == 999 or number == count - 1:
            members += 1
            add(f"entries/{members}.jsonl", "\\n".join(lines).encode() + b"\\n")
            lines = []
      """
    let made = try session.run([Programs.python, "-c", script, path, "\(count)"])
    try #require(made.status == 0, "\(made.complaint)")
    return path
  }

  @Test func `ten thousand entries go out and come in again, and are the same`() throws {
    let session = try Session(display: false)
    let made = try session.xfer(
      "import",
      archive(10_000, in: session),
      within: .seconds(120)
    )
    #expect(made.complaint == "xfer: import: 10000 entries taken\n")
    let path = session.scratch + "/all.tar"
    let export = try session.xfer("export", path, within: .seconds(60))
    #expect(export.status == 0, "\(export.complaint)")
    let other = try Session(display: false)
    let taken = try other.xfer("import", path, within: .seconds(120))
    #expect(taken.complaint == "xfer: import: 10000 entries taken\n")
    #expect(try list(other) == list(session))
    for (place, type) in [("@1", "text/plain"), ("@50", "public.data"), ("@5000", "public.data")] {
      let words = [Programs.xfer, "get", place, "-t", type]
      let contents = try [session, other].map { try $0.run(words).out }
      #expect(contents[0] == contents[1] && !contents[0].isEmpty)
    }
    // Written once more it has the same content.
    let again = other.scratch + "/again.tar"
    _ = try other.xfer("export", again, within: .seconds(60))
    let lines = try [path, again].map { archive in
      try other.run(["tar", "-xOf", archive, "--wildcards", "entries/*"]).out
    }
    #expect(lines[0] == lines[1])
    try other.verifyAlive()
  }

  @Test func `an archive goes through a pipe to the daemon that it comes from`() throws {
    let session = try Session(display: false)
    for number in 1...3 { try session.put("\(number)") }
    try session.put(Samples.bytes(2_000_000), "-t", "public.data")
    let command = "xfer export - | xfer import - -b other"
    let outcome = try session.run(["sh", "-c", command])
    #expect(outcome.complaint == "xfer: import: 0 entries taken, 4 were there already\n")
    #expect(try session.xfer("list", "-b", "other").status != 0)
    #expect(try session.xfer("list").lines.count == 4)
    let other = try Session(display: false)
    let socket = other.environment["XFER_SOCKET"] ?? ""
    let across = "xfer export - | XFER_SOCKET=\(socket) xfer import - -b other"
    let taken = try session.run(["sh", "-c", across])
    #expect(taken.complaint == "xfer: import: 4 entries taken\n")
    let boards = try other.json(
      other.xfer("list", "--all", "--json").out,
      at: ["board", "current"]
    )
    let name = "\"other\""
    #expect(boards == [[name, "true"]] + Array(repeating: [name, "false"], count: 3))
    expect(try other.xfer("get", "-b", "other").out, is: Samples.bytes(2_000_000))
  }

  @Test func `an archive that is cut anywhere gives what came before, and is completed`() throws {
    let session = try Session(display: false)
    for number in 1...3 { try session.put("\(number)") }
    try session.put(Samples.bytes(20_000), "-t", "public.data")
    try session.put("last", "-b", "notes")
    let whole = try session.xfer("export", "-").out
    let other = try Session(display: false)
    for end in stride(from: 0, to: whole.count, by: 512) {
      let cut = Array(whole[..<end])
      let outcome = try other.xfer("import", "-", input: .bytes(cut))
      // The second block of the end says nothing that the first has not said.
      let isWhole = end == whole.count - 512
      #expect(outcome.status == (isWhole ? 0 : 65), "\(end): \(outcome.complaint)")
      #expect(outcome.isCleanFailure || isWhole || outcome.complaint.contains("taken"))
    }
    let rest = try other.xfer("import", "-", input: .bytes(whole))
    #expect(rest.status == 0, "\(rest.complaint)")
    #expect(try list(other) == list(session))
    try other.verifyAlive()
  }

  @Test func `a wrong line is named, and the others are taken`() throws {
    let session = try Session(display: false)
    let good = #"{"contents":[{"representations":[{"type":"text/plain","text":"good"}]}]}"#
    let lines = [
      good, "no JSON", "[]", #"{"contents":[]}"#, #"{"contents":[{"representations":[]}]}"#,
      good.replacing("text/plain", with: "public.json").replacing("good", with: "{"),
      good.replacing(#""text":"good""#, with: #""data":"!""#),
      good.replacing(#""text":"good""#, with: #""file":"payloads/none""#),
      good.replacing(#""text":"good""#, with: #""data":"/w==""#),
      #"{"board":"a\nb",\#(good.dropFirst())"#, #"{"time":1e300,\#(good.dropFirst())"#,
      #"{"expires":-1,\#(good.dropFirst())"#, #"{"entry":"12",\#(good.dropFirst())"#,
      #"{"tags":[""],\#(good.dropFirst())"#, #"{"schema":2,\#(good.dropFirst())"#, "", good,
    ]
    let folder = session.scratch + "/entries"
    try Files.makeDirectory(folder)
    try Files.write(lines.joined(separator: "\n"), to: folder + "/1.jsonl")
    try Files.write("a stranger's", to: session.scratch + "/other")
    let path = session.scratch + "/a.tar"
    _ = try session.run(["tar", "-cf", path, "-C", session.scratch, "other", "./entries"])
    let outcome = try session.xfer("import", path)
    #expect(outcome.status == 65)
    // JSON is no requirement of its type's own.
    let last = outcome.complaint.split(separator: "\n").last.map(String.init)
    #expect(last == "xfer: import: 3 entries taken, 13 could not be taken")
    let problems = outcome.complaint.split(separator: "\n").dropLast()
    #expect(problems.allSatisfy { $0.hasPrefix("xfer: \(path): ./entries/1.jsonl, line ") })
    let places = problems.compactMap { line in
      line.split(separator: " ").firstIndex(of: "line").map { line.split(separator: " ")[$0 + 1] }
    }
    #expect(places == [2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15].map { "\($0):" })
    try session.verifyAlive()
  }

  @Test func `what a stranger packs in is refused bit by bit, and costs little`() throws {
    let session = try Session(display: false)
    let script = """
      import io, json, sys, tarfile
      with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as archive:
        def add(name, content, kind=tarfile.REGTYPE):
          member = tarfile.TarInfo(name)
          member.size, member.type, member.linkname = len(content), kind, "/etc/passwd"
          archive.addfile(member, io.BytesIO(content))
        def entry(file):
          return json.dumps({"contents": [{"representations": [{"type": "public.data", "file": file}]}]})
        for number in range(3000):
          add(f"payloads/{number}", b"x" * 10)
        for name in ["../../payloads/a", "/payloads/b", "entries/../x"]:
          add(name, b"{}")
        add("payloads/link", b"", tarfile.SYMTYPE)
        lines = [entry("payloads/2999"), "[" * 100000, "x" * (5 << 20), entry("payloads/link"),
          entry("/etc/passwd"), json.dumps({"contents": [{"representations": [{"type": "public.data",
            "text": "t"}] * 2000}]}), json.dumps({"title": [1] * 200000, "contents": []}),
          json.dumps({"title": "t" * 5000, "contents": [{"representations": [
            {"type": "public.data", "text": "t"}]}]}),
          entry("payloads/1")]
        add("entries/1.jsonl", "\\n".join(lines).encode())
        add("entries/2.jsonl", entry("payloads/1").encode())
      """
    let archive = try session.run([Programs.python, "-c", script])
    try #require(archive.status == 0, "\(archive.complaint)")
    let outcome = try session.xfer("import", "-", input: .bytes(archive.out))
    #expect(outcome.status == 65)
    let last = outcome.complaint.split(separator: "\n").last.map(String.init)
    #expect(last == "xfer: import: 1 entry taken, 9 could not be taken", "\(outcome.complaint)")
    #expect(try session.xfer("get", "@1").out == Array(repeating: UInt8(ascii: "x"), count: 10))
    try session.verifyAlive()
  }

  @Test func `an archive that comes slowly delays nobody`() throws {
    let session = try Session(display: false)
    try session.put(Samples.bytes(100_000), "-t", "public.data")
    let archive = try session.xfer("export", "-").out
    let other = try Session(display: false)
    let pipe = other.scratch + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_CLOEXEC)
    let taking = try other.startXfer("import", pipe)
    try write(Array(archive[..<50_000]), to: writer)
    for _ in 1...5 {
      #expect(try other.xfer("put", input: .bytes([65])).elapsed < .seconds(1))
      #expect(try other.xfer("status").elapsed < .seconds(1))
    }
    try write(Array(archive[50_000...]), to: writer)
    close(writer)
    #expect(taking.outcome(within: .seconds(10)).status == 0)
    expect(try other.xfer("get", "@6", "-t", "public.data").out, is: Samples.bytes(100_000))
    try other.verifyAlive()
  }

  @Test func `a full disk and an interruption leave no archive`() throws {
    let session = try Session(display: false)
    try session.put(Samples.bytes(3_000_000), "-t", "public.data")
    let full = try session.xfer("export", "-", output: .file("/dev/full"))
    #expect(full.status == 74, "\(full.complaint)")
    let said = "the storage failed: the disk is full\n"
    #expect(full.complaint == "xfer: standard output: \(said)")
    #expect(try session.xfer("export", "/dev/full").complaint == "xfer: /dev/full: \(said)")
    // A reader that takes nothing: the export waits, and nobody else does.
    let pipe = session.scratch + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    let export = try session.startXfer("export", pipe)
    #expect(holds(within: .seconds(10)) { poll(reader) })
    #expect(try session.xfer("status").elapsed < .seconds(1))
    export.send(SIGINT)
    #expect(export.outcome(within: .seconds(10)).status == 130)
    try session.verifyAlive()
  }

  @Test func `a reader that goes away ends an export without a word`() throws {
    let session = try Session(display: false)
    try session.put(Samples.bytes(3_000_000), "-t", "public.data")
    let outcome = try session.run([
      "bash", "-c", "xfer export - | head -c 1; exit ${PIPESTATUS[0]}",
    ])
    #expect(outcome.status == 74)
    #expect(outcome.errors.isEmpty, "\(outcome.complaint)")
    try session.verifyAlive()
  }

  @Test func `what is secret or there for a while never goes into an archive`() throws {
    let session = try Session(display: false)
    try session.put("secret", "--sensitive", "-b", "a")
    try session.put("once", "--once", "-b", "b")
    try session.put("short", "--expire", "1h", "-b", "c")
    try session.put("gone", "--expire", "1ms", "-b", "d")
    let archive = try session.xfer("export", "-").out
    let text = String(decoding: archive, as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("once") && text.contains("short"))
    let other = try Session(display: false)
    #expect(try other.xfer("import", "-", input: .bytes(archive)).status == 0)
    let listed = try other.json(
      other.xfer("list", "--all", "--json").out,
      at: ["title", "expires"]
    )
    let mine = try session.json(session.xfer("list", "-b", "c", "--json").out, at: ["expires"])
    #expect(listed.map { $0[0] } == ["\"short\""])
    let expiries = [listed.first?[1], mine.first?[0]].compactMap { $0.flatMap(Double.init) }
    #expect(expiries.count == 2 && abs(expiries[0] - expiries[1]) < 1)
  }

  /// Whether there is something to read.
  private func poll(_ number: CInt) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&entry, 1, 0) == 1
  }
}
