internal import Synchronization

/// A deadline that can be moved, and an action for when it comes.
///
/// The clock goes on while the machine sleeps, and does not see that the wall clock is set. A
/// deadline that passed during a sleep comes right after it. Without a deadline nothing wakes up.
public final class DeadlineTimer: Sendable {
  private let loop: EventLoop
  private let action: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    var deadline: MonotonicTime?
    var timer: EventLoop.Timer?
  }

  /// Without a deadline; `action` will run on `loop`.
  public init(on loop: EventLoop, _ action: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.action = action
  }

  deinit {
    state.withLock { $0.timer }?.cancel()
  }

  /// The deadline that has not come yet.
  public var deadline: MonotonicTime? { state.withLock { $0.deadline } }

  /// Replaces the deadline; `nil` is none.
  ///
  /// From a thread that is not the loop's, an action that has begun still ends.
  public func set(_ deadline: MonotonicTime?) {
    state.withLock { state in
      guard deadline != state.deadline else { return }
      state.timer?.cancel()
      state.deadline = deadline
      state.timer = deadline.map { deadline in
        loop.schedule(at: deadline) { [weak self] in self?.fire(deadline) }
      }
    }
  }

  private func fire(_ deadline: MonotonicTime) {
    let isCurrent = state.withLock { state in
      guard state.deadline == deadline else { return false }
      state = State()
      return true
    }
    if isCurrent { action() }
  }
}
