import Glibc
import TestSupport
import Testing

/// What declarations make of a ticket, seen by other programs; and commands that misbehave.
@Suite("Derived representations", .timeLimit(.minutes(15)))
struct DerivedRepresentationTests {
  private static let ticket = #"{"key": "T-1", "title": "Grüße & <b>"}"#

  private static let declaration = """
    [[type]]
    identifier = "com.example.ticket"
    conformsTo = ["public.json"]
    mimeTypes = ["application/vnd.example.ticket+json"]
    [type.validate]
    required = ["key", "title"]
    [[type.representation]]
    type = "public.utf8-plain-text"
    template = "{{key}}: {{title}}\\n"
    [[type.representation]]
    type = "public.html"
    template = "<p>{{title}}</p>"

    """

  /// A session that knows tickets; `commands` are further representations, by type.
  private func session(
    _ commands: KeyValuePairs<String, String> = [:],
    configuration: String = ""
  ) throws -> Session {
    let session = try Session(.absent, configuration: configuration)
    var text = Self.declaration
    for (type, command) in commands {
      text +=
        "[[type.representation]]\ntype = \"\(type)\"\ncommand = ['sh', '-c', '''\(command)''']\n"
    }
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    try Files.write(text, to: session.scratch + "/config/xfer/types/ticket.toml")
    try session.startDaemon()
    return session
  }

  private func put(_ session: Session) throws {
    try session.put(Array(Self.ticket.utf8), "-t", "com.example.ticket")
  }

  @Test func `xclip reads a ticket as text, as HTML and as what it is`() throws {
    let session = try session()
    try put(session)
    #expect(try session.xclipReads().text == "T-1: Grüße & <b>\n")
    #expect(try session.xclipReads(target: "text/html").text == "<p>Grüße &amp; &lt;b&gt;</p>")
    let mime = "application/vnd.example.ticket+json"
    #expect(try session.xclipReads(target: mime).text == Self.ticket)
    let targets = try session.xclipReads(target: "TARGETS").lines
    let (first, last) = (targets.firstIndex(of: mime), targets.firstIndex(of: "text/html"))
    #expect(try #require(first) < #require(last), "what is derived comes last: \(targets)")
    let types = try session.xfer("types").lines
    #expect(types.count == 3)
    #expect(types.map { $0.hasSuffix("\tderived") } == [false, true, true], "\(types)")
    #expect(try session.xfer("types", "--json").text.contains("\"derived\":true"))
    try session.verifyAlive()
  }

  @Test func `GTK and Qt paste the text`() throws {
    let session = try session()
    let (gtk, qt) = (try ToolkitPeer(.gtk, in: session), try ToolkitPeer(.qt, in: session))
    try put(session)
    #expect(try gtk.getText() == Array("T-1: Grüße & <b>\n".utf8))
    #expect(try qt.getText() == Array("T-1: Grüße & <b>\n".utf8))
  }

  @Test func `a command runs only when it is asked, and once`() throws {
    let scratch = "/tmp/xfer-derived-\(getpid())"
    let session = try session(["public.rtf": "echo x >> \(scratch); tr a-z A-Z"])
    defer { Files.remove(scratch) }
    try put(session)
    #expect(try session.xclipReads(target: "TARGETS").lines.contains("text/rtf"))
    #expect(try session.xclipReads().text == "T-1: Grüße & <b>\n")
    #expect(!Files.exists(scratch))
    for _ in 0..<3 {
      #expect(try session.xclipReads(target: "text/rtf").text.hasPrefix(#"{"KEY": "T-1""#))
    }
    #expect(try session.xfer("get", "-t", "public.rtf").text.hasPrefix(#"{"KEY""#))
    #expect(Files.text(scratch) == "x\n")
    try session.verifyAlive()
  }

  @Test func `misbehaving commands refuse their own target only`() throws {
    let number = "\(UInt32.random(in: 10_000_000..<100_000_000))"
    let session = try session(
      [
        "public.png": "sleep \(number)",
        "public.jpeg": "yes",
        "public.tiff":
          "sleep \(number) & setsid sleep \(number) & setsid -f sleep \(number); exit 4",
        "com.compuserve.gif": "kill -9 $$",
        "com.adobe.pdf": "head -c 2000000000 /dev/zero | sort; exit 1",
        "com.microsoft.bmp": "while :; do setsid sleep \(number) & done",
        "public.rtf": "cat",
      ],
      configuration: """
        [timeouts]
        command = "1500ms"
        [limits]
        command-output = 1000000
        command-memory = "64MiB"
        """
    )
    let reasons = [
      "image/png": "gave no output within", "image/jpeg": "gave more than 1000000 bytes",
      "image/tiff": "exited with status 4", "image/gif": "was ended by signal 9",
      "application/pdf": "memory", "image/bmp": "processes",
    ]
    try put(session)
    let before = try #require(residentBytes(of: session.daemonPid))
    for (target, reason) in reasons {
      let outcome = try session.xfer("get", "-t", target, "--timeout", "20s")
      #expect(outcome.isCleanFailure && outcome.status == 76, "\(target): \(outcome.complaint)")
      #expect(outcome.complaint.contains(reason), "\(target): \(outcome.complaint)")
    }
    // Once more from the start, by a program that asks over X.
    try put(session)
    let client = try XClient(in: session)
    for target in reasons.keys {
      #expect(try client.first(target) == nil, "\(target)")
      #expect(try session.xclipReads().text == "T-1: Grüße & <b>\n", "beside \(target)")
    }
    #expect(holds(within: .seconds(10)) { (try? client.first("text/rtf"))??.text == Self.ticket })
    let isOver = holds(within: .seconds(10)) { !Processes.isThere("sleep", number) }
    #expect(isOver, "no process of it is left")
    #expect(holds(within: .seconds(10)) { zombies(of: session.daemonPid) == 0 })
    let growth = try #require(residentBytes(of: session.daemonPid)) - before
    #expect(growth < 20_000_000, "\(growth)")
    try session.verifyAlive()
  }

  @Test func `a command that is not installed is not offered`() throws {
    let session = try session()
    let more = """
      [[type.representation]]
      type = "public.png"
      command = ["no-such-program-at-all"]
      """
    let file = session.scratch + "/config/xfer/types/ticket.toml"
    try Files.write(Self.declaration + more, to: file)
    #expect(try session.xfer("daemon", "reload").status == 0)
    try put(session)
    #expect(try !session.xclipReads(target: "TARGETS").lines.contains("image/png"))
    #expect(try session.xfer("get", "-t", "image/png").status == 1)
  }

  @Test func `commands end with the daemon`() throws {
    let number = "\(UInt32.random(in: 10_000_000..<100_000_000))"
    let session = try session(["public.png": "setsid sleep \(number) & sleep \(number)"])
    try put(session)
    let client = try XClient(in: session)
    try client.ask("image/png")
    #expect(holds(within: .seconds(5)) { Processes.isThere("sleep", number) })
    #expect(try session.xfer("daemon", "stop").status == 0)
    #expect(holds(within: .seconds(10)) { !Processes.isThere("sleep", number) })
  }

  @Test func `commands end with the daemon though the X server stands still`() throws {
    let number = "\(UInt32.random(in: 10_000_000..<100_000_000))"
    let session = try session(["public.png": "setsid sleep \(number) & sleep \(number)"])
    try put(session)
    let client = try XClient(in: session)
    try client.ask("image/png")
    #expect(holds(within: .seconds(5)) { Processes.isThere("sleep", number) })
    let server = try #require(session.server)
    server.send(signal: SIGSTOP)
    defer { server.send(signal: SIGCONT) }
    // The daemon waits for an answer of the server when it is to end.
    let waiting = try session.startXfer("types")
    #expect(waiting.outcome(within: .seconds(10)).status == 69)
    kill(session.daemonPid, SIGTERM)
    #expect(holds(within: .seconds(5)) { !Processes.exists(session.daemonPid) })
    #expect(!Processes.isThere("sleep", number))
  }

  // MARK: Validation

  @Test(arguments: [
    (#"{"key": "T-1"}"#, "title"), (#"{"key": null, "title": 1}"#, "key"), ("{", "byte 1"),
    (String(repeating: "[", count: 100), "byte 64"), ("", "byte 0"),
  ])
  func `a broken ticket is refused with its place`(text: String, place: String) throws {
    let session = try session()
    try put(session)
    let outcome = try session.xfer(
      "put",
      "-t",
      "com.example.ticket",
      input: .bytes(Array(text.utf8))
    )
    #expect(outcome.status == 65)
    #expect(outcome.isCleanFailure && outcome.complaint.contains(place), "\(outcome.complaint)")
    #expect(try session.xfer("get", "-t", "public.json").text == Self.ticket)
    try session.verifyAlive()
  }

  @Test func `content that is too large to be checked costs an error and no memory`() throws {
    let session = try session()
    let file = session.scratch + "/large"
    let sparse = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(sparse >= 0 && ftruncate(sparse, 65 << 20) == 0)
    close(sparse)
    let before = try #require(peakResidentBytes(of: session.daemonPid))
    let outcome = try session.xfer(
      "put",
      "-t",
      "com.example.ticket",
      input: .file(file),
      within: .seconds(60)
    )
    #expect(outcome.isCleanFailure && outcome.status == 65, "\(outcome.complaint)")
    let growth = try #require(peakResidentBytes(of: session.daemonPid)) - before
    #expect(growth < 20_000_000, "\(growth)")
    try session.verifyAlive()
  }

  @Test func `a ticket that another program offers must fit`() throws {
    let session = try session()
    let mime = "application/vnd.example.ticket+json"
    for (text, status) in [(Self.ticket, 0), (#"{"key": 1}"#, 65)] {
      let owner = try session.start(
        ["xclip", "-i", "-selection", "clipboard", "-t", mime, "-quiet"],
        input: .bytes(Array(text.utf8))
      )
      #expect(
        holds(within: .seconds(5)) {
          (try? session.xfer("get", "-t", "com.example.ticket").status) == status
        }
      )
      owner.send(SIGTERM)
    }
  }

  private func zombies(of parent: pid_t) -> Int {
    Processes.all.count { pid in
      guard let line = Files.text("/proc/\(pid)/stat"), let end = line.lastIndex(of: ")")
      else { return false }
      let fields = line[end...].split(separator: " ")
      return fields.count > 2 && fields[1] == "Z" && fields[2] == "\(parent)"
    }
  }
}
