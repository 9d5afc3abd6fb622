import Testing

/// `xferd doctor --store`: what is wrong with a history, and what becomes of it.
@Suite("Doctor of the store", .timeLimit(.minutes(15)))
struct StoreDoctorTests {
  private static let large = [UInt8](repeating: 7, count: 100_000)

  @Test func `a history that is sound is said to be, after a crash as well`() throws {
    let session = try Self.filled()
    let running = try Self.doctor(session)
    #expect(running.status == 0, "\(running.complaint)")
    #expect(running.lines.last?.contains("index for searches was not checked") == true)
    session.killDaemon()
    let outcome = try Self.doctor(session)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.count == 1)
    #expect(outcome.text.hasSuffix(": all is well\n"))
  }

  @Test func `what is damaged is left to the daemon that has it, and then set aside`() throws {
    let session = try Self.filled()
    let payloads = session.scratch + "/state/xfer/payloads"
    let name = try #require(Files.names(in: payloads).first)
    try Files.write([1, 2, 3], to: payloads + "/" + name)
    let inUse = try Self.doctor(session)
    #expect(inUse.status == 69)
    #expect(inUse.lines.first?.hasPrefix("left: ") == true)
    #expect(inUse.lines.last?.contains("xfer daemon stop") == true)
    #expect(Files.exists(payloads + "/" + name))
    session.killDaemon()
    let dry = try Self.doctor(session, "--dry-run")
    #expect(dry.status == 69)
    #expect(dry.lines.last?.hasPrefix("nothing was mended") == true)
    #expect(Files.exists(payloads + "/" + name))
    let outcome = try Self.doctor(session)
    #expect(outcome.status == 74)
    #expect(outcome.lines.first?.hasPrefix("lost: ") == true)
    #expect(Files.names(in: payloads).isEmpty)
    #expect(try Self.doctor(session).status == 0)
    try session.startDaemon()
    #expect(try session.xfer("get", "-b", "work", "@1").text == "small")
    #expect(try session.xfer("get", "-b", "work", "@2").status != 0)
  }

  @Test func `of a database that is no more the files come back`() throws {
    let session = try Self.filled()
    #expect(try session.xfer("daemon", "stop").status == 0)
    let path = session.scratch + "/state/xfer/history.sqlite"
    try Files.write([UInt8](repeating: 0x55, count: 4096), to: path)
    let outcome = try Self.doctor(session, "--json")
    #expect(outcome.status == 74, "\(outcome.complaint)")
    #expect(outcome.text.hasPrefix(#"{"schema":1,"#))
    #expect(outcome.text.contains(#""lost":1,"#))
    try session.startDaemon()
    #expect(try session.xfer("get", "-b", "recovered", "@1").out == Self.large)
  }

  @Test(arguments: [[], ["--everything"], ["--store", "more"]]) func `a wrong word is 64`(
    _ words: [String]
  ) throws {
    let session = try Session(.absent, display: false)
    #expect(try session.run([Programs.xferd, "doctor"] + words).status == 64)
  }

  private static func filled() throws -> Session {
    let session = try Session(display: false)
    _ = try session.xfer("put", "-b", "work", "-t", "public.data", input: .bytes(large))
    _ = try session.xfer("put", "-b", "work", input: .bytes(Array("small".utf8)))
    return session
  }

  private static func doctor(_ session: Session, _ words: String...) throws -> Outcome {
    try session.run([Programs.xferd, "doctor", "--store"] + words)
  }
}
