public import Glibc
import Synchronization

/// A program that runs beside the test, and is ended with this object.
///
/// Its output goes to files, so that it can neither block on us nor keep us waiting, also if it
/// leaves something running behind it.
public final class ChildProgram: Sendable {
  public enum Input: Sendable {
    case none
    case bytes([UInt8])
    /// The file at a path.
    case file(String)
  }

  public let pid: pid_t
  private let name: String
  private let scratch: ScratchDirectory
  private let ending = Mutex<CInt?>(nil)

  /// Starts a program, found through `PATH` unless its name has a slash.
  ///
  /// `environment` is added to ours, `nil` removes; `output` is a path for standard output.
  public init(
    _ program: String,
    _ arguments: [String] = [],
    input: Input = .none,
    environment: [String: String?] = [:],
    output: String? = nil
  ) throws {
    name = program
    scratch = try ScratchDirectory()
    let inputPath: String
    switch input {
    case .none: inputPath = "/dev/null"
    case .bytes(let bytes): inputPath = try scratch.write(bytes, to: "in")
    case .file(let path): inputPath = path
    }
    var spawn = Spawn()
    spawn.open(0, inputPath, O_RDONLY)
    spawn.open(1, output ?? scratch.path("out"), O_WRONLY | O_CREAT | O_APPEND)
    spawn.open(2, scratch.path("err"), O_WRONLY | O_CREAT | O_APPEND)
    pid = try spawn.run(program, arguments, environment: environment)
  }

  deinit {
    guard ending.withLock({ $0 }) == nil else { return }
    // Its session is its own, so this is the program and what it started and did not detach.
    kill(-pid, SIGKILL)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }

  /// What the program has written so far to standard output, unless that is a file of yours.
  public var output: [UInt8] { contents("out") }
  public var errors: [UInt8] { contents("err") }

  /// Whether it still runs.
  public var isRunning: Bool { reap() == nil }

  public func send(signal: CInt) {
    ending.withLock { if $0 == nil { kill(pid, signal) } }
  }

  /// Waits for the end: the exit status, or 128 and the signal's number.
  ///
  /// - Throws: ``TestFailure`` if it does not end in time; it is killed then.
  @discardableResult
  public func waitForExit(within duration: Duration = .seconds(100)) throws -> CInt {
    if let code = exitCode(within: duration) { return code }
    kill(-pid, SIGKILL)
    throw late
  }

  /// Waits for the end like the other, giving way meanwhile.
  @discardableResult
  public func waitForExit(within duration: Duration = .seconds(100)) async throws -> CInt {
    if await eventually(within: duration, { () async -> Bool in self.reap() != nil }),
      let code = reap()
    {
      return code
    }
    kill(-pid, SIGKILL)
    throw late
  }

  private func exitCode(within duration: Duration) -> CInt? {
    eventually(within: duration) { reap() != nil }
    return reap()
  }

  private var late: TestFailure {
    let said = String(decoding: errors.suffix(500), as: UTF8.self)
    return TestFailure("\(name) did not end in time; it said: \(said)")
  }

  private func contents(_ file: String) -> [UInt8] {
    (try? readFile(scratch.path(file))) ?? []  // It may not have come to open the file.
  }

  private func reap() -> CInt? {
    ending.withLock { ending in
      if let ending { return ending }
      var status: CInt = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
      let signal = status & 0x7F
      ending = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      return ending
    }
  }
}
