internal import LinuxIO
internal import Synchronization

/// One call of the desktop, given up when the desktop's loop does not go round.
///
/// It stands still while libxcb waits for a server that has stopped. The call itself is not ended by
/// that, and its late result goes nowhere.
final class DesktopCall<Value: Sendable>: Sendable {
  /// The server does not answer; what was called may still happen.
  struct Unanswered: Error {}

  private struct State {
    var continuation: CheckedContinuation<Result<Value, any Error>, Never>?
    var isServed = false
    var timer: EventLoop.Timer?
    var task: Task<Void, Never>?
    var hasEnded = false
    /// A result that came before there was anybody to wait for it.
    var result: Result<Value, any Error>?
  }

  private let desktopLoop: EventLoop
  private let mainLoop: EventLoop
  private let patience: Duration
  private let state = Mutex(State())

  init(desktopLoop: EventLoop, mainLoop: EventLoop, patience: Duration) {
    self.desktopLoop = desktopLoop
    self.mainLoop = mainLoop
    self.patience = patience
  }

  /// Waits with `continuation` for what `task` passes to ``end(_:)``.
  func begin(
    _ continuation: CheckedContinuation<Result<Value, any Error>, Never>,
    _ task: Task<Void, Never>
  ) {
    let early = state.withLock { state in
      state.continuation = continuation
      state.task = task
      return state.result
    }
    guard let early else { return startTimer() }
    // The desktop was quicker than this thread. What it queued for our loop before its result, such as
    // the first part of an answer, comes before the result here as well.
    mainLoop.perform { self.end(early) }
  }

  /// Notes that the desktop's loop has come to the call.
  func serve() { state.withLock { $0.isServed = true } }

  /// Ends the wait, if nothing has before.
  func end(_ result: Result<Value, any Error>) {
    let (continuation, timer) = state.withLock { state in
      if state.continuation == nil, !state.hasEnded { state.result = result }
      defer { (state.continuation, state.timer, state.task) = (nil, nil, nil) }
      state.hasEnded = true
      return (state.continuation, state.timer)
    }
    timer?.cancel()
    continuation?.resume(returning: result)
  }

  /// Tells the call that nobody wants its result.
  func cancel() { state.withLock { $0.task }?.cancel() }

  /// Asks the desktop's loop for a sign of life, and looks for it after a while.
  private func lookLater() {
    desktopLoop.perform { [weak self] in self?.serve() }
    startTimer()
  }

  private func startTimer() {
    let timer = mainLoop.schedule(after: patience) { [weak self] in self?.look() }
    state.withLock { state in
      if state.hasEnded { timer.cancel() } else { state.timer = timer }
    }
  }

  private func look() {
    let isServed = state.withLock { state in
      defer { state.isServed = false }
      return state.isServed
    }
    if isServed { lookLater() } else { end(.failure(Unanswered())) }
  }
}
