import Glibc

/// Starts a program in a session of its own, with only the descriptors it is given.
struct Spawn {
  private var opens: [(number: CInt, path: String, flags: CInt)] = []
  private var duplicates: [(from: CInt, to: CInt)] = []

  mutating func open(_ number: CInt, _ path: String, _ flags: CInt) {
    opens.append((number, path, flags))
  }

  /// `from` must not be among the numbers given to the program.
  mutating func duplicate(_ from: CInt, as number: CInt) { duplicates.append((from, number)) }

  func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String?] = [:]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in Self.inheritable { posix_spawn_file_actions_addclose(&actions, number) }
    for (from, number) in duplicates {
      posix_spawn_file_actions_adddup2(&actions, from, number)
    }
    for (number, path, flags) in opens {
      posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Tests ignore it, and a program would inherit that.
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID needs _GNU_SOURCE to be seen.
    let newSession: CInt = 0x80
    posix_spawnattr_setflags(
      &attributes,
      Int16(newSession | CInt(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    )
    var pid: pid_t = 0
    let code = Self.withStrings([program] + arguments) { words in
      Self.withStrings(Self.environment(adding: environment)) { variables in
        posix_spawnp(&pid, program, &actions, &attributes, words, variables)
      }
    }
    if code == ENOENT { throw TestFailure("\(program) is not installed") }
    guard code == 0 else { throw TestFailure("cannot start \(program): errno \(code)") }
    return pid
  }

  /// What the tests were started with beyond the standard three, which is nobody's business.
  private static var inheritable: [CInt] {
    openDescriptors().keys.map(CInt.init).filter { number in
      let flags = fcntl(number, F_GETFD)
      return number > 2 && flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }

  private static func environment(adding changes: [String: String?]) -> [String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    for (name, value) in changes { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }
  }

  private static func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
      return body(start)
    }
  }
}
