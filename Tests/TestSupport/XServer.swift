public import Glibc
import Synchronization
public import XCB

/// An X server of the tests' own, ended with this object, or with the process however that ends.
public final class XServer: Sendable {
  private static let sharedResult = Result { try XServer() }
  private static let ownDisplays = Atomic(0)

  /// The one server for all tests that can live with others beside them.
  public static func shared() throws -> XServer { try sharedResult.get() }

  /// A display for a server that comes late, or back: far from those `-displayfd` gives others.
  ///
  /// Each call gives another, also in test programs that run at once.
  public static func ownDisplay() -> String {
    let turn = ownDisplays.wrappingAdd(1, ordering: .relaxed).newValue % 50
    return ":\(2000 + Int(getpid()) % 1000 * 50 + turn)"
  }

  public let displayName: DisplayName
  /// The server's own process.
  public let pid: pid_t
  private let keeper: pid_t
  private let lifeline: CInt

  /// What `DISPLAY` has to be.
  public var display: String { displayName.description }

  /// The shell ends the server as soon as the other end of its standard input is closed.
  ///
  /// A server that has just come up forgets a SIGTERM: it resets the flag when it begins to serve.
  private static let script = """
    Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 1280x800x24 "$@" </dev/null &
    server=$!
    echo "$server" >&4
    exec 3>&- 4>&-
    read -r line
    kill -CONT "$server" 2>/dev/null
    kill "$server" 2>/dev/null
    { sleep 1; kill -KILL "$server"; } 2>/dev/null &
    wait "$server"
    kill "$!" 2>/dev/null
    """

  /// Starts a server on a free display.
  ///
  /// - Throws: ``TestFailure`` with what the server said, if it does not come up.
  public init(_ arguments: [String] = [], within duration: Duration = .seconds(20)) throws {
    // A server that goes away while we write to it must not take the tests along.
    signal(SIGPIPE, SIG_IGN)
    let scratch = try ScratchDirectory()
    let life = try Self.pair()
    let number = try Self.pair()
    let process = try Self.pair()
    defer { [number.ours, process.ours].forEach { close($0) } }
    var spawn = Spawn()
    spawn.duplicate(life.theirs, as: 0)
    spawn.duplicate(number.theirs, as: 3)
    spawn.duplicate(process.theirs, as: 4)
    spawn.open(1, "/dev/null", O_WRONLY)
    spawn.open(2, scratch.path("err"), O_WRONLY | O_CREAT | O_APPEND)
    let spawned = Result { try spawn.run("/bin/sh", ["-c", Self.script, "sh"] + arguments) }
    // Nobody but the server may hold these, or its end would not be seen.
    [life.theirs, number.theirs, process.theirs].forEach { close($0) }
    lifeline = life.ours
    do { keeper = try spawned.get() } catch {
      close(life.ours)
      throw error
    }
    do {
      pid = pid_t(try Self.readNumber(process.ours, within: duration))
      let display = try Self.readNumber(number.ours, within: duration)
      displayName = try DisplayName(":\(display)")
    } catch {
      Self.end(keeper, lifeline)
      let said = (try? readFile(scratch.path("err"))) ?? []  // The error stands without it.
      throw TestFailure("Xvfb did not start: \(String(decoding: said.suffix(500), as: UTF8.self))")
    }
  }

  deinit { Self.end(keeper, lifeline) }

  /// Sends a signal to the server: SIGKILL to lose it, SIGSTOP and SIGCONT to make it mute.
  public func send(signal: CInt) { kill(pid, signal) }

  /// Connects to the server.
  public func connect(authority: Authority = .none) throws -> sending Connection {
    try Connection.open(display: displayName, authority: authority, timeout: .seconds(10))
  }
}

extension XServer {
  private static func end(_ keeper: pid_t, _ lifeline: CInt) {
    close(lifeline)
    var status: CInt = 0
    while waitpid(keeper, &status, 0) < 0, errno == EINTR {}
  }

  /// Two ends, both above the numbers that the program gets, closed in every program started.
  private static func pair() throws -> (ours: CInt, theirs: CInt) {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw TestFailure("socketpair: errno \(errno)") }
    defer { ends.forEach { close($0) } }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    return (moved[0], moved[1])
  }

  private static func readNumber(_ line: CInt, within duration: Duration) throws -> Int {
    let end = ContinuousClock.now + duration
    var text: [UInt8] = []
    while ContinuousClock.now < end {
      var entry = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 50) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(line, &byte, 1) == 1 else { break }
      if byte == 0x0A { break }
      text.append(byte)
    }
    guard let number = Int(String(decoding: text, as: UTF8.self)) else {
      throw TestFailure("no number from the X server")
    }
    return number
  }
}
