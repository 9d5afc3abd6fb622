internal import CLinux
internal import Synchronization

extension EventLoop {
  /// An action that will run once, unless cancelled before.
  public final class Timer: Sendable {
    private let id: UInt64
    private let loop: EventLoop

    init(id: UInt64, loop: EventLoop) {
      self.id = id
      self.loop = loop
    }

    /// Keeps the action from running.
    ///
    /// From a thread that is not the loop's, one that has begun still ends. To cancel twice, or after
    /// the action ran, does nothing.
    public func cancel() {
      loop.cancel(id)
    }
  }

  /// Runs `action` on the loop when `delay` has passed, never earlier.
  ///
  /// The timer runs even if the result is dropped. A loop without timers never wakes up, and one
  /// whose timers were cancelled neither.
  ///
  /// Time that the machine sleeps counts; a negative `delay` is zero.
  @discardableResult
  public func schedule(
    after delay: Duration,
    _ action: @escaping @Sendable () -> Void
  ) -> Timer {
    schedule(at: .now + delay, action)
  }

  /// As ``schedule(after:_:)``, at a moment; at once if it has passed.
  @discardableResult
  public func schedule(
    at deadline: MonotonicTime,
    _ action: @escaping @Sendable () -> Void
  ) -> Timer {
    let id = state.withLock { state in
      let id = state.timers.insert(deadline, action)
      rearmIfWaiting(&state)
      return id
    }
    return Timer(id: id, loop: self)
  }

  private func cancel(_ id: UInt64) {
    let removed = state.withLock { state in
      defer { rearmIfWaiting(&state) }
      return state.timers.remove(id)
    }
    // The action may own things whose end calls us: let it go outside the lock.
    withExtendedLifetime(removed) {}
  }

  /// The timerfd can be set under a sleeping loop without waking it.
  private func rearmIfWaiting(_ state: inout State) {
    if state.isWaiting { armTimer(&state) }
  }

  func armTimer(_ state: inout State) {
    let next = state.timers.next
    guard next != state.armed else { return }
    state.armed = next
    _ = clinux_timerfd_set(timer.number, next.map { max(1, $0.nanoseconds) } ?? 0)
  }

  func runDueTimers() {
    let due = state.withLock { state in
      state.armed = nil
      return state.timers.due(at: .now)
    }
    for id in due {
      // One by one: an action may cancel a timer that is due in the same round.
      let action = state.withLock { $0.timers.remove(id) }
      action?()
    }
  }
}
