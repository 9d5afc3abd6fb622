internal import Glibc
internal import TestSupport
import Testing

/// Secrets are in memory only, and that memory is nobody else's and in no core dump.
@Suite("Memory that holds secrets")
struct SecretMemoryTests {
  /// A secret of some size, which begins and ends with a marker.
  private static func secret(_ count: Int, _ marker: String) -> [UInt8] {
    Array(marker.utf8) + Samples.text(count) + Array(marker.utf8)
  }

  @Test(arguments: [0, 300_000])
  func `what was put as a secret is in locked memory that is not dumped`(count: Int) throws {
    let session = try Session()
    let marker = "sealed-\(count)-9d21b7"
    let secret = Self.secret(count, marker)
    try session.put(secret, "--sensitive")
    let mappings = Self.mappings(of: session.daemonPid)
      .filter { $0.name.contains("xfer-sensitive") }
    #expect(mappings.contains { $0.flags.contains("lo") && $0.residentKiB * 1024 >= count })
    for mapping in mappings {
      #expect(mapping.flags.contains("dd"))
      // The rest is only reserved.
      #expect(mapping.flags.contains("lo") || mapping.residentKiB == 0)
    }
    try verifyInNoFile(marker, session)
    try expect(session.xclipReads().out, is: secret)
    try expect(session.xfer("get").out, is: secret)
    try verifyInNoFile(marker, session)
    try session.xfer("clear")
    #expect(holds(within: .seconds(5)) { !Self.holdsSecret(session.daemonPid) })
    // What is no secret is in a file that is open, so the search could have found it.
    try session.put(Self.secret(300_000, marker))
    #expect(try !session.openFilesHolding(marker).isEmpty)
    try session.verifyAlive()
  }

  @Test func `nor is a marked secret in a file while somebody pastes it (x11 47)`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let slow = RawOwner.Incremental(pieceSize: 40_000, pause: .milliseconds(30))
    let marker = "pasted-9d21b7"
    let secret = Self.secret(800_000, marker)
    let owner = try RawOwner(
      server,
      answers: [
        "x-kde-passwordManagerHint": .text("secret"),
        "UTF8_STRING": .pieces(type: "UTF8_STRING", .bytes(secret), slow),
      ]
    )
    let get = try session.startXfer("get")
    #expect(holds(within: .seconds(5)) { Self.holdsSecret(session.daemonPid) })
    while get.poll() == nil { try verifyInNoFile(marker, session) }
    #expect(owner.finished == 1)
    expect(get.outcome().out, is: secret)
    #expect(holds(within: .seconds(5)) { !Self.holdsSecret(session.daemonPid) })
    try verifyInNoFile(marker, session)
  }

  @Test func `no other program of its user can look into the daemon`() throws {
    let session = try Session(.absent, display: false)
    // The administrator may look into everything, unless without the rights of one.
    let unprivileged = geteuid() == 0 ? ["setpriv", "--bounding-set=-all"] : []
    let daemon = try session.start(unprivileged + [Programs.xferd], output: .discarded)
    defer { daemon.killGroup() }
    #expect(holds(within: .seconds(10)) { Files.exists(session.socket) })
    try session.put([65], "--sensitive", "-b", "work")
    let other = try session.start(unprivileged + ["sleep", "60"], output: .discarded)
    defer { other.killGroup() }
    #expect(holds(within: .seconds(5)) { Processes.name(of: other.pid) == "sleep" })
    for name in ["environ", "maps", "auxv"] {
      // A core dump is made of what may be looked at.
      let looks = try [daemon, other].map { child in
        try session.run(unprivileged + ["cat", "/proc/\(child.pid)/\(name)"]).status
      }
      #expect(looks == [1, 0], "\(name)")
    }
  }

  private func verifyInNoFile(
    _ marker: String,
    _ session: Session,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let open = try session.openFilesHolding(marker)
    #expect(open == [], sourceLocation: sourceLocation)
    let files = try session.filesHolding(marker)
    #expect(files == [], sourceLocation: sourceLocation)
    #expect(session.processesShowing(marker).isEmpty, sourceLocation: sourceLocation)
  }

  private static func holdsSecret(_ pid: pid_t) -> Bool {
    Processes.descriptors(of: pid).contains { $0.contains("xfer-sensitive") }
  }

  /// Memory that a process has mapped from a file or what looks like one.
  private struct Mapping {
    let name: String
    var residentKiB = 0
    var flags: Set<Substring> = []
  }

  /// Source: proc_pid_smaps(5): a line that begins with addresses, and lines with keys, `VmFlags` last.
  private static func mappings(of pid: pid_t) -> [Mapping] {
    var mappings: [Mapping] = []
    for line in (Files.text("/proc/\(pid)/smaps") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "Rss:": mappings[mappings.count - 1].residentKiB = Int(words[1]) ?? -1
      case "VmFlags:": mappings[mappings.count - 1].flags = Set(words.dropFirst())
      case let key? where key.hasSuffix(":"): break
      case _: mappings.append(Mapping(name: words.dropFirst(5).joined(separator: " ")))
      }
    }
    return mappings
  }
}
