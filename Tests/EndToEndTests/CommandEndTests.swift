internal import TestSupport
import Testing
internal import XCB

/// Commands that make content end with the entry, unless somebody still waits for what they make.
@Suite("Commands and the end of their entry", .timeLimit(.minutes(15)))
struct CommandEndTests {
  private static let ticket = #"{"key": "T-1"}"#

  /// Who has a command run.
  enum Origin: CaseIterable {
    case declaration, put
    /// A declared one that waits for one of the put.
    case both
  }

  /// A session in which a ticket is also had as HTML, by a command.
  private func session(_ command: String) throws -> Session {
    let configuration = "[timeouts]\ncommand = \"60s\""
    let session = try Session(.absent, configuration: configuration)
    let declaration = """
      [[type]]
      identifier = "com.example.ticket"
      conformsTo = ["public.json"]
      [[type.representation]]
      type = "public.html"
      command = ['sh', '-c', '''\(command)''']
      """
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    try Files.write(declaration, to: session.scratch + "/config/xfer/types/ticket.toml")
    try session.startDaemon()
    return session
  }

  private func number() -> String { "\(UInt32.random(in: 10_000_000..<100_000_000))" }

  /// A session with an entry whose HTML is made by a command that sleeps for a long time.
  private func sleeping(
    _ number: String,
    _ origin: Origin,
    _ words: String...
  ) throws -> Session {
    let command = "setsid sleep \(number) & sleep \(number)"
    let session = try session(origin == .declaration ? command : "cat")
    let ticket = "com.example.ticket"
    let promise = origin == .put ? "public.html" : ticket
    let more = origin == .declaration ? ["-t", ticket] : ["--promise", "\(promise)=\(command)"]
    let outcome = try session.run(
      [Programs.xfer, "put"] + more + words,
      input: origin == .declaration ? .bytes(Array(Self.ticket.utf8)) : .nothing
    )
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return session
  }

  /// Whether the command comes to run: whoever gave up on it may have done so before it began.
  private func isRunning(_ number: String) -> Bool {
    holds(within: .seconds(5)) { Processes.isThere("sleep", number) }
  }

  private func isOver(_ number: String) -> Bool {
    holds(within: .seconds(10)) { !Processes.isThere("sleep", number) }
  }

  @Test(arguments: Origin.allCases)
  func `what nobody waits for ends when the entry is replaced`(origin: Origin) throws {
    let number = number()
    let session = try sleeping(number, origin)
    let get = try session.xfer("get", "-t", "public.html", "--timeout", "300ms")
    #expect(get.status == 75, "\(get.complaint)")
    // Whoever comes again finds it there: nobody waits, but somebody may.
    #expect(isRunning(number))
    try session.put("next")
    #expect(isOver(number))
    try session.verifyAlive()
  }

  @Test func `it ends when the board is cleared, when the entry expires, and for another owner`()
    throws
  {
    for way in ["clear", "expire", "xclip"] {
      let number = number()
      let session = try sleeping(number, .put, "--expire", way == "expire" ? "4s" : "1h")
      let get = try session.xfer("get", "-t", "public.html", "--timeout", "100ms")
      #expect(get.status == 75, "\(get.complaint)")
      #expect(isRunning(number))
      switch way {
      case "clear": #expect(try session.xfer("clear").status == 0)
      case "xclip": try session.xclipOwns(.bytes(Array("mine".utf8)))
      default: break
      }
      #expect(isOver(number), "\(way)")
    }
  }

  @Test func `an entry that comes back keeps its command`() throws {
    let number = number()
    let session = try sleeping(number, .put)
    _ = try session.xfer("get", "-t", "public.html", "--timeout", "100ms")
    #expect(isRunning(number))
    try session.put("between", "--once", "--restore")
    #expect(try session.xfer("get").text == "between")
    let isBack = holds(within: .seconds(5)) {
      (try? session.xfer("types").text)?.contains("html") == true
    }
    #expect(isBack)
    #expect(Processes.isThere("sleep", number))
    #expect(try session.xfer("clear").status == 0)
    #expect(isOver(number))
  }

  @Test func `a program that waits over X is refused in its time, and the command ends`() throws {
    let number = number()
    let session = try sleeping(number, .declaration)
    let client = try XClient(in: session)
    try client.ask("text/html")
    #expect(isRunning(number))
    try session.put("next")
    #expect(try client.answer(within: .seconds(5))?.property == Atom.none)
    #expect(isOver(number))
    try session.verifyAlive()
  }

  @Test func `who waits gets what was asked for, though the entry is replaced`() throws {
    let directory = "/tmp/xfer-command-\(number())"
    try Files.makeDirectory(directory)
    defer { Files.remove(directory) }
    let session = try session(
      ": > \(directory)/ran; until [ -e \(directory)/go ]; do sleep 0.01; done; tr a-z A-Z"
    )
    try session.put(Self.ticket, "-t", "com.example.ticket")
    let reader = try session.startXfer("get", "-t", "public.html", "--timeout", "20s")
    #expect(holds(within: .seconds(10)) { Files.exists(directory + "/ran") })
    try session.put("next")
    try Files.write("", to: directory + "/go")
    #expect(reader.outcome().text == #"{"KEY": "T-1"}"#)
    try session.verifyAlive()
  }
}
