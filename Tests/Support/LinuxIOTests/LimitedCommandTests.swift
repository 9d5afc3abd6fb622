import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@Suite("Limited commands", .timeLimit(.minutes(4)))
struct LimitedCommandTests {
  @Test(arguments: [0, 5, 300_000])
  func `bytes go through a command unchanged`(count: Int) async throws {
    var command = shell("cat")
    command.input = .bytes(pattern(count))
    #expect(try await outcome(of: command) == Outcome(.success(count), pattern(count)))
  }

  @Test func `a file is its standard input itself`() async throws {
    let scratch = try Scratch()
    var command = shell("[ -f /dev/stdin ] && cat")
    command.input = .file(try scratch.write(Array("a file"), to: "input"))
    // Written by the same descriptor, it stands at its end.
    #expect(try await outcome(of: command).output == [])
    command.input = .file(SharedDescriptor(try FileSystem.open(scratch.file("input"))))
    #expect(try await outcome(of: command).output == Array("a file"))
  }

  @Test func `without input there is nothing to read`() async throws {
    #expect(try await outcome(of: shell("cat")) == Outcome(.success(0), []))
  }

  @Test func `input that nobody reads is no failure`() async throws {
    var command = shell("echo done")
    command.input = .bytes(pattern(1_000_000))
    #expect(try await outcome(of: command).output == Array("done\n"))
  }

  @Test func `it stands alone`() async throws {
    let extra = try FileDescriptor(duplicating: 2)
    _ = fcntl(extra.number, F_SETFD, 0)
    let script = """
      pwd; umask; echo $(ls /proc/self/fd)
      ulimit -n; ulimit -v; ulimit -c; ulimit -t; ulimit -f
      grep -c NoNewPrivs:.1 /proc/self/status; [ $(ps -o sid= -p $$) = $$ ] && echo session
      """
    let lines = try await outcome(of: shell(script)).text.split(separator: "\n")
    // The listing's own descriptor is the fourth; files are counted in blocks of 512 bytes.
    let expected = ["/", "0077", "0 1 2 3", "64", "524288", "0", "10", "1048576", "1", "session"]
    #expect(lines.map(String.init) == expected)
  }

  @Test func `its failure is told in one line`() async throws {
    let failed = try await outcome(of: shell("printf '\\n \\033[1mno' >&2; exit 3"))
    #expect(failed.result == .failure(.exited(3, said: "\u{241B}[1mno")))
    #expect(failed.failure == "exited with status 3: \u{241B}[1mno")
    #expect(try await outcome(of: shell("kill -9 $$")).failure == "was ended by signal 9")
    let long = try await outcome(of: shell("printf '%0300d' 7 >&2; exit 1"))
    #expect(long.failure == "exited with status 1: " + String(repeating: "0", count: 200) + "…")
  }

  @Test(arguments: [
    ("Traceback:\\n  File x\\nValueError: no\\n", "ValueError: no (the last of 3 lines)"),
    ("one\\n\\n  \\n", "one"), ("one\\r\\ntwo\\r\\n", "two (the last of 2 lines)"),
    ("10%%\\r20%%\\r", "20%"), ("10%%\\r20%%\\rfailed\\n", "failed"),
  ])
  func `the last line is the reason`(said: String, shown: String) async throws {
    let failed = try await outcome(of: shell("printf '\(said)' >&2; exit 1"))
    #expect(failed.result == .failure(.exited(1, said: shown)))
  }

  @Test func `what it says is left out on demand`() async throws {
    var command = shell("echo secret >&2; exit 1")
    command.quotesErrors = false
    #expect(try await outcome(of: command).failure == "exited with status 1")
  }

  @Test(arguments: ["/no/such", "/etc/passwd"])
  func `a program that cannot run is told`(path: String) async throws {
    let command = LimitedCommand(path: Array(path), arguments: [Array("x")])
    let failure = try await outcome(of: command).failure
    #expect(
      failure == "is not installed" || failure == "cannot be started: Permission denied"
    )
  }

  @Test(arguments: [("sleep 1000", false), ("echo x; sleep 1000", true)])
  func `one that hangs is ended`(script: String, hadOutput: Bool) async throws {
    var command = shell(script)
    // As long as a shell may take to start beside all other tests.
    command.limits.total = .seconds(2)
    let hung = try await outcome(of: command)
    #expect(hung.result == .failure(.timedOut(.seconds(2), hadOutput: hadOutput)))
  }

  @Test func `one that ignores signals is ended`() async throws {
    var command = shell("trap '' TERM HUP INT; while :; do sleep 1; done")
    command.limits.total = .milliseconds(200)
    #expect(try await outcome(of: command).failure == "gave no output within 0.2 seconds")
  }

  @Test func `a flood is cut`() async throws {
    var command = LimitedCommand(path: Array("/usr/bin/yes"), arguments: [Array("yes")])
    command.limits.outputByteCount = 1_000_000
    let flood = try await outcome(of: command)
    #expect(flood.result == .failure(.tooMuchOutput(limit: 1_000_000)))
    #expect(flood.output.count <= 1_000_000)
  }

  @Test func `a flood of errors is drained`() async throws {
    let script = "head -c 3000000 /dev/zero | tr '\\0' e >&2; echo out"
    #expect(try await outcome(of: shell(script)).output == Array("out\n"))
  }

  @Test func `a sink that takes no more ends it`() async throws {
    let command = LimitedCommand(path: Array("/usr/bin/yes"), arguments: [Array("yes")])
    let outcome = try await outcome(of: command, taking: 100_000)
    #expect(outcome.result == .failure(.refused))
  }

  @Test func `memory is limited`() async throws {
    // Without a line's end, it is one line, which is held whole.
    var command = shell("head -c 200000000 /dev/zero | sort | wc -c; exec false")
    command.limits.process.memoryByteCount = 64 << 20
    let failure = try #require(try await outcome(of: command).failure)
    #expect(failure.hasPrefix("exited with status 1: ") && failure.contains("memory"))
  }

  @Test func `processor time is limited`() async throws {
    var command = shell("while :; do :; done")
    command.limits.process.processorTime = .seconds(1)
    command.limits.total = .seconds(50)
    #expect(try await outcome(of: command).result == .failure(.signalled(SIGXCPU, said: nil)))
  }

  @Test func `the size of files is limited`() async throws {
    let scratch = try Scratch()
    var command = shell("exec head -c 200000 /dev/zero > '\(scratch.path)/large'")
    command.limits.process.fileByteCount = 100_000
    #expect(try await outcome(of: command).result == .failure(.signalled(SIGXFSZ, said: nil)))
  }
}

// MARK: What the tests of limited commands share

struct Outcome: Equatable {
  let result: Result<Int, LimitedCommand.Failure>
  let output: [UInt8]

  init(_ result: Result<Int, LimitedCommand.Failure>, _ output: [UInt8]) {
    (self.result, self.output) = (result, output)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  var failure: String? {
    guard case .failure(let failure) = result else { return nil }
    return failure.description
  }
}

func shell(_ script: String) -> LimitedCommand {
  let words = [Array("sh"), Array("-c"), Array(script)]
  var command = LimitedCommand(path: Array("/bin/sh"), arguments: words)
  // Where time is not what is tested, beside a thousand other tests it is no matter.
  command.limits.total = .seconds(100)
  return command
}

func outcome(of command: LimitedCommand, taking limit: Int = .max) async throws -> Outcome {
  try await withLoop { loop in
    let queue = LimitedCommandQueue(loop: loop)
    return await run(command, on: queue, taking: limit)
  }
}

func run(
  _ command: LimitedCommand,
  on queue: LimitedCommandQueue,
  taking limit: Int = .max,
  started: @escaping @Sendable (LimitedCommandRun) -> Void = { _ in }
) async -> Outcome {
  let collected = Collected()
  return await withCheckedContinuation { continuation in
    let run = queue.run(command) { piece in
      collected.take(piece, limit: limit)
    } handler: { result in
      continuation.resume(returning: Outcome(result, collected.bytes.withLock { $0 }))
    }
    started(run)
  }
}

private final class Collected: Sendable {
  let bytes = Mutex<[UInt8]>([])

  func take(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
    bytes.withLock { bytes in
      bytes += piece
      return bytes.count < limit
    }
  }
}
