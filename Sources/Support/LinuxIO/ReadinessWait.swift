internal import Synchronization

/// One wait for a descriptor that costs no thread and can be given up.
///
/// An actor suspends in a function of its own and hands the continuation to ``begin(_:)``.
public final class ReadinessWait: Sendable {
  private enum State: Sendable {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case ended(Bool)
  }

  private let descriptor: SharedDescriptor
  private let readiness: Readiness
  private let loop: EventLoop
  private let state = Mutex(State.new)

  /// Prepares a wait, on `loop`, until `descriptor` has `readiness`.
  public init(for descriptor: SharedDescriptor, _ readiness: Readiness, on loop: EventLoop) {
    self.descriptor = descriptor
    self.readiness = readiness
    self.loop = loop
  }

  /// Resumes the continuation with `true` when the descriptor is ready, with `false` if given up.
  ///
  /// A file that cannot be waited for, such as a regular one, is always ready (epoll_ctl(2), EPERM).
  public func begin(_ continuation: CheckedContinuation<Bool, Never>) {
    let result = state.withLock { state -> Bool? in
      // It may have been given up before it began.
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { return continuation.resume(returning: result) }
    do {
      try loop.watch(number: descriptor.number, for: readiness) { [weak self] _ in
        self?.end(true)
      }
      // Or while there was nothing yet to unwatch.
      if hasEnded { loop.unwatch(number: descriptor.number) }
    } catch {
      end(true)
    }
  }

  /// Gives the wait up.
  public func cancel() { end(false) }

  private var hasEnded: Bool {
    state.withLock { state in
      if case .ended = state { true } else { false }
    }
  }

  private func end(_ result: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if case .ended = state { return nil }
      defer { state = .ended(result) }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    guard let waiting else { return }
    loop.unwatch(number: descriptor.number)
    waiting.resume(returning: result)
  }
}
