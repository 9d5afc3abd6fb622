internal import Glibc
internal import Synchronization

/// The three standard streams of a program to be, both ends of each.
struct Streams {
  /// One stream; a number below zero is no descriptor.
  struct Ends {
    var theirs: CInt = -1
    var ours: CInt = -1
    var isPipe = false
    /// Whether the program's end is the test's own and stays open.
    var isLent = false
  }

  var input = Ends()
  var output = Ends()
  var errors = Ends()

  mutating func open(
    input: Child.Input,
    output: Child.Output,
    errors: Child.Output
  ) throws(HarnessError) {
    self.input = try Self.ends(of: input)
    self.output = try Self.ends(of: output)
    self.errors = try Self.ends(of: errors)
  }

  func closeTheirs() {
    for ends in [input, output, errors] where ends.theirs >= 0 && !ends.isLent {
      close(ends.theirs)
    }
  }

  func closeOurs() {
    for ends in [input, output, errors] where ends.ours >= 0 { close(ends.ours) }
  }

  /// Starts a program in a process group of its own.
  func spawn(_ words: [String], environment: [String: String]) throws(HarnessError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, ends) in [(CInt(0), input), (1, output), (2, errors)] {
      posix_spawn_file_actions_adddup2(&actions, ends.theirs, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    var pid: pid_t = 0
    let program = words.first ?? ""
    let code = withCStrings(words) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { variables in
        starting.withLock { _ in
          posix_spawnp(&pid, program, &actions, &attributes, arguments, variables)
        }
      }
    }
    guard code == 0 else { throw HarnessError("cannot start \(words[0]): \(code)") }
    return pid
  }

  // MARK: - Ends

  private static func ends(of input: Child.Input) throws(HarnessError) -> Ends {
    switch input {
    case .nothing: return Ends(theirs: try file("/dev/null", O_RDONLY))
    case .file(let path): return Ends(theirs: try file(path, O_RDONLY))
    case .descriptor(let number): return Ends(theirs: number, isLent: true)
    case .pipe:
      let (read, write) = try pipe()
      return Ends(theirs: read, ours: write, isPipe: true)
    case .bytes(let bytes) where bytes.count <= 32768:
      let (read, write) = try pipe()
      defer { close(write) }
      guard Glibc.write(write, bytes, bytes.count) == bytes.count else {
        throw HarnessError("cannot fill a pipe")
      }
      return Ends(theirs: read)
    case .bytes(let bytes):
      let number = try anonymousFile()
      try write(bytes, to: number)
      lseek(number, 0, SEEK_SET)
      return Ends(theirs: number)
    }
  }

  private static func ends(of output: Child.Output) throws(HarnessError) -> Ends {
    switch output {
    case .discarded: return Ends(theirs: try file("/dev/null", O_WRONLY))
    case .file(let path): return Ends(theirs: try file(path, O_WRONLY | O_CREAT | O_TRUNC))
    case .descriptor(let number): return Ends(theirs: number, isLent: true)
    case .pipe:
      let (read, write) = try pipe()
      return Ends(theirs: write, ours: read, isPipe: true)
    case .collected:
      let number = try anonymousFile()
      return Ends(theirs: number, ours: fcntl(number, F_DUPFD_CLOEXEC, 3))
    }
  }
}

/// Held while a descriptor is open that is not yet marked close-on-exec, and while a program starts.
private let starting = Mutex(())

/// Makes a pipe whose ends no other program gets.
func pipe() throws(HarnessError) -> (read: CInt, write: CInt) {
  var ends: [CInt] = [-1, -1]
  let code = starting.withLock { _ in
    let code = Glibc.pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return code
  }
  guard code == 0 else { throw HarnessError("no pipe: \(errno)") }
  return (ends[0], ends[1])
}

private func file(_ path: String, _ flags: CInt) throws(HarnessError) -> CInt {
  let number = open(path, flags | O_CLOEXEC, 0o600)
  guard number >= 0 else { throw HarnessError("cannot open \(path): \(errno)") }
  return number
}

/// A file without a name, gone when it is closed.
private func anonymousFile() throws(HarnessError) -> CInt {
  var template = Array("/tmp/xfer-stream-XXXXXX".utf8CString)
  let number = starting.withLock { _ in
    let number = mkstemp(&template)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }
  guard number >= 0 else { throw HarnessError("no temporary file: \(errno)") }
  unlink(template)
  return number
}

/// Writes all of some bytes.
func write(_ bytes: [UInt8], to number: CInt) throws(HarnessError) {
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    guard count > 0 else { throw HarnessError("cannot write: \(errno)") }
    done += count
  }
}

/// Lends words as a list of C strings.
private func withCStrings<Result>(
  _ words: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = words.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
