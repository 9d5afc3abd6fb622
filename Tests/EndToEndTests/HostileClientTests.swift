internal import Glibc
internal import TestSupport
import Testing

/// Whatever a client of the socket does, the daemon lives and nobody else notices.
@Suite("Hostile clients")
struct HostileClientTests {
  private func story(_ name: String, _ session: Session) throws -> [String] {
    let outcome = try session.run(
      [Programs.python, Programs.peer("hostile.py"), session.socket, name],
      within: .seconds(60)
    )
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return outcome.lines
  }

  @Test func `what is no JSON closes the connection`() throws {
    let session = try Session(display: false)
    try session.put("kept")
    let lines = try story("garbage", session)
    #expect(lines.count == 14)
    // What is nested too deeply is not read to the end, so it may be JSON after all.
    #expect(lines.allSatisfy { $0 == "closed" || $0 == "InvalidParameter" }, "\(lines)")
    #expect(lines.filter { $0 == "closed" }.count >= 12, "\(lines)")
    #expect(try session.xfer("get").text == "kept")
    try session.verifyAlive()
  }

  @Test func `a wrong shape is a typed error and the connection lives on`() throws {
    let session = try Session(display: false)
    try session.put("kept")
    for line in try story("shapes", session) {
      let word = line.prefix { $0 != " " }
      #expect(!["closed", "dead", "done"].contains(word), "\(line)")
    }
    #expect(try session.xfer("get").text == "kept")
    try session.verifyAlive()
  }

  @Test func `JSON that is no call does nothing`() throws {
    let session = try Session(display: false)
    for line in try story("roots", session) { #expect(line.hasPrefix("fine"), "\(line)") }
    try session.verifyAlive()
  }

  @Test func `100 MiB without an end cost no memory that stays`() throws {
    let session = try Session(display: false)
    _ = try story("flood", session)
    try session.verifyAlive()
    let isSmall = holds(within: .seconds(5)) {
      (residentBytes(of: session.daemonPid) ?? .max) < 64 << 20
    }
    #expect(isSmall, "\(residentBytes(of: session.daemonPid) ?? 0) bytes")
    #expect((peakResidentBytes(of: session.daemonPid) ?? .max) < 200 << 20)
  }

  @Test func `a message over 64 MiB is refused and the connection lives on`() throws {
    let session = try Session(display: false)
    #expect(try story("large", session) == ["TooLarge", "True"])
    try session.verifyAlive()
  }

  @Test func `messages in pieces, cut off, and many in one write`() throws {
    let session = try Session(display: false)
    #expect(try story("pieces", session) == ["done", "done"])
    #expect(try story("pipelined", session) == ["1000"])
    #expect(try story("crowd", session) == ["True"])
    try session.verifyAlive()
  }

  @Test func `descriptors that cannot be read are refused, and none is kept`() throws {
    let session = try Session(display: false)
    let lines = try story("descriptors", session)
    for what in ["directory", "writeonly", "path", "socket"] {
      #expect(lines.contains("\(what) InputFailed"), "\(lines)")
    }
    #expect(lines.contains("none InvalidRequest"), "\(lines)")
    #expect(lines.contains("pipe done"), "\(lines)")
    #expect(lines.contains("many done"), "\(lines)")
    #expect(lines.contains("served True"), "\(lines)")
    try session.put("after")
    try session.verifyAlive()
  }

  @Test(arguments: ["endless", "deaf"])
  func `a client that never ends or never reads delays nobody`(name: String) throws {
    let session = try Session()
    try session.put(Samples.text(2 << 20))
    try session.put("short", "-p")
    let client = try session.start(
      [Programs.python, Programs.peer("hostile.py"), session.socket, name],
      input: .pipe,
      output: .pipe
    )
    #expect(readLine(from: client.output, within: .seconds(10)) == "waiting")
    for _ in 1...5 {
      let get = try session.xfer("get", "-p")
      #expect(get.text == "short")
      #expect(get.elapsed < .seconds(1))
      #expect(try session.xclipReads(selection: "primary").text == "short")
    }
    #expect(try session.xfer("put", input: .bytes([65])).elapsed < .seconds(1))
    client.closeInput()
    #expect(client.waited(within: .seconds(10)) == 0)
    try session.verifyAlive()
  }

  @Test func `another user is refused`() throws {
    try #require(getuid() == 0, "needs root to become somebody else")
    let session = try Session(display: false)
    try session.put("mine")
    // The modes already keep strangers out; the check of who calls must do so without them.
    for path in ["", "/runtime", "/runtime/xfer"] { chmod(session.scratch + path, 0o755) }
    chmod(session.socket, 0o666)
    let script = session.scratch + "/stranger.py"
    try Files.write(Files.read(Programs.peer("stranger.py")) ?? [], to: script)
    chmod(script, 0o644)
    let stranger = try session.run(
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        + [Programs.python, script, session.socket]
    )
    #expect(stranger.status == 0, "\(stranger.complaint)")
    let answer = stranger.text
    #expect(answer.hasPrefix("closed") || answer.hasPrefix("refused") || answer.contains("error"))
    #expect(!answer.contains("\"pid\""), "\(answer)")
    #expect(try session.xfer("get").text == "mine")
    Files.remove(script)
    chmod(session.socket, 0o600)
    try session.verifyAlive()
  }
}
