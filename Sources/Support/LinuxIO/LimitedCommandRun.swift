internal import Glibc

/// One limited command, from its turn to the end of everything that it started.
public actor LimitedCommandRun {
  private let command: LimitedCommand
  private let loop: EventLoop
  private let sink: LimitedCommand.Sink
  private let handler: @Sendable (Result<Int, LimitedCommand.Failure>) -> Void
  /// Of this run alone; without one only what stays in the command's group is found.
  private let mark = ProcessMark()

  private var child: ChildProcess?
  private var output: SharedDescriptor?
  private var errors: SharedDescriptor?
  private lazy var room = PieceRoom(byteCount: 64 * 1024)
  private var outputByteCount = 0
  private var lastLine = LastLine()

  private var began = MonotonicTime.now
  private var timer: EventLoop.Timer?
  /// Until the next look at the processes.
  private var pause = Duration.milliseconds(4)
  private var sweepCount = 0
  /// How the first process ended.
  private var status: ExitStatus?
  /// Why the rest is of no use.
  private var failure: LimitedCommand.Failure?
  private var hasEnded = false
  /// Gives the turn to the next.
  private var done: (@Sendable () -> Void)?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  init(
    _ command: LimitedCommand,
    on loop: EventLoop,
    sink: @escaping LimitedCommand.Sink,
    handler: @escaping @Sendable (Result<Int, LimitedCommand.Failure>) -> Void
  ) {
    self.command = command
    self.loop = loop
    self.sink = sink
    self.handler = handler
  }

  /// Ends it, if it has not ended: with ``LimitedCommand/Failure/cancelled``.
  public nonisolated func cancel() {
    loop.perform { self.assumeIsolated { $0.fail(.cancelled) } }
  }

  func begin(_ done: @escaping @Sendable () -> Void) {
    self.done = done
    // Given up while it waited.
    guard !hasEnded else { return finish() }
    began = .now
    do throws(SystemError) {
      try start()
      tick()
    } catch {
      // It may also be the directory that is not there.
      let isThere = (try? FileSystem.status(of: command.path)) != nil
      failure = isThere ? .notStarted(error) : .notFound
      end()
    }
  }

  // MARK: Starting

  private func start() throws(SystemError) {
    // What goes on is not to end because nobody reads what it prints.
    let pipes = command.background != nil ? nil : (output: try Pipe.make(), errors: try Pipe.make())
    let input = try input()
    var limits = command.limits.process
    limits.mark = mark
    // Our ends only: an open file is shared with whoever else has a descriptor of it.
    try pipes?.output.reader.descriptor.setNonBlocking()
    try pipes?.errors.reader.descriptor.setNonBlocking()
    let child = try ChildProcess.spawn(
      command.path,
      arguments: command.arguments,
      environment: command.environment,
      standardInput: input?.number,
      standardOutput: pipes?.output.writer.number,
      standardError: pipes?.errors.writer.number,
      newSession: true,
      workingDirectory: command.workingDirectory,
      limits: limits
    )
    (self.child, output, errors) = (child, pipes?.output.reader, pipes?.errors.reader)
    do throws(SystemError) {
      if let output {
        try watch(output) { if let reason = $0.readOutput() { $0.fail(reason) } }
      }
      if let errors { try watch(errors) { $0.readErrors() } }
      try loop.watch(child.ended, for: .readable) { [weak self] _ in
        self?.assumeIsolated { $0.firstProcessEnded() }
      }
    } catch {
      // Nobody would notice its end.
      child.terminateGroup(Signal.kill)
      _ = mark?.killHolders(except: child.pid)
      throw error
    }
  }

  private func input() throws(SystemError) -> SharedDescriptor? {
    switch command.input {
    case .nothing: nil
    case .file(let file): file
    // Not a pipe: one that is not read would have to be watched, and breaks when it is closed.
    case .bytes(let bytes):
      SharedDescriptor(try MemoryFile.create(name: "xfer-input", content: bytes))
    }
  }

  private func watch(
    _ descriptor: SharedDescriptor,
    _ handler: @escaping @Sendable (isolated LimitedCommandRun) -> Void
  ) throws(SystemError) {
    try loop.watch(descriptor.descriptor, for: .readable) { [weak self] _ in
      self?.assumeIsolated { handler($0) }
    }
  }

  // MARK: Running

  /// Looks at what no descriptor tells: the time, and how many processes there are.
  private func tick() {
    guard failure == nil, status == nil, let child else { return }
    let (now, limits) = (MonotonicTime.now, command.limits)
    guard now < began + limits.total else {
      return fail(.timedOut(limits.total, hadOutput: outputByteCount > 0))
    }
    // The first one is not among them.
    guard mark?.hasHolders(over: limits.processCount - 1, except: child.pid) != true else {
      return fail(.tooManyProcesses(limit: limits.processCount))
    }
    // Soon at first: what doubles every millisecond must be seen while it is small.
    pause = min(pause * 2, .milliseconds(256))
    timer = loop.schedule(after: min(pause, began + limits.total - now)) { [weak self] in
      self?.assumeIsolated { $0.tick() }
    }
  }

  /// Takes one piece, so that others on the loop have their turns, and says why no more is of use.
  private func readOutput() -> LimitedCommand.Failure? {
    guard let output, failure == nil else { return nil }
    do throws(SystemError) {
      switch try output.descriptor.readAvailable(into: room.bytes) {
      case .wouldBlock: return nil
      case .end:
        close(&self.output)
        return nil
      case .bytes(let count):
        return take(UnsafeRawBufferPointer(rebasing: room.bytes[..<count]))
      }
    } catch {
      return .refused
    }
  }

  private func take(_ piece: UnsafeRawBufferPointer) -> LimitedCommand.Failure? {
    outputByteCount += piece.count
    guard outputByteCount <= command.limits.outputByteCount else {
      return .tooMuchOutput(limit: command.limits.outputByteCount)
    }
    return sink(piece) ? nil : .refused
  }

  private func readErrors() {
    guard let errors else { return }
    switch try? errors.descriptor.readAvailable(into: room.bytes) {
    case .wouldBlock: return
    case .bytes(let count):
      if command.quotesErrors {
        lastLine.append(UnsafeRawBufferPointer(rebasing: room.bytes[..<count]))
      }
    case .end, nil: close(&self.errors)
    }
  }

  /// What it left behind would go on, and keep the pipes open.
  private func firstProcessEnded() {
    guard let child, status == nil else { return }
    // One that was given up takes all along.
    let background = failure == nil ? command.background : nil
    // Before it is reaped, and its number can become another's.
    if background == nil { child.terminateGroup(Signal.kill) }
    guard let status = try? child.wait(timeout: .zero) else { return }
    self.status = status
    loop.unwatch(child.ended)
    guard let background else { return sweep() }
    if let mark, !background.take(mark) {
      failure = .tooManyLeft(limit: background.limit)
      return sweep()
    }
    end()
  }

  // MARK: Ending

  func fail(_ reason: LimitedCommand.Failure) {
    guard failure == nil, !hasEnded else { return }
    // All of it was there before it was given up.
    guard status == nil || reason != .cancelled else { return }
    failure = reason
    close(&output)
    child?.terminateGroup(Signal.kill)
    sweep()
  }

  /// Ends what is left, until nothing is.
  private func sweep() {
    guard let child else { return end() }
    timer?.cancel()
    let isLeft = mark?.killHolders(except: child.pid) == true || status == nil
    // What cannot be killed waits for a disk; it is as good as gone, and nobody is to wait for it.
    guard isLeft, sweepCount < 12 else { return end() }
    sweepCount += 1
    timer = loop.schedule(after: .milliseconds(min(256, 1 << sweepCount))) { [weak self] in
      self?.assumeIsolated { $0.sweep() }
    }
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    timer?.cancel()
    drain()
    close(&output)
    close(&errors)
    if let child { loop.unwatch(child.ended) }
    handler(result)
    finish()
  }

  /// Reads what was written before the end and not read yet.
  ///
  /// No more than a pipe holds: what could not be ended may still write.
  ///
  /// Source: pipe(7), `/proc/sys/fs/pipe-max-size` is 1 MiB unless somebody changed it.
  private func drain() {
    for _ in 0..<16 {
      guard failure == nil, let output, hasMore(output) else { break }
      failure = readOutput()
    }
    for _ in 0..<16 {
      guard let errors, hasMore(errors) else { break }
      readErrors()
    }
  }

  private var result: Result<Int, LimitedCommand.Failure> {
    if let failure { return .failure(failure) }
    return switch status {
    case .exited(0): .success(outputByteCount)
    case .exited(let code): .failure(.exited(code, said: lastLine.text))
    case .signalled(let signal): .failure(.signalled(signal, said: lastLine.text))
    case nil: .failure(.cancelled)
    }
  }

  private func hasMore(_ pipe: SharedDescriptor) -> Bool {
    let readiness = try? pipe.descriptor.poll(for: .readable, timeout: .zero)
    return readiness != nil
  }

  private func finish() {
    done?()
    done = nil
  }

  private func close(_ pipe: inout SharedDescriptor?) {
    if let pipe { loop.unwatch(pipe.descriptor) }
    pipe = nil
  }
}
