import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@Suite("Limited commands end", .timeLimit(.minutes(4)))
struct LimitedCommandEndTests {
  /// Ways to leave something behind: each leaves `sleep` with the number that it is given.
  static let waysOut = [
    "sleep $N &",
    "setsid sleep $N &",
    "nohup sleep $N >/dev/null 2>&1 &",
    "(setsid sh -c 'sleep $N & setsid sleep $N' &) &",
    "env -i setsid setsid -f sleep $N",
    "sh -c 'trap \"\" TERM; exec setsid -f sleep $N'; exec <&- >&- 2>&-",
  ]

  @Test(arguments: waysOut)
  func `what it leaves behind is ended`(script: String) async throws {
    let number = Self.uniqueNumber()
    let left = try await outcome(of: shell("export N=\(number); echo out; \(script)"))
    #expect(left == Outcome(.success(4), Array("out\n")))
    #expect(await areGone(number))
  }

  @Test(arguments: waysOut)
  func `what it began is ended with one that hangs`(script: String) async throws {
    let number = Self.uniqueNumber()
    var command = shell("export N=\(number); \(script)\n sleep $N")
    command.limits.total = .milliseconds(400)
    #expect(try await outcome(of: command).failure?.contains("0.4 seconds") == true)
    #expect(await areGone(number))
  }

  @Test(arguments: waysOut.suffix(2))
  func `what it leaves behind goes on if it may`(script: String) async throws {
    let number = Self.uniqueNumber()
    var command = shell("export N=\(number); echo out; \(script)\n exit 3")
    command.background = BackgroundPrograms(limit: 8)
    #expect(try await outcome(of: command).result == .failure(.exited(3, said: nil)))
    let isThere = await eventually { () async -> Bool in (try? sleepers(number).count) ?? 0 > 0 }
    #expect(isThere)
    for process in try sleepers(number) { kill(process, SIGKILL) }
    #expect(await areGone(number))
  }

  @Test func `what may go on is ended with one that hangs`() async throws {
    let number = Self.uniqueNumber()
    var command = shell("setsid sleep \(number) & sleep \(number)")
    command.background = BackgroundPrograms(limit: 8)
    command.limits.total = .milliseconds(400)
    #expect(try await outcome(of: command).failure?.contains("0.4 seconds") == true)
    #expect(await areGone(number))
  }

  @Test func `what went on is reaped when something else begins`() async {
    await #expect(processExitsWith: .success) {
      try CurrentProcess.adoptOrphans()
      var command = shell("setsid sleep 0.05 &")
      command.background = BackgroundPrograms(limit: 8)
      for _ in 1...5 { _ = try await outcome(of: command) }
      command = shell("sleep 0.02")
      command.background = BackgroundPrograms(limit: 8)
      for _ in 1...200 {
        _ = try await outcome(of: command)
        if await hasNoChild(within: .zero) { exit(0) }
      }
      exit(2)
    }
  }

  @Test func `all that went on and ended is reaped, though some goes on`() async {
    await #expect(processExitsWith: .success) {
      try CurrentProcess.adoptOrphans()
      let number = LimitedCommandEndTests.uniqueNumber()
      // What has the lowest number is looked at first.
      var command = shell("setsid sleep \(number) & for i in 1 2 3; do setsid true & done")
      command.background = BackgroundPrograms(limit: 8)
      _ = try await outcome(of: command)
      var isReaped = false
      for _ in 1...200 where !isReaped {
        _ = try await outcome(of: shell("sleep 0.02"))
        isReaped = !hasEndedChild()
      }
      guard await isThere(number) else { exit(3) }
      for process in try sleepers(number) { kill(process, SIGKILL) }
      exit(isReaped ? 0 : 2)
    }
  }

  @Test func `what more commands leave than may is ended`() async {
    await #expect(processExitsWith: .success) {
      try CurrentProcess.adoptOrphans()
      let background = BackgroundPrograms(limit: 2)
      func leave(_ script: String) async throws -> Result<Int, LimitedCommand.Failure> {
        var command = shell(script)
        command.background = background
        return try await outcome(of: command).result
      }
      let numbers = (1...3).map { _ in LimitedCommandEndTests.uniqueNumber() }
      for number in numbers.prefix(2) {
        guard try await leave("setsid sleep \(number) &") == .success(0) else { exit(2) }
        guard await isThere(number) else { exit(9) }
      }
      let refused = try await leave("setsid sleep \(numbers[2]) &")
      guard refused == .failure(.tooManyLeft(limit: 2)) else { exit(3) }
      guard try sleepers(numbers[2]).isEmpty else { exit(4) }
      guard try await leave("true") == .success(0) else { exit(8) }
      for process in try sleepers(numbers[0]) { kill(process, SIGKILL) }
      guard await areGone(numbers[0]) else { exit(5) }
      guard try await leave("setsid sleep \(numbers[2]) &") == .success(0) else { exit(6) }
      guard await isThere(numbers[2]) else { exit(10) }
      let left = try numbers.flatMap(sleepers)
      for process in left { kill(process, SIGKILL) }
      exit(left.count == 2 ? 0 : 7)
    }
  }

  @Test func `orphans are reaped by who adopts them`() async {
    await #expect(processExitsWith: .success) {
      try CurrentProcess.adoptOrphans()
      let command = shell("for i in 1 2 3; do setsid sleep 1000 & done; setsid -f true; true")
      guard try await outcome(of: command).result == .success(0) else { exit(2) }
      guard await hasNoChild() else { exit(3) }
    }
  }

  @Test func `one that makes ever more processes is ended`() async throws {
    let number = Self.uniqueNumber()
    // Not without end: whoever is to end it may not run for a while beside all other tests.
    var command = shell("for i in $(seq 300); do setsid sleep \(number) & done; wait")
    command.limits.processCount = 20
    #expect(try await outcome(of: command).result == .failure(.tooManyProcesses(limit: 20)))
    #expect(await areGone(number))
  }

  // In a process that adopts what is left, so that it is gone for sure. The test runner itself may
  // not: it waits for any child and knows only its own.
  @Test func `a fork bomb is ended`() async {
    await #expect(processExitsWith: .success) {
      try CurrentProcess.adoptOrphans()
      // The first process goes on, so that its end does not end the rest. Each generation rests, and
      // the eighth is the last, or the machine would have no time for the tests beside this one.
      let bomb =
        "bomb() { sleep 0.02; [ $1 = 8 ] || { bomb $(($1 + 1)) & bomb $(($1 + 1)) & }; sleep 1000; }"
      var command = shell("\(bomb); bomb 1")
      command.limits.total = .milliseconds(300)
      guard try await outcome(of: command).failure != nil else { exit(2) }
      guard await hasNoChild() else { exit(3) }
    }
  }

  @Test func `a chain of processes that run away is ended`() async throws {
    let scratch = try Scratch()
    let sign = "\(scratch.path)/sign"
    // Each is gone as soon as the next, of a session of its own, has begun.
    let link = "echo > '\(sign)'; setsid -f sh -c \"$0\" \"$0\""
    var command = shell(link)
    command.arguments.append(Array(link))
    _ = try await outcome(of: command)
    unlink(sign)
    let goesOn = await eventually(within: .milliseconds(300)) { () async -> Bool in
      access(sign, F_OK) == 0
    }
    #expect(!goesOn)
  }

  @Test func `one that is given up is ended`() async throws {
    let number = Self.uniqueNumber()
    try await withLoop { loop in
      let queue = LimitedCommandQueue(loop: loop)
      let command = shell("setsid sleep \(number) & echo x; sleep \(number)")
      let given = await run(command, on: queue) { run in
        loop.schedule(after: .milliseconds(100)) { run.cancel() }
      }
      #expect(given.result == .failure(.cancelled))
    }
    #expect(await areGone(number))
  }

  @Test func `too much output after the end is told once`() async throws {
    let scratch = try Scratch()
    let sign = "\(scratch.path)/sign"
    // Written when the first process has ended, and before the loop can look.
    let script = """
      (until grep -q 'State:.Z' /proc/$$/status; do :; done; printf 0123456789; : > '\(sign)') &
      """
    var command = shell(script)
    command.limits.outputByteCount = 5
    let failed = try await withLoop { loop in
      await run(command, on: LimitedCommandQueue(loop: loop)) { _ in
        loop.perform { waitForFile(sign) }
      }
    }
    #expect(failed.result == .failure(.tooMuchOutput(limit: 5)))
  }

  @Test func `many that never begin are passed over`() async throws {
    try await withLoop { loop in
      let queue = LimitedCommandQueue(loop: loop, concurrentCount: 1)
      queue.run(shell("sleep 1000"), sink: { _ in true }, handler: { _ in })
      for _ in 0..<20_000 {
        queue.run(shell("echo never"), sink: { _ in true }, handler: { _ in })
      }
      async let last = run(shell("echo never"), on: queue) { _ in
        loop.perform { queue.assumeIsolated { $0.cancelAll() } }
      }
      #expect(await last.result == .failure(.cancelled))
      #expect(await run(shell("echo on"), on: queue).text == "on\n")
    }
  }

  @Test func `commands wait for their turn`() async throws {
    try await withLoop { loop in
      let scratch = try Scratch()
      let queue = LimitedCommandQueue(loop: loop, concurrentCount: 2)
      // Each tells how many there are beside it.
      let script = """
        mkdir '\(scratch.path)/'$$; ls '\(scratch.path)' | wc -l; sleep 0.05
        rmdir '\(scratch.path)/'$$
        """
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { await run(shell(script), on: queue) }
        }
        for await outcome in group {
          #expect(["1\n", "2\n"].contains(outcome.text), "\(outcome)")
        }
      }
    }
  }

  @Test func `one that waits can be given up, and all at once`() async throws {
    try await withLoop { loop in
      let queue = LimitedCommandQueue(loop: loop, concurrentCount: 1)
      let first = Mutex<LimitedCommandRun?>(nil)
      async let running = run(shell("sleep 1000"), on: queue) { run in
        first.withLock { $0 = run }
      }
      let began = await eventually { () async -> Bool in first.withLock { $0 != nil } }
      #expect(began)
      let waiting = await run(shell("echo never"), on: queue) { $0.cancel() }
      #expect(waiting == Outcome(.failure(.cancelled), []))
      async let third = run(shell("echo never"), on: queue) { _ in
        loop.perform { queue.assumeIsolated { $0.cancelAll() } }
      }
      #expect(await running.result == .failure(.cancelled))
      #expect(await third.result == .failure(.cancelled))
      #expect(await run(shell("echo on"), on: queue).text == "on\n")
    }
  }

  fileprivate static func uniqueNumber() -> String {
    "\(UInt32.random(in: 10_000_000..<100_000_000))"
  }
}

/// Stands still until there is a file, at most for five seconds.
private func waitForFile(_ path: String) {
  for _ in 0..<5000 where access(path, F_OK) != 0 { usleep(1000) }
}

/// Neither a living one nor one that has ended.
private func hasNoChild(within limit: Duration = .seconds(5)) async -> Bool {
  await eventually(within: limit) { () async -> Bool in
    var found = siginfo_t()
    // Only looked at: what was not reaped stays to be seen.
    return waitid(P_ALL, 0, &found, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
  }
}

private func hasEndedChild() -> Bool {
  var found = siginfo_t()
  return waitid(P_ALL, 0, &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo != 0
}

/// What was left may be a shell still that is about to become a sleeper.
private func isThere(_ number: String) async -> Bool {
  await eventually { () async -> Bool in (try? sleepers(number).count == 1) == true }
}

private func areGone(_ number: String) async -> Bool {
  await eventually { () async -> Bool in (try? sleepers(number).isEmpty) == true }
}

/// The running processes that sleep for a number of seconds of their own.
private func sleepers(_ number: String) throws -> [Int32] {
  try FileSystem.names(in: Array("/proc")).compactMap { name -> Int32? in
    guard let pid = Int32(String(decoding: name, as: UTF8.self)), isRunning(pid),
      let line = try? readFile("/proc/\(pid)/cmdline")
    else { return nil }
    return line == Array("sleep\0\(number)\0") ? pid : nil
  }
}
