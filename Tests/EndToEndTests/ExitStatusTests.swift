internal import Glibc
import Testing

/// The exit codes that scripts rely on, each with one clear line.
@Suite("Exit codes")
struct ExitStatusTests {
  @Test(arguments: [
    ["nonsense"],
    ["put", "--nonsense"],
    ["get", "-t"],
    ["get", "--timeout", "soon"],
    ["put", "--expire", "1 fortnight"],
    ["put", "--pastes", "none"],
    ["put", "--pastes", "0"],
    ["put", "-r", "text/plain"],
    ["get", "one", "two"],
    ["daemon", "dance"],
    ["config", "dance"],
    ["board", "dance"],
    ["board", "create"],
    ["list", "-l", "0"],
    ["list", "--all", "-p"],
    ["get", "nonsense"],
    ["types", "@0"],
    ["show"],
    ["show", "abc"],
    ["restore", ""],
    ["copy", "@1"],
    ["move", "--to", "notes"],
    ["pin"],
    ["tag", "@1"],
    ["remove", "@1", "zzzz"],
    ["export"],
    ["import", "a.tar", "b.tar"],
    ["put", "/etc/hostname", "-"],
    ["get", "--files", "-o", "/tmp/"],
    ["get", "-o", ""],
  ])
  func `wrong words are 64`(words: [String]) throws {
    let session = try Session(.absent, display: false)
    let outcome = try session.run([Programs.xfer] + words)
    #expect(outcome.status == 64)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect(session.daemons.isEmpty, "not worth a daemon")
  }

  @Test(arguments: [["help"], ["help", "put"], ["put", "--help"], ["--version"], ["version"]])
  func `help and version are 0 and need no daemon`(words: [String]) throws {
    let session = try Session(.absent, display: false)
    let outcome = try session.run([Programs.xfer] + words)
    #expect(outcome.status == 0)
    #expect(!outcome.out.isEmpty)
    #expect(outcome.errors.isEmpty)
    #expect(session.daemons.isEmpty)
  }

  @Test func `help of a verb is its --help`() throws {
    let session = try Session(.absent, display: false)
    for verb in ["put", "get", "types", "clear", "watch", "status", "config", "daemon"] {
      let help = try session.xfer("help", verb)
      #expect(help.status == 0)
      #expect(help.text.contains(verb))
      #expect(try session.xfer(verb, "--help").out == help.out)
    }
  }

  @Test func `nothing there and not of that type are 1`() throws {
    let session = try Session()
    for words in [["get"], ["types"]] {
      let outcome = try session.run([Programs.xfer] + words)
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    }
    try session.put("text")
    let outcome = try session.xfer("get", "-t", "image/png")
    #expect(outcome.status == 1)
    #expect(outcome.isCleanFailure)
    #expect(outcome.complaint.contains("text"), "names what there is: \(outcome.complaint)")
  }

  @Test func `data that does not fit its type is 65`() throws {
    let session = try Session()
    for type in ["text/plain", "public.utf8-plain-text", ".txt", "UTF8_STRING"] {
      let outcome = try session.xfer("put", "-t", type, input: .bytes([0x61, 0xFF]))
      #expect(outcome.status == 65, "\(type)")
      #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    }
    #expect(try session.xfer("get").status == 1)
  }

  @Test func `input that is missing is 66`() throws {
    let session = try Session()
    let outcome = try session.xfer("put", "-r", "text/html=/nonexistent/file")
    #expect(outcome.status == 66)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("/nonexistent/file"))
    let directory = try session.xfer("put", "-r", "text/html=/tmp")
    #expect(directory.status == 66)
    #expect(directory.isCleanFailure, "\(directory.complaint)")
  }

  @Test func `output that cannot be made is 73 and leaves nothing`() throws {
    let session = try Session()
    try session.put("x")
    let outcome = try session.xfer("get", "-o", session.scratch + "/none/file")
    #expect(outcome.status == 73)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect(!Files.exists(session.scratch + "/none"))
  }

  @Test(arguments: [5, 3_000_000]) func `a full disk is 74`(size: Int) throws {
    let session = try Session()
    try session.put(Samples.text(size))
    let outcome = try session.xfer("get", output: .file("/dev/full"))
    #expect(outcome.status == 74)
    #expect(outcome.complaint.hasPrefix("xfer: "), "\(outcome.complaint)")
    try session.verifyAlive()
  }

  @Test func `a silent owner is 75, and works again when it wakes (B34)`() throws {
    let session = try Session()
    try session.xclipOwns(.bytes(Array("late".utf8)))
    let xclip = try #require(session.processes(named: "xclip").first)
    kill(xclip, SIGSTOP)
    let outcome = try session.xfer("get", "--timeout", "500ms")
    #expect(outcome.status == 75)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
    #expect((400..<3000).contains(outcome.elapsed.milliseconds), "\(outcome.elapsed)")
    kill(xclip, SIGCONT)
    #expect(try session.xfer("get").text == "late")
    #expect(try session.xclipReads().text == "late")
    try session.verifyAlive()
  }

  @Test func `Ctrl-C is 130 and leaves nothing`() throws {
    let session = try Session()
    try session.xclipOwns(.bytes(Array("late".utf8)))
    let xclip = try #require(session.processes(named: "xclip").first)
    kill(xclip, SIGSTOP)
    let file = session.scratch + "/got"
    let get = try session.startXfer("get", "-o", file)
    #expect(holds(within: .seconds(5)) { Processes.hasSocket(get.pid) })
    get.send(SIGINT)
    #expect(get.waited(within: .seconds(2)) == 130)
    kill(xclip, SIGCONT)
    #expect(!Files.exists(file))
    try session.verifyAlive()
  }

  @Test func `closed standard input and output are told`() throws {
    let session = try Session(display: false)
    try session.put("text")
    let codes = [
      "get >&-": 74, "types >&-": 74, "status >&-": 74, "put <&-": 66, "type of - <&-": 66,
    ]
    for (words, code) in codes {
      let outcome = try session.run(["sh", "-c", "exec \(Programs.xfer) \(words)"])
      #expect(outcome.status == code, "\(words): \(outcome.complaint)")
      #expect(outcome.isCleanFailure, "\(words): \(outcome.complaint)")
    }
    #expect(try session.xfer("get").text == "text")
  }
}

extension Session {
  /// The processes of this session with this name.
  func processes(named name: String) -> [pid_t] {
    processes.filter { Processes.name(of: $0) == name }
  }
}

extension Processes {
  /// Whether a process has a socket open.
  static func hasSocket(_ pid: pid_t) -> Bool {
    descriptors(of: pid).contains { $0.hasPrefix("socket:") }
  }
}
