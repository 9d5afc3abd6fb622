import Glibc
import LinuxIO
import Synchronization
import Testing

@Suite("Processes", .timeLimit(.minutes(4)))
struct ProcessTests {
  private func shell(
    _ script: String,
    output: CInt? = nil,
    environment: [[UInt8]]? = nil,
    session: Bool = false,
    directory: [UInt8]? = nil
  ) throws -> ChildProcess {
    try ChildProcess.spawn(
      Array("/bin/sh"),
      arguments: [Array("sh"), Array("-c"), Array(script)],
      environment: environment,
      standardOutput: output,
      newSession: session,
      workingDirectory: directory
    )
  }

  private func output(
    of script: String,
    environment: [[UInt8]]? = nil,
    directory: [UInt8]? = nil
  ) throws -> String {
    let file = try MemoryFile.create(name: "output")
    let child = try shell(
      script,
      output: file.number,
      environment: environment,
      directory: directory
    )
    #expect(try child.wait(timeout: .seconds(20)) == .exited(0))
    try file.seek(to: 0)
    return String(decoding: try file.readToEnd(limit: 1 << 20), as: UTF8.self)
  }

  @Test func `a program's end is told`() throws {
    #expect(try shell("exit 7").wait() == .exited(7))
    #expect(try shell("kill -9 $$").wait() == .signalled(9))
    let error = #expect(throws: SystemError.self) {
      _ = try ChildProcess.spawn(Array("/no/such"), arguments: [Array("such")])
    }
    #expect(error?.code == SystemError.notFound)
  }

  @Test func `a program that goes on is not waited for longer than asked`() throws {
    let child = try shell("exec sleep 100")
    #expect(try child.wait(timeout: .milliseconds(20)) == nil)
    child.terminate()
    #expect(try child.wait(timeout: .seconds(20)) == .signalled(Signal.terminate))
    #expect(try child.wait(timeout: .zero) == .signalled(Signal.terminate))
    child.terminate()
  }

  @Test func `a session ends with all its members`() throws {
    let pipe = try Pipe.make()
    let child = try shell("sleep 100 & sleep 100", output: pipe.writer.number, session: true)
    child.terminateGroup(Signal.kill)
    #expect(try child.wait(timeout: .seconds(20)) == .signalled(Signal.kill))
  }

  @Test func `it gets three descriptors and no other`() throws {
    let extra = try FileDescriptor(duplicating: 2)
    _ = fcntl(extra.number, F_SETFD, 0)
    let found = try output(of: "ls /proc/self/fd | tr '\\n' ' '")
    #expect(found == "0 1 2 3 ")
  }

  @Test func `it gets the environment and directory that it was given`() throws {
    #expect(try output(of: "echo $A", environment: [Array("A=b")]) == "b\n")
    #expect(try output(of: "pwd", directory: Array("/usr")) == "/usr\n")
  }

  @Test func `what is to be done at the end is done, the last thing first`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let order = Order()
      CurrentProcess.atExit { _exit(order.names.withLock { $0 } == ["b", "a"] ? 3 : 4) }
      CurrentProcess.atExit { order.names.withLock { $0.append("a") } }
      CurrentProcess.atExit { order.names.withLock { $0.append("b") } }
      exit(0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the process after what is to be done before`(_ number: CInt) async throws {
    // Only what is captured reaches the other process.
    let result = await #expect(
      processExitsWith: .signal(number),
      observing: [\.standardErrorContent]
    ) { [number] in
      try Termination.prepare { StandardStream.error.write("last words") }
      kill(getpid(), number)
      while true { pause() }
    }
    let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(words.contains("last words"))
  }

  @Test func `the same signal again ends the process at once`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      try Termination.prepare {
        kill(getpid(), SIGTERM)
        while true { pause() }
      }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test func `a signal that the program handles is left to it`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      signal(SIGTERM) { _ in _exit(3) }
      try Termination.prepare { _exit(4) }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  private final class Order: Sendable {
    let names = Mutex<[String]>([])
  }

  @Test func `it gets no blocked or ignored signal`() async {
    await #expect(processExitsWith: .success) {
      SignalWatch.ignoreBrokenPipe()
      try SignalWatch.block([Signal.terminate, Signal.hangUp])
      let file = try MemoryFile.create(name: "output")
      let child = try ChildProcess.spawn(
        Array("/bin/grep"),
        arguments: [Array("grep"), Array("^Sig[BI]"), Array("/proc/self/status")],
        standardOutput: file.number
      )
      guard try child.wait() == .exited(0) else { exit(2) }
      try file.seek(to: 0)
      let text = String(decoding: try file.readToEnd(limit: 4096), as: UTF8.self)
      // 28 bits: posix_spawn itself ignores the two signals that the C library keeps to itself.
      let lines = text.split(separator: "\n")
      guard lines.count == 2, lines.allSatisfy({ $0.hasSuffix("0000000") }) else { exit(3) }
    }
  }

  @Test func `a signal becomes an event of the loop`() async {
    await #expect(processExitsWith: .success) {
      try SignalWatch.block([Signal.terminate, Signal.hangUp])
      let loop = try EventLoop()
      let watch = try SignalWatch([Signal.terminate, Signal.hangUp], on: loop) { signal in
        if signal == Signal.terminate { loop.stop() }
      }
      // To this thread: the runner of the test did not block them in the others.
      raise(SIGHUP)
      raise(SIGTERM)
      loop.run()
      withExtendedLifetime(watch) {}
    }
  }

  @Test func `sockets from the service manager are taken once`() async {
    await #expect(processExitsWith: .success) {
      let (near, far) = try UnixSocket.pair()
      let file = try MemoryFile.create(name: "no socket")
      // Whatever the test runner has there is not needed in this process.
      let copies = [near.number, file.number].map { fcntl($0, F_DUPFD, 20) }
      dup2(copies[0], 3)
      dup2(copies[1], 4)
      Environment.set("LISTEN_PID", to: "\(getpid())")
      Environment.set("LISTEN_FDS", to: "2")
      Environment.set("LISTEN_FDNAMES", to: "xferd.socket:other")
      let found = ServiceManager.inheritedSockets()
      guard found.map(\.name) == ["xferd.socket"], found.first?.descriptor.number == 3 else {
        exit(2)
      }
      guard fcntl(3, F_GETFD) & FD_CLOEXEC != 0, fcntl(3, F_GETFL) & O_NONBLOCK != 0 else {
        exit(3)
      }
      guard ServiceManager.inheritedSockets().isEmpty, Environment.value("LISTEN_FDS") == nil
      else { exit(4) }
      // The number now belongs to `found`.
      withExtendedLifetime((near, far)) {}
      _ = file.release()
      exit(0)
    }
  }

  @Test(arguments: ["1", "0x7", "", "-3"])
  func `sockets that are meant for another process are left alone`(pid: String) async {
    await #expect(processExitsWith: .success) { [pid] in
      Environment.set("LISTEN_PID", to: pid)
      Environment.set("LISTEN_FDS", to: "1")
      guard ServiceManager.inheritedSockets().isEmpty else { exit(2) }
    }
  }

  @Test(arguments: [true, false])
  func `the service manager is told`(isAbstract: Bool) async {
    await #expect(processExitsWith: .success) { [isAbstract] in
      let scratch = try Scratch()
      let path = isAbstract ? "@xfer-notify-\(getpid())" : "\(scratch.path)/notify"
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { bytes in
        for (index, byte) in path.utf8.enumerated() {
          bytes[index] = index == 0 && isAbstract ? 0 : byte
        }
      }
      let length = socklen_t(2 + path.utf8.count + (isAbstract ? 0 : 1))
      let socket = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
      }
      guard bound == 0 else { exit(2) }
      Environment.set("NOTIFY_SOCKET", to: path)
      try ServiceManager.notify("READY=1\nSTATUS=on")
      guard try FileDescriptor(owning: socket).receive(100) == Array("READY=1\nSTATUS=on") else {
        exit(3)
      }
    }
  }

  @Test func `without a service manager nothing is told`() throws {
    try ServiceManager.notify("READY=1")
  }

  @Test func `the process knows itself`() throws {
    #expect(CurrentProcess.id == getpid())
    #expect(CurrentProcess.arguments.count == Int(CommandLine.argc))
    #expect(try CurrentProcess.executablePath().first == 0x2f)
    #expect(Environment.all.contains { $0.starts(with: Array("PATH=")) })
    #expect(LocalTime(secondsSince1970: 86_400 * 365)?.year == 1971)
    #expect(LocalTime(secondsSince1970: .max) == nil)
    #expect(!Terminal.isTerminal(-1))
    #expect(Terminal.size(of: -1) == nil)
  }

  @Test
  func `memory of a process is what it holds for itself`() async {
    // In one where nothing else lets go of any.
    await #expect(processExitsWith: .success) {
      let before = try #require(OtherProcess.privateByteCount(of: CurrentProcess.id))
      let held = [UInt8](repeating: 1, count: 32 << 20)
      let after = try #require(OtherProcess.privateByteCount(of: CurrentProcess.id))
      #expect(after - before > 31 << 20, "\(held.count)")
      #expect(OtherProcess.privateByteCount(of: .max) == nil)
    }
  }
}
