internal import LinuxIO
internal import Pasteboards
internal import Synchronization

/// One wait for a promise, given up after a while; the promise is not.
final class PromiseWait: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Bool, Never>?
    var timer: EventLoop.Timer?
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Has a promise kept; `false` if that took longer than `patience`.
  static func settles(
    _ promise: any PromisedPayload,
    within patience: Duration,
    on loop: EventLoop,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let wait = PromiseWait()
    return await withCheckedContinuation { continuation in
      wait.state.withLock { $0.continuation = continuation }
      promise.keep { _ in wait.end(true) }
      let timer = loop.schedule(after: patience) { wait.end(false) }
      let isLate = wait.state.withLock { state in
        state.timer = timer
        return state.hasEnded
      }
      if isLate { timer.cancel() }
    }
  }

  private func end(_ isSettled: Bool) {
    let (continuation, timer) = state.withLock { state in
      state.hasEnded = true
      defer { (state.continuation, state.timer) = (nil, nil) }
      return (state.continuation, state.timer)
    }
    timer?.cancel()
    continuation?.resume(returning: isSettled)
  }
}
