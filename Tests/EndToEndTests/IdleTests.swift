internal import Glibc
import Testing

/// A daemon that was used sleeps as well as one that was not.
@Suite("Idle")
struct IdleTests {
  /// The names of the daemon's threads; those of libdispatch wake up once a second.
  private static func threads(of session: Session) -> Set<String> {
    let folder = "/proc/\(session.daemonPid)/task"
    return Set(Files.names(in: folder).compactMap { Files.text("\(folder)/\($0)/comm") })
  }

  @Test func `no work leaves threads behind that would wake up`() throws {
    let session = try Session()
    let before = Self.threads(of: session)
    #expect(before.contains("desktop\n"), "\(before)")
    let watch = try session.startXfer("watch", output: .pipe)
    try session.put("once", "--once")
    #expect(try session.xclipReads().text == "once")
    try session.put("expiring", "--expire", "300ms", "--restore")
    #expect(try session.xfer("get").text == "expiring")
    try session.xclipOwns(.bytes(Samples.bytes(2_000_000)))
    #expect(try session.xfer("get", "-t", "UTF8_STRING").out.count == 2_000_000)
    try session.xfer("types")
    try session.xfer("clear")
    watch.send(SIGKILL)
    _ = watch.waited(within: .seconds(5))
    #expect(Self.threads(of: session) == before)
    try session.verifyAlive()
  }
}
