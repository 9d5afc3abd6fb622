internal import Synchronization

/// A promise that is made by a closure, and settled by whoever is done with it.
///
/// However many ask, and from wherever: the closure runs once, and all of them are told. It goes on
/// when they leave, for those who ask again; once it is released it does so no longer.
public final class Promise: PromisedPayload {
  public typealias Outcome = Result<Payload, PayloadFailure>

  private struct State {
    var hasBegun = false
    var outcome: Outcome?
    /// In the order of their numbers, which is that in which they came.
    var waiting: [Int: @Sendable (Outcome) -> Void] = [:]
    var lastNumber = 0
    var isReleased = false
    /// What ends the making.
    var stops: [@Sendable () -> Void] = []
  }

  private let source: Payload?
  private let begin: @Sendable (Promise) -> Void
  private let state = Mutex(State())

  /// A promise that `begin` starts to make when it is first asked for.
  ///
  /// `begin` runs on the thread of the one who asks, must not wait there, and sees to it that
  /// ``settle(_:)`` is called in the end, whatever happens. What costs as long as it runs says with
  /// ``stops(with:)`` how it is ended before. What it is made of, the `source`, may be a promise as
  /// well: with it this one fails, also when nobody asked.
  public init(madeOf source: Payload? = nil, begin: @escaping @Sendable (Promise) -> Void) {
    (self.source, self.begin) = (source, begin)
  }

  public var kept: Payload? {
    guard case .success(let payload) = state.withLock({ $0.outcome }) else { return nil }
    return payload
  }

  public var failure: PayloadFailure? {
    switch state.withLock({ $0.outcome }) {
    case .failure(let failure): failure
    case .success: nil
    case nil: source?.failure
    }
  }

  /// Whether the outcome is known.
  public var isSettled: Bool { state.withLock { $0.outcome != nil } }

  /// How many wait for it.
  public var waiterCount: Int { state.withLock { $0.waiting.count } }

  @discardableResult
  public func keep(_ then: @escaping @Sendable (Outcome) -> Void) -> Leave {
    let (outcome, number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      if state.outcome == nil { state.waiting[state.lastNumber] = then }
      defer { state.hasBegun = true }
      return (state.outcome, state.lastNumber, !state.hasBegun)
    }
    if let outcome {
      then(outcome)
      return {}
    }
    if isFirst { begin(self) }
    return { [weak self] in self?.leave(number) }
  }

  /// Keeps the promise or breaks it, also unasked; `false` if it was settled before.
  ///
  /// A payload that is itself a promise breaks it.
  @discardableResult
  public func settle(_ outcome: Outcome) -> Bool {
    var outcome = outcome
    if case .success(.promised) = outcome { outcome = .failure(.notMade) }
    let waiting = state.withLock { state -> [Int: @Sendable (Outcome) -> Void]? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { (state.waiting, state.stops) = ([:], []) }
      return state.waiting
    }
    // Outside the lock: who is told may look at the promise.
    for (_, then) in (waiting ?? [:]).sorted(by: { $0.key < $1.key }) { then(outcome) }
    return waiting != nil
  }

  // MARK: When nobody waits

  /// Says how the making, or one more part of it, is ended; done at once if it is settled.
  public func stops(with stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if state.outcome == nil { state.stops.append(stop) }
      return state.outcome != nil
    }
    if isLate { stop() }
  }

  /// Nobody is offered it any more: it is made only as long as somebody waits for it.
  public func release() {
    state.withLock { $0.isReleased = true }
    stopIfUnwanted()
  }

  private func leave(_ number: Int) {
    state.withLock { $0.waiting[number] = nil }
    stopIfUnwanted()
  }

  private func stopIfUnwanted() {
    let stops = state.withLock { state -> [@Sendable () -> Void] in
      guard state.isReleased, state.hasBegun, state.outcome == nil, state.waiting.isEmpty
      else { return [] }
      state.outcome = .failure(.unwanted)
      defer { state.stops = [] }
      return state.stops
    }
    for stop in stops { stop() }
  }
}

extension Entry {
  /// The entry is on no board any more: what it promised is made only for those who wait for it.
  public func releasePromises() {
    for representation in items.flatMap(\.representations) {
      if case .promised(let promise as Promise) = representation.payload { promise.release() }
    }
  }
}

extension PayloadFailure {
  /// Nobody was offered the content any more, and nobody waited for it.
  static let unwanted = PayloadFailure(reason: "nobody waited for it any more")
}
