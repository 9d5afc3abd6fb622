internal import Glibc

/// A program that a test started; it is killed when the test lets go of it.
final class Child {
  /// What the program reads.
  enum Input {
    case nothing
    case bytes([UInt8])
    case file(String)
    /// A pipe whose write end is ``Child/input``.
    case pipe
    /// A descriptor of the test's.
    case descriptor(CInt)
  }

  /// Where the program writes.
  enum Output {
    case collected
    case discarded
    /// A pipe whose read end is ``Child/output``, as a shell's `$(…)` makes it.
    case pipe
    case file(String)
    case descriptor(CInt)
  }

  let pid: pid_t
  /// The write end of the program's standard input, or -1.
  private(set) var input: CInt = -1
  /// The read end of its standard output, or -1.
  private(set) var output: CInt = -1

  private var collectedOutput: CInt = -1
  private var collectedErrors: CInt = -1
  private var status: Int?

  init(
    _ words: [String],
    environment: [String: String],
    input: Input = .nothing,
    output: Output = .collected,
    errors: Output = .collected
  ) throws(HarnessError) {
    var streams = Streams()
    defer { streams.closeTheirs() }
    try streams.open(input: input, output: output, errors: errors)
    do {
      pid = try streams.spawn(words, environment: environment)
    } catch {
      streams.closeOurs()
      throw error
    }
    self.input = streams.input.ours
    self.output = streams.output.isPipe ? streams.output.ours : -1
    collectedOutput = streams.output.isPipe ? -1 : streams.output.ours
    collectedErrors = streams.errors.ours
  }

  deinit {
    if poll() == nil {
      killGroup()
      _ = waited(within: .seconds(5))
    }
    closeInput()
    for number in [output, collectedOutput, collectedErrors] where number >= 0 { close(number) }
  }

  /// Closes the write end of the program's standard input.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func send(_ signal: CInt) {
    if status == nil { kill(pid, signal) }
  }

  /// Kills the program and what it started in its process group.
  func killGroup() {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
  }

  /// The exit status, 128 and the signal if one ended it, or `nil` while it runs.
  func poll() -> Int? {
    if let status { return status }
    var raw: CInt = 0
    guard waitpid(pid, &raw, WNOHANG) == pid else { return nil }
    let signal = raw & 0x7f
    status = signal == 0 ? Int((raw >> 8) & 0xff) : 128 + Int(signal)
    return status
  }

  /// Waits for the end and gives the status, or `nil` if it still runs at the deadline.
  func waited(within limit: Duration) -> Int? {
    _ = holds(within: limit, every: 0) { self.poll() != nil }
    return status
  }

  /// Waits for the end and gives what the program did; one that is late is killed.
  func outcome(within limit: Duration = .seconds(20)) -> Outcome {
    let begin = ContinuousClock.now
    let ended = waited(within: limit)
    let elapsed = ContinuousClock.now - begin
    if ended == nil {
      killGroup()
      _ = waited(within: .seconds(5))
    }
    return Outcome(
      status: ended ?? Outcome.late,
      out: Self.content(of: collectedOutput),
      errors: Self.content(of: collectedErrors),
      elapsed: elapsed
    )
  }

  /// What the program has written to standard error until now.
  var errorsSoFar: [UInt8] { Self.content(of: collectedErrors) }

  /// What the program has written to standard output until now, if it is collected.
  var outputSoFar: [UInt8] { Self.content(of: collectedOutput) }

  private static func content(of number: CInt) -> [UInt8] {
    guard number >= 0 else { return [] }
    let size = Int(lseek(number, 0, SEEK_END))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let base = buffer.baseAddress {
        let got = pread(number, base + count, size - count, off_t(count))
        guard got > 0 else { break }
        count += got
      }
    }
  }
}
