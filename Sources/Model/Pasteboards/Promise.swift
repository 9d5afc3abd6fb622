internal import Synchronization

/// A promise that is made by a closure, and settled by whoever is done with it.
///
/// However many ask, and from wherever: the closure runs once, and all of them are told.
public final class Promise: PromisedPayload {
  public typealias Outcome = Result<Payload, PayloadFailure>

  private struct State {
    var hasBegun = false
    var outcome: Outcome?
    var waiting: [@Sendable (Outcome) -> Void] = []
  }

  private let begin: @Sendable (Promise) -> Void
  private let state = Mutex(State())

  /// A promise that `begin` starts to make when it is first asked for.
  ///
  /// `begin` runs on the thread of the one who asks, must not wait there, and sees to it that
  /// ``settle(_:)`` is called in the end, whatever happens.
  public init(begin: @escaping @Sendable (Promise) -> Void) { self.begin = begin }

  public var kept: Payload? {
    guard case .success(let payload) = state.withLock({ $0.outcome }) else { return nil }
    return payload
  }

  public var failure: PayloadFailure? {
    guard case .failure(let failure) = state.withLock({ $0.outcome }) else { return nil }
    return failure
  }

  /// Whether the outcome is known.
  public var isSettled: Bool { state.withLock { $0.outcome != nil } }

  public func keep(_ then: @escaping @Sendable (Outcome) -> Void) {
    let (outcome, isFirst) = state.withLock { state in
      if state.outcome == nil { state.waiting.append(then) }
      defer { state.hasBegun = true }
      return (state.outcome, !state.hasBegun)
    }
    if let outcome { return then(outcome) }
    if isFirst { begin(self) }
  }

  /// Keeps the promise or breaks it, also unasked; `false` if it was settled before.
  ///
  /// A payload that is itself a promise breaks it.
  @discardableResult
  public func settle(_ outcome: Outcome) -> Bool {
    var outcome = outcome
    if case .success(.promised) = outcome { outcome = .failure(.notMade) }
    let waiting = state.withLock { state -> [@Sendable (Outcome) -> Void]? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    // Outside the lock: who is told may look at the promise.
    for then in waiting ?? [] { then(outcome) }
    return waiting != nil
  }
}
