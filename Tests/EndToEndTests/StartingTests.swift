internal import Glibc
import Testing

/// The daemon comes up by itself, once, and keeps nothing of who started it.
@Suite("Starting the daemon", .watchingOnAndOff)
struct StartingTests {
  @Test func `put in a command substitution returns at once and starts the daemon`() throws {
    let session = try Session(.absent)
    let shell = try session.run(
      ["sh", "-c", "out=$(echo hi | xfer put 2>&1); printf '<%s>' \"$out\""],
      within: .seconds(10)
    )
    #expect(shell.text == "<>")
    #expect(shell.status == 0)
    #expect(shell.elapsed < .seconds(3))
    #expect(try session.xclipReads().text == "hi\n")
    #expect(session.daemons.count == 1)
  }

  @Test func `both outputs of put are closed when it ends (B02)`() throws {
    let session = try Session(.absent)
    let script = Programs.peer("captured.py")
    for _ in 1...2 {
      let hook = try session.run(
        [Programs.python, script, "3", Programs.xfer, "put", "-t", "text/plain"]
      )
      #expect(hook.status == 0, "\(hook.complaint)")
      #expect(hook.out.isEmpty)
      #expect(hook.errors.isEmpty)
    }
    #expect(try session.xfer("get").text == "x")
  }

  @Test func `the daemon holds no descriptor of the caller`() throws {
    let session = try Session(.absent)
    let held = session.scratch + "/tmp/held"
    let (read, write) = try pipe()
    defer { close(read) }
    let marks = [Files.target(ofLink: "/proc/self/fd/\(write)"), held]
    let caller = try Child(
      ["sh", "-c", "exec 7>\(held) 8<\(held); echo hi | xfer put 3>&7"],
      environment: session.environment,
      output: .descriptor(write),
      errors: .descriptor(write)
    )
    #expect(caller.outcome().status == 0)
    close(write)
    #expect(readAll(from: read, within: .seconds(3)) == [], "somebody holds the pipe open")
    let daemon = try #require(session.daemons.first)
    let kept = Processes.descriptors(of: daemon)
    #expect(Set(kept).isDisjoint(with: marks.compactMap { $0 }), "\(kept)")
    #expect(Processes.session(of: daemon) == daemon, "a session of its own, without a terminal")
    #expect(Files.target(ofLink: "/proc/\(daemon)/cwd") != Files.target(ofLink: "/proc/self/cwd"))
  }

  @Test func `put says nothing on standard error, whoever reads (B06)`() throws {
    let session = try Session(.absent)
    let log = session.scratch + "/tmp/errors"
    let put = try session.run(["sh", "-c", "echo hi | xfer put 2>'\(log)'"])
    #expect(put.status == 0)
    for _ in 1...50 { #expect(try session.xclipReads().text == "hi\n") }
    #expect(Files.read(log) == [])
  }

  @Test func `many at once start one daemon`() throws {
    let session = try Session(.absent)
    for round in 1...3 {
      let callers = try (0..<8).map { try session.startXfer("put", input: .bytes([0x30 + $0])) }
      for caller in callers {
        let outcome = caller.outcome()
        #expect(outcome.status == 0, "round \(round): \(outcome.complaint)")
      }
      #expect(session.daemons.count == 1)
      let got = try session.xfer("get")
      #expect(got.out.count == 1)
      for pid in session.daemons { kill(pid, SIGKILL) }
      #expect(holds(within: .seconds(5)) { session.daemons.isEmpty })
    }
  }

  @Test func `XFER_NO_AUTOSTART forbids the start`() throws {
    let session = try Session(.absent, environment: ["XFER_NO_AUTOSTART": "1"])
    for verb in ["put", "get", "types", "clear", "status", "watch"] {
      let outcome = try session.xfer(verb)
      #expect(outcome.status == 69, "\(verb)")
      #expect(outcome.isCleanFailure, "\(verb): \(outcome.complaint)")
    }
    #expect(session.daemons.isEmpty)
  }

  @Test func `a daemon that was killed is replaced by the next call`() throws {
    let session = try Session(.absent)
    try session.put("one")
    let first = try #require(session.daemons.first)
    kill(first, SIGKILL)
    #expect(holds(within: .seconds(5)) { !Processes.exists(first) })
    try session.put("two")
    #expect(session.daemons.count == 1)
    #expect(session.daemons.first != first)
    #expect(try session.xclipReads().text == "two")
  }

  @Test func `a daemon that goes away before it takes the call is replaced`() throws {
    let session = try Session(.absent)
    // One that was killed listens until the last of its threads is gone, and accepts nobody.
    let dying = try makeSocket(CInt(SOCK_STREAM.rawValue))
    let isBound = withAddress(of: session.socket) { bind(dying, $0, $1) } == 0
    try #require(isBound && listen(dying, 8) == 0)
    let put = try session.startXfer("put", "-b", "work", input: .bytes(Array("once".utf8)))
    var wait = pollfd(fd: dying, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 10_000) == 1, "nobody connects")
    close(dying)
    let outcome = put.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(session.daemons.count == 1)
    #expect(try session.xfer("list", "-b", "work").lines.count == 1)
    #expect(try session.xfer("get", "-b", "work").text == "once")
  }

  @Test func `a second daemon steps back and the first goes on`() throws {
    let session = try Session()
    try session.put("kept")
    let second = try session.run([Programs.xferd], within: .seconds(10))
    // Two starters at once are no failure, so the status is not one.
    #expect(second.complaint.contains("another xferd"), "\(second.complaint)")
    #expect(Files.exists(session.socket))
    #expect(try session.xfer("get").text == "kept")
    try session.verifyAlive()
  }

  @Test func `daemon start and stop do what they say`() throws {
    let session = try Session(.absent)
    #expect(try session.xfer("daemon", "start").status == 0)
    let first = try #require(session.daemons.first)
    #expect(try session.xfer("daemon", "start").status == 0)
    #expect(session.daemons == [first])
    #expect(try session.xfer("daemon", "reload").status == 0)
    #expect(try session.xfer("daemon", "stop").status == 0)
    #expect(holds(within: .seconds(5)) { session.daemons.isEmpty })
    let stopped = try session.xfer("get", environment: ["XFER_NO_AUTOSTART": "1"])
    #expect(stopped.status == 69)
  }

  @Test func `a socket of a service manager is served and left in place`() throws {
    let session = try Session(.absent)
    let service = try session.start(
      [Programs.python, Programs.peer("activate.py"), session.socket, Programs.xferd]
    )
    #expect(holds(within: .seconds(5)) { Files.exists(session.socket) })
    try session.put("activated")
    #expect(try session.xclipReads().text == "activated")
    #expect(session.daemons == [service.pid])
    service.send(SIGTERM)
    #expect(service.waited(within: .seconds(5)) == 0)
    #expect(Files.exists(session.socket), "it is the service manager's")
  }

  @Test func `socket and directory are for their user alone`() throws {
    let session = try Session()
    #expect(Files.mode(session.socket) == 0o600)
    #expect(Files.mode(session.scratch + "/runtime/xfer") == 0o700)
  }
}

extension Session {
  /// Every daemon of this session, however it was started.
  var daemons: [pid_t] {
    processes(named: "xferd")
  }
}
