internal import Synchronization

/// A promise that is made by a closure, and settled by whoever is done with it.
///
/// However many ask, and from wherever: the closure runs once, and all of them are told. It goes on
/// when they leave, for those who ask again, until it is released.
///
/// What may be seen before it is whole is told of as it grows.
public final class Promise: PromisedPayload {
  public typealias Outcome = Result<Payload, PayloadFailure>

  private struct State {
    var hasBegun = false
    var outcome: Outcome?
    /// In the order of their numbers, which is that in which they came.
    var waiting: [Int: @Sendable (Outcome) -> Void] = [:]
    /// Those who wait for more of the beginning, and for how much.
    var growthWaits: [Int: (byteCount: Int, then: @Sendable () -> Void)] = [:]
    var lastNumber = 0
    var beginning: (any PayloadFile)?
    var isReleased = false
    /// What ends the making.
    var stops: [@Sendable () -> Void] = []

    mutating func end(_ outcome: Outcome) {
      self.outcome = outcome
      (waiting, growthWaits, stops, beginning) = ([:], [:], [], nil)
    }
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
    let ended = state.withLock { state -> State? in
      guard state.outcome == nil else { return nil }
      defer { state.end(outcome) }
      return state
    }
    guard let ended else { return false }
    // Outside the lock: who is told may look at the promise.
    for (_, then) in ended.waiting.sorted(by: { $0.key < $1.key }) { then(outcome) }
    for wait in ended.growthWaits.values { wait.then() }
    return true
  }

  // MARK: While it is made

  public var beginning: (any PayloadFile)? { state.withLock { $0.beginning } }

  /// Lets what there is so far be seen; ``grow()`` tells that it is longer.
  public func begin(with beginning: any PayloadFile) {
    state.withLock { state in
      if state.outcome == nil { state.beginning = beginning }
    }
  }

  /// Tells those who wait for more of the beginning that there is.
  public func grow() {
    let told = state.withLock { state -> [@Sendable () -> Void] in
      guard !state.growthWaits.isEmpty, let count = state.beginning?.byteCount else { return [] }
      let met = state.growthWaits.filter { $0.value.byteCount < count }
      for number in met.keys { state.growthWaits[number] = nil }
      return met.values.map(\.then)
    }
    for then in told { then() }
  }

  @discardableResult
  public func whenLonger(than byteCount: Int, _ then: @escaping @Sendable () -> Void) -> Leave {
    let number = state.withLock { state -> Int? in
      let count = state.beginning?.byteCount ?? 0
      guard state.outcome == nil, count <= byteCount else { return nil }
      state.lastNumber += 1
      state.growthWaits[state.lastNumber] = (byteCount, then)
      return state.lastNumber
    }
    guard let number else {
      then()
      return {}
    }
    return { [weak self] in self?.state.withLock { $0.growthWaits[number] = nil } }
  }

  // MARK: When nobody waits

  /// Says how the making, or one more part of it, is ended; done at once if it is settled.
  public func stops(with stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if state.outcome == nil { state.stops.append(stop) }
      return state.outcome != nil
    }
    if isLate { stop() } else { stopIfUnwanted() }
  }

  /// Nobody is offered it any more: what can be ended goes on only as long as somebody waits for it.
  public func release() {
    state.withLock { $0.isReleased = true }
    stopIfUnwanted()
  }

  private func leave(_ number: Int) {
    state.withLock { $0.waiting[number] = nil }
    stopIfUnwanted()
  }

  private func stopIfUnwanted() {
    let ended = state.withLock { state -> State? in
      guard state.isReleased, !state.stops.isEmpty, state.waiting.isEmpty else { return nil }
      defer { state.end(.failure(.unwanted)) }
      return state
    }
    for stop in ended?.stops ?? [] { stop() }
    for wait in (ended?.growthWaits ?? [:]).values { wait.then() }
  }
}

extension Entry {
  /// The entry is on no board any more: what it promised is made only for those who wait for it.
  public func releasePromises() {
    for representation in items.flatMap(\.representations) {
      if case .promised(let promise) = representation.payload { promise.release() }
    }
  }
}

extension PayloadFailure {
  /// Nobody was offered the content any more, and nobody waited for it.
  static let unwanted = PayloadFailure(reason: "nobody waited for it any more")
}
