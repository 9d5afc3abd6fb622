internal import CLinux
internal import Glibc
internal import Synchronization

/// This process: who it is, what it was given, how it ends.
public enum CurrentProcess {
  public static var id: Int32 { getpid() }

  public static var userID: UInt32 { getuid() }

  /// The words of the command line as bytes; they need not be UTF-8.
  public static var arguments: [[UInt8]] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { bytes(of: $0) }
    }
  }

  /// The file this process runs.
  public static func executablePath() throws(SystemError) -> [UInt8] {
    try FileSystem.content(ofLink: Array("/proc/self/exe".utf8))
  }

  /// Keeps the numbers of standard input, output and error, where they are closed, from other files.
  ///
  /// A socket would else be standard output. They are opened the wrong way round, so that whoever uses
  /// one is told that it is closed.
  public static func reserveStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // Those below are open, so this is the lowest number. Without /dev/null nothing is lost.
      _ = clinux_open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
    }
  }

  /// Ends the process; nothing above runs any more.
  public static func exit(_ code: CInt) -> Never {
    Glibc.exit(code)
  }

  /// Runs `action` on the thread that ends the process by itself; what was given last runs first.
  ///
  /// Not when a signal ends it. Other threads still run; what `action` waits for holds up the end.
  ///
  /// Source: atexit(3).
  public static func atExit(_ action: @escaping @Sendable () -> Void) {
    exitActions.withLock { $0.append(ExitAction(run: action)) }
    // One registration for each action, so that the system keeps the order.
    Glibc.atexit {
      let action = CurrentProcess.exitActions.withLock { $0.popLast() }
      action?.run()
    }
  }

  /// In a structure, because a closure that passes through a `Mutex` by itself is wrapped each time.
  private struct ExitAction: Sendable {
    let run: @Sendable () -> Void
  }

  private static let exitActions = Mutex<[ExitAction]>([])

  /// Keeps other processes of the user from reading our memory, and us out of core dumps.
  ///
  /// Source: prctl(2), `PR_SET_DUMPABLE`.
  public static func forbidInspection() throws(SystemError) {
    _ = try retrying("prctl") { clinux_set_undumpable() }
  }

  /// Makes files that are created from now on the user's alone, whatever their mode asks.
  ///
  /// Source: umask(2).
  public static func restrictNewFiles() {
    inheritedMask.store(umask(0o077), ordering: .relaxed)
  }

  /// The mode of a new file that is for whomever the user lets read others of its kind.
  public static var usualFileMode: UInt32 {
    let inherited = inheritedMask.load(ordering: .relaxed)
    return 0o666 & ~(inherited == .max ? StagedFile.mask : inherited)
  }

  /// What ``restrictNewFiles()`` replaced; the largest number before.
  private static let inheritedMask = Atomic<UInt32>(.max)

  /// Makes us the parent of our descendants whose own parent ends, and reaps them and all other children
  /// that are no ``ChildProcess``, when one of those begins or was waited for.
  ///
  /// Source: prctl(2), `PR_SET_CHILD_SUBREAPER`.
  public static func adoptOrphans() throws(SystemError) {
    _ = try retrying("prctl") { clinux_adopt_orphans() }
    Children.shared.adoptOrphans()
  }

  /// How many descriptors the process may have.
  public static var descriptorLimit: UInt64 { clinux_descriptor_limit() }

  /// Sets ``descriptorLimit``, at most to what the system allows.
  public static func setDescriptorLimit(_ count: UInt64) throws(SystemError) {
    _ = try retrying("setrlimit") { clinux_set_descriptor_limit(count) }
  }

  /// Limits the address space for good, unless it is limited to less already.
  ///
  /// Source: setrlimit(2), `RLIMIT_AS`.
  public static func limitMemory(to byteCount: UInt64) throws(SystemError) {
    _ = try retrying("setrlimit") { clinux_limit_memory(byteCount) }
  }

  /// How many descriptors the process has open.
  public static func descriptorCount() throws(SystemError) -> Int {
    // The listing itself uses one.
    try FileSystem.names(in: Array("/proc/self/fd".utf8)).count - 1
  }

  static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

/// The time of day.
public struct LocalTime: Equatable, Sendable {
  public let year, month, day, hour, minute, second: Int
  /// East of Greenwich.
  public let offsetSeconds: Int

  /// The time of day here, `seconds` after 1970.
  ///
  /// Source: localtime(3).
  public init?(secondsSince1970 seconds: Int64) {
    var raw = clinux_local_time()
    guard clinux_localtime(seconds, &raw) == 0 else { return nil }
    (year, month, day) = (Int(raw.year), Int(raw.month), Int(raw.day))
    (hour, minute, second) = (Int(raw.hour), Int(raw.minute), Int(raw.second))
    offsetSeconds = Int(raw.offset_seconds)
  }

  /// Now, in nanoseconds after 1970.
  public static var nanosecondsSince1970: UInt64 { clinux_realtime() }
}
