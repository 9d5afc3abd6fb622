internal import Synchronization

extension EventLoop {
  /// Waits until `descriptor` is ready, without a thread; `false` if the task was cancelled.
  ///
  /// A file that cannot be waited for, such as a regular one, is always ready (epoll_ctl(2), EPERM).
  public func waits(for descriptor: SharedDescriptor, _ readiness: Readiness) async -> Bool {
    guard !Task.isCancelled else { return false }
    let wait = ReadinessWait()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait.begin(continuation)
        do {
          try watch(number: descriptor.number, for: readiness) { [self] _ in
            unwatch(number: descriptor.number)
            wait.end(true)
          }
          // The cancellation may have come before there was anything to unwatch.
          if wait.hasEnded { unwatch(number: descriptor.number) }
        } catch {
          wait.end(true)
        }
      }
    } onCancel: {
      unwatch(number: descriptor.number)
      wait.end(false)
    }
  }
}

/// A wait that ends once, for whichever reason comes first.
private final class ReadinessWait: Sendable {
  private enum State: Sendable {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case ended(Bool)
  }

  private let state = Mutex(State.new)

  func begin(_ continuation: CheckedContinuation<Bool, Never>) {
    let result = state.withLock { state -> Bool? in
      // The cancellation may come before the wait has begun.
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(returning: result) }
  }

  var hasEnded: Bool {
    state.withLock { state in
      if case .ended = state { true } else { false }
    }
  }

  func end(_ result: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      defer { state = .ended(result) }
      switch state {
      case .waiting(let continuation): return continuation
      case .new, .ended: return nil
      }
    }
    waiting?.resume(returning: result)
  }
}
