internal import LinuxIO
internal import Pasteboards
internal import Synchronization

/// One wait for a promise, given up after a while or with its task; the promise is not.
final class PromiseWait: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Bool, Never>?
    var timer: EventLoop.Timer?
    var leave: PromisedPayload.Leave?
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Has a promise kept; `false` if that took longer than `patience`, or the task was cancelled.
  static func settles(
    _ promise: any PromisedPayload,
    within patience: Duration,
    on loop: EventLoop,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let wait = PromiseWait()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard wait.begin(continuation) else { return }
        let leave = promise.keep { _ in wait.end(true) }
        wait.limit(loop.schedule(after: patience) { wait.end(false) }, leave)
      }
    } onCancel: {
      wait.end(false)
    }
  }

  /// `false` if it was given up before.
  private func begin(_ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    let isLate = state.withLock { state in
      if !state.hasEnded { state.continuation = continuation }
      return state.hasEnded
    }
    if isLate { continuation.resume(returning: false) }
    return !isLate
  }

  private func limit(_ timer: EventLoop.Timer, _ leave: @escaping PromisedPayload.Leave) {
    let isLate = state.withLock { state in
      if !state.hasEnded { (state.timer, state.leave) = (timer, leave) }
      return state.hasEnded
    }
    guard isLate else { return }
    timer.cancel()
    leave()
  }

  private func end(_ isSettled: Bool) {
    let (continuation, timer, leave) = state.withLock { state in
      state.hasEnded = true
      defer { (state.continuation, state.timer, state.leave) = (nil, nil, nil) }
      return (state.continuation, state.timer, state.leave)
    }
    timer?.cancel()
    leave?()
    continuation?.resume(returning: isSettled)
  }
}
