internal import Synchronization

/// Runs limited commands on a loop, a few at once and the others after them.
///
/// A command costs no thread: its end, its output and one timer are events of the loop.
public actor LimitedCommandQueue {
  private let loop: EventLoop
  private let concurrentCount: Int
  private var waiting: [LimitedCommandRun] = []
  private var running: [ObjectIdentifier: LimitedCommandRun] = [:]

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  public init(loop: EventLoop, concurrentCount: Int = 4) {
    self.loop = loop
    self.concurrentCount = concurrentCount
  }

  /// Runs a command when its turn comes.
  ///
  /// `sink` and `handler` are called on the loop, `handler` once, when it and all that it started
  /// have ended: with the number of bytes, or why there are none.
  @discardableResult
  public nonisolated func run(
    _ command: LimitedCommand,
    sink: @escaping LimitedCommand.Sink,
    handler: @escaping @Sendable (Result<Int, LimitedCommand.Failure>) -> Void
  ) -> LimitedCommandRun {
    let run = LimitedCommandRun(command, on: loop, sink: sink, handler: handler)
    loop.perform { self.assumeIsolated { $0.enqueue(run) } }
    return run
  }

  /// Runs a command when its turn comes, and ends it when the task is cancelled.
  ///
  /// `sink` is called on the loop. Returns when the command and all that it started have ended.
  public nonisolated func run(
    _ command: LimitedCommand,
    sink: @escaping LimitedCommand.Sink
  ) async -> Result<Int, LimitedCommand.Failure> {
    let started = Mutex<LimitedCommandRun?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let run = run(command, sink: sink) { continuation.resume(returning: $0) }
        started.withLock { $0 = run }
        // The handler may have been called before there was anything to end.
        if Task.isCancelled { run.cancel() }
      }
    } onCancel: {
      started.withLock { $0 }?.cancel()
    }
  }

  /// Kills all that run, and has all that wait not begin.
  public func cancelAll() {
    for run in waiting + Array(running.values) {
      run.assumeIsolated { $0.fail(.cancelled) }
    }
  }

  private func enqueue(_ run: LimitedCommandRun) {
    waiting.append(run)
    advance()
  }

  private func advance() {
    while running.count < concurrentCount, !waiting.isEmpty {
      let run = waiting.removeFirst()
      running[ObjectIdentifier(run)] = run
      run.assumeIsolated { run in
        run.begin { [weak self, id = ObjectIdentifier(run)] in
          self?.assumeIsolated { $0.ended(id) }
        }
      }
    }
  }

  private func ended(_ id: ObjectIdentifier) {
    running[id] = nil
    // Not from here: each of many that do not even begin would call the next one's beginning.
    loop.perform { self.assumeIsolated { $0.advance() } }
  }
}
