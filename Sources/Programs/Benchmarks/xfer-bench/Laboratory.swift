internal import CProcesses

/// A scratch directory, an X server of its own, the C programs, and a daemon when asked.
final class Laboratory {
  let options: Options
  let scratch: String
  let log: Log
  let verdicts = Verdicts()
  let hasXfer: Bool
  private var server: Background?
  /// The X server's name.
  private(set) var display = ""

  init(_ options: Options) throws(BenchmarkError) {
    self.options = options
    let shared = processes_executable(options.scratch) ? options.scratch : "/tmp"
    scratch = try Self.directory(in: shared)
    log = try Log("\(scratch)/log")
    hasXfer =
      processes_executable("\(options.programs)/xfer")
      && processes_executable("\(options.programs)/xferd")
  }

  /// Builds the C programs, starts the X server and points the environment at it.
  ///
  /// The C programs are compiled here, with the system's compiler: SwiftPM links the Swift runtime
  /// into C programs too, and loading that would slow down what we compare with.
  func open() throws(BenchmarkError) {
    for name in ["fast-owner", "fast-requestor", "connect-only", "churn"] {
      let source = "\(options.sources)/\(name)/main.c"
      let words = ["cc", "-std=gnu17", "-O2", "-o", peer(name), source, "-lxcb"]
      _ = try Command(words).run(log)
    }
    (server, display) = try xServer()
    processes_set_variable("DISPLAY", display)
    processes_set_variable("XAUTHORITY", "/dev/null")
    processes_set_variable("HOME", scratch)
    processes_set_variable("XDG_RUNTIME_DIR", scratch)
    for (name, place) in [("STATE", "state"), ("CONFIG", "config"), ("DATA", "data")] {
      processes_set_variable("XDG_\(name)_HOME", "\(scratch)/\(place)")
    }
    processes_set_variable("XFER_SOCKET", "\(scratch)/xferd.sock")
    processes_set_variable("XFER_NO_AUTOSTART", "1")
    // Interns UTF8_STRING: xsel as the first client of a server would do without it for ever.
    _ = try Command([peer("fast-requestor")]).attempt(log)
  }

  func close() {
    server?.stop()
    processes_remove_tree(scratch)
  }

  /// A further X server, and what it is called.
  func xServer() throws(BenchmarkError) -> (Background, display: String) {
    let screen = ["-noreset", "-nolisten", "tcp", "-screen", "0", "1280x800x24"]
    var display = ""
    let command = Command(["Xvfb", "-displayfd", "1"] + screen)
    let server = try Background(command, awaitingLine: &display, log)
    return (server, ":" + display)
  }

  /// A new directory in another one, for the caller to remove.
  static func directory(in parent: String) throws(BenchmarkError) -> String {
    var pattern = "\(parent)/xfer-bench.XXXXXX".utf8CString.map { $0 }
    guard processes_make_directory(&pattern) else {
      throw BenchmarkError("cannot make a directory in \(parent)")
    }
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The kind of the file system that a directory is on.
  func fileSystem(of directory: String) -> String {
    let command = Command(["df", "--output=fstype", directory])
    guard let (_, bytes) = try? command.runReading(log) else { return "?" }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? "?"
  }

  /// Writes out what was written to a file system, so that nobody has to do it during a measurement.
  func synchronize(_ directory: String) throws(BenchmarkError) {
    _ = try Command(["sync", "-f", directory]).run(log)
  }

  func peer(_ name: String) -> String { "\(scratch)/\(name)" }

  func xfer(_ words: String..., input: Command.Input = .nothing) -> Command {
    Command(["\(options.programs)/xfer"] + words, input: input)
  }

  /// A running `xferd` of its own for one benchmark; nil if it is not built.
  func daemon() throws(BenchmarkError) -> Background? {
    guard hasXfer else { return nil }
    let daemon = try Background(Command(["\(options.programs)/xferd"]), log)
    let deadline = processes_now() + 10_000_000_000
    while try xfer("status").attempt(log).code != 0 {
      guard daemon.isRunning, processes_now() < deadline else {
        throw log.failure("xferd does not answer")
      }
      processes_sleep(10_000_000)
    }
    return daemon
  }

  func owner(
    of path: String,
    selection: String = "CLIPBOARD",
    isMute: Bool = false
  ) throws(BenchmarkError) -> Background {
    let words = [peer("fast-owner"), "-s", selection] + (isMute ? ["-m"] : []) + [path]
    var line = ""
    let owner = try Background(Command(words), awaitingLine: &line, log)
    guard line == "owned" else { throw log.failure("fast-owner cannot own \(selection)") }
    return owner
  }

  /// A file of so many bytes, no two blocks of it alike; of text, unless it is to hold NUL.
  func file(
    _ byteCount: Int,
    at path: String? = nil,
    isText: Bool = true
  ) throws(BenchmarkError) -> String {
    let path = path ?? "\(scratch)/payload-\(byteCount)"
    let descriptor = processes_open(path, true)
    guard descriptor >= 0 else { throw BenchmarkError("cannot write \(path)") }
    defer { processes_close(descriptor) }
    var block: [CChar] = (0..<65_536).map { (place: Int) -> CChar in
      let letter = (place * 7919 + place / 94) % 94
      return CChar(33 + letter)
    }
    for line in stride(from: 63, to: block.count, by: 64) { block[line] = 10 }
    if !isText { block[100] = 0 }
    var left = byteCount
    while left > 0 {
      let number = "\((byteCount - left) / block.count)".padded(to: 12, right: true)
      for place in stride(from: 0, to: block.count, by: 4096) {
        for (offset, byte) in number.utf8.enumerated() { block[place + offset] = CChar(byte) }
      }
      let count = min(left, block.count)
      guard processes_write(descriptor, block, count) == Int64(count) else {
        throw BenchmarkError("cannot write \(byteCount) bytes to \(path)")
      }
      left -= count
    }
    return path
  }

  func remove(_ path: String) { processes_remove(path) }

  /// Fails unless both files hold the same bytes.
  func compare(_ path: String, _ other: String, _ subject: String) throws(BenchmarkError) {
    guard try Command(["cmp", "-s", path, other]).attempt(log).code == 0 else {
      throw BenchmarkError("\(subject): the bytes differ")
    }
  }
}
