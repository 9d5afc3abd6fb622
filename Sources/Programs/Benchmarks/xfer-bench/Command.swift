internal import CProcesses

/// A program with its words and what it reads and writes.
struct Command {
  enum Input {
    case nothing
    case file(String)
    /// A pipe that holds these bytes, at most as many as a pipe holds.
    case pipe(String)
  }

  enum Output {
    case discard
    case file(String)
  }

  let words: [String]
  var input = Input.nothing
  var output = Output.discard

  init(_ words: [String], input: Input = .nothing, output: Output = .discard) {
    self.words = words
    self.input = input
    self.output = output
  }

  var name: String {
    words.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: " ")
  }

  /// Runs it to its end; throws unless it exits 0.
  func run(_ log: Log) throws(BenchmarkError) -> Outcome {
    let outcome = try attempt(log)
    guard outcome.code == 0 else { throw log.failure("\(name) exited with \(outcome.code)") }
    return outcome
  }

  func attempt(_ log: Log) throws(BenchmarkError) -> Outcome {
    try checkInterruption()
    let descriptors = try Descriptors(self)
    defer { descriptors.close() }
    return Outcome(processes_run(flat, descriptors.input, descriptors.output, log.descriptor))
  }

  /// Runs it with its output on a pipe that is read to the end; throws unless it exits with one of the
  /// `codes`.
  func runReading(
    _ log: Log,
    codes: ClosedRange<CInt> = 0...0
  ) throws(BenchmarkError) -> (Outcome, [UInt8]) {
    try checkInterruption()
    let descriptors = try Descriptors(self)
    defer { descriptors.close() }
    var bytes = [CChar](repeating: 0, count: 1 << 16)
    var count = bytes.count
    let outcome = bytes.withUnsafeMutableBufferPointer {
      processes_run_reading(flat, descriptors.input, log.descriptor, $0.baseAddress, &count)
    }
    guard codes.contains(outcome.code) else {
      throw log.failure("\(name) exited with \(outcome.code)")
    }
    return (Outcome(outcome), bytes[..<count].map { UInt8(bitPattern: $0) })
  }

  func start(output: CInt, _ log: Log) throws(BenchmarkError) -> CInt {
    try checkInterruption()
    let descriptors = try Descriptors(self)
    defer { descriptors.close() }
    let process = processes_spawn(flat, descriptors.input, output, log.descriptor)
    guard process > 0 else { throw BenchmarkError("cannot start \(name): error \(-process)") }
    return process
  }

  /// Runs this into the standard input of `sink`, until both have ended.
  func run(into sink: Command, _ log: Log) throws(BenchmarkError) -> Outcome {
    var ends: [CInt] = [0, 0]
    guard processes_pipe(&ends) else { throw BenchmarkError("no pipe") }
    let own = try Descriptors(self)
    let other = try Descriptors(sink)
    let start = processes_now()
    let writer = processes_spawn(flat, own.input, ends[1], log.descriptor)
    let reader = processes_spawn(sink.flat, ends[0], other.output, log.descriptor)
    processes_close(ends[0])
    processes_close(ends[1])
    let first = processes_wait(writer)
    let last = processes_wait(reader)
    own.close()
    other.close()
    guard first.code == 0, last.code == 0 else {
      throw log.failure("\(name) | \(sink.name) exited with \(first.code), \(last.code)")
    }
    var outcome = Outcome(first)
    outcome.nanoseconds = Double(max(first.nanoseconds, last.nanoseconds) - start)
    return outcome
  }

  /// The words as C takes them here: separated by NUL, the last one empty.
  private var flat: String { words.joined(separator: "\0") + "\0" }
}

/// How long a process took and what it held.
struct Outcome {
  var nanoseconds: Double
  let peakKiB: Int
  let code: CInt

  init(_ outcome: processes_outcome) {
    nanoseconds = Double(outcome.nanoseconds)
    peakKiB = Int(outcome.peakKiB)
    code = outcome.code
  }
}

/// A signal asks the benchmark to end; throwing lets it clean up.
func checkInterruption() throws(BenchmarkError) {
  if processes_interrupted() { throw BenchmarkError("interrupted") }
}

/// The open ends of a command, closed by hand since they are lent to C in between.
private struct Descriptors {
  let input: CInt
  let output: CInt

  init(_ command: Command) throws(BenchmarkError) {
    switch command.input {
    case .nothing: input = try Self.open("/dev/null", writing: false)
    case .file(let path): input = try Self.open(path, writing: false)
    case .pipe(let text): input = try Self.pipe(holding: text)
    }
    switch command.output {
    case .discard: output = try Self.open("/dev/null", writing: true)
    case .file(let path): output = try Self.open(path, writing: true)
    }
  }

  func close() {
    processes_close(input)
    processes_close(output)
  }

  private static func open(_ path: String, writing: Bool) throws(BenchmarkError) -> CInt {
    let descriptor = processes_open(path, writing)
    guard descriptor >= 0 else { throw BenchmarkError("cannot open \(path)") }
    return descriptor
  }

  private static func pipe(holding text: String) throws(BenchmarkError) -> CInt {
    var ends: [CInt] = [0, 0]
    guard processes_pipe(&ends) else { throw BenchmarkError("no pipe") }
    _ = processes_write(ends[1], text, text.utf8.count)
    processes_close(ends[1])
    return ends[0]
  }
}
