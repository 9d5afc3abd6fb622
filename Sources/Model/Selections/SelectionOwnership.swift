/// Our ownership of one selection: claiming, verifying, losing, giving up.
///
/// Holds no connection and no clock: feed it what happened, do what it answers, in order. Claims
/// are made one after the other, in the order in which they were wanted.
///
/// Source: ICCCM 2.0 §2.1 (acquiring), §2.2 (responsibilities), §2.3 (giving up).
public struct SelectionOwnership: Sendable {
  private struct Wish: Sendable {
    let id: UInt64
    let offer: SelectionOffer
    var isReclaim = false
  }

  private struct Claim: Sendable {
    let before: Generation?
    /// A clear of our claim's time or later that no look has explained yet.
    var cleared: ServerTime?
    /// A clear of our claim's time or later that came before the present look.
    var clearedBefore: ServerTime?
    var isSecondLook = false
    /// Somebody thought better of it; the server has the claim, so it is finished and taken back.
    var isWithdrawn = false
  }

  private enum State: Sendable {
    case resting
    /// Waiting for a time, for the first of the wishes.
    case askingTime
    /// Claimed; `before` is what we held until then.
    case verifying(Claim)
    /// To be given up if it is still ours: it may be that only the news is missing.
    case givingUp(Generation)
    case disconnected(remembered: Generation?)
  }

  private var state: State
  private var wishes: [Wish] = []
  private var current: Generation?
  private var older: (generation: Generation, lost: ServerTime)?
  /// What was given up while the claim of something else was about to replace it on the server.
  private var abandoned: Generation?
  /// The time of our last claim, which the next must be later than.
  private var lastClaim: ServerTime?

  /// Begins with or without a server.
  public init(isConnected: Bool = true) {
    state = isConnected ? .resting : .disconnected(remembered: nil)
  }

  /// What we hold now, claims under way included.
  public var currentID: UInt64? { current?.id }

  /// What is to be claimed next, or being claimed.
  public var wishedID: UInt64? { wishes.first?.id }

  /// What a request of this time is answered from; `nil` when it is refused.
  ///
  /// A stale request, older than our claim, gets what we held before if that is still
  /// remembered, and never the newer content.
  public func generation(at time: ServerTime) -> Generation? {
    if let current, time == .currentTime || !current.claimTime.isLater(than: time) {
      return current
    }
    guard let older, time != .currentTime, !older.generation.claimTime.isLater(than: time),
      older.lost.isLater(than: time)
    else { return nil }
    return older.generation
  }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.disconnected(let remembered), _): handleDisconnected(event, remembered)
    case (_, .disconnected): disconnect()
    case (_, .connected): []
    case (_, .forget(let id)): forget(id)
    case (.resting, .want), (.askingTime, .want), (.verifying, .want), (.givingUp, .want):
      want(event)
    case (.askingTime, .time(let time)): claim(at: time)
    case (.resting, .time), (.verifying, .time), (.givingUp, .time): []
    case (.verifying(let claim), .ownerChecked(let isOurs)): verify(isOurs, claim)
    case (.givingUp(let generation), .ownerChecked(let isOurs)): giveUp(generation, isOurs)
    case (.resting, .ownerChecked), (.askingTime, .ownerChecked): []
    case (.verifying(let claim), .cleared(let time)): clearWhileVerifying(time, claim)
    case (.resting, .cleared(let time)), (.askingTime, .cleared(let time)): clear(time)
    // What is being given up is gone already.
    case (.givingUp, .cleared): []
    case (_, .withdraw(let id)): withdraw(id)
    }
  }
}

// MARK: - Claiming

extension SelectionOwnership {
  private mutating func want(_ event: Event) -> [Action] {
    guard case .want(let id, let offer) = event else { return [] }
    wishes.append(Wish(id: id, offer: offer))
    return next()
  }

  /// Turns to the next wish if nothing is under way.
  private mutating func next() -> [Action] {
    guard case .resting = state, !wishes.isEmpty else { return [] }
    state = .askingTime
    return [.askTime]
  }

  private mutating func claim(at time: ServerTime) -> [Action] {
    guard let wish = wishes.first else { return giveUpAbandoned() }
    // Requestors that cached our timestamp must be able to tell the new content from the old.
    if let lastClaim, !time.isLater(than: lastClaim) { return [.askTime] }
    state = .verifying(Claim(before: current))
    abandoned = nil
    lastClaim = time
    // Requests may come as soon as the server has the claim, before we hear of it.
    let remembered = replaceCurrent(at: time)
    current = Generation(id: wish.id, offer: wish.offer, claimTime: time)
    return remembered + [.claim(time), .checkOwner]
  }

  private mutating func verify(_ isOurs: Bool, _ claim: Claim) -> [Action] {
    let lostAt = claim.cleared ?? claim.clearedBefore
    // Only a look that begins after the clear tells whether it came before our claim or ended it;
    // and without one, it may be on its way and say that we owned it, if only for a moment.
    if isOurs ? claim.cleared != nil : lostAt == nil && !claim.isSecondLook {
      var again = claim
      again.isSecondLook = true
      again.clearedBefore = lostAt
      again.cleared = nil
      state = .verifying(again)
      return [.checkOwner]
    }
    state = .resting
    guard let generation = current, !wishes.isEmpty else { return next() }
    let wish = wishes.removeFirst()
    var actions: [Action] = []
    if let before = claim.before, before.id != wish.id { actions.append(.lost(id: before.id)) }
    if !isOurs, lostAt == nil {
      current = nil
      actions.append(wish.isReclaim ? .lost(id: wish.id) : .failed(id: wish.id, .claimLost))
      return actions + next()
    }
    if !wish.isReclaim { actions.append(.confirmed(id: wish.id, generation.claimTime)) }
    if !isOurs, let lostAt {
      actions += replaceCurrent(at: lostAt) + [.lost(id: wish.id)]
    } else if claim.isWithdrawn {
      return actions + withdraw(wish.id)
    }
    return actions + next()
  }

  /// The claim that was to replace what we gave up will not come.
  private mutating func giveUpAbandoned() -> [Action] {
    state = .resting
    guard let abandoned else { return [] }
    self.abandoned = nil
    state = .givingUp(abandoned)
    return [.checkOwner]
  }
}

// MARK: - Losing and giving up

extension SelectionOwnership {
  private mutating func clear(_ time: ServerTime) -> [Action] {
    // Earlier than our claim: it is about what we held before.
    guard let lost = current, !lost.claimTime.isLater(than: time) else { return [] }
    let remembered = replaceCurrent(at: time)
    return remembered + [.lost(id: lost.id)]
  }

  private mutating func clearWhileVerifying(_ time: ServerTime, _ claim: Claim) -> [Action] {
    guard let current, !current.claimTime.isLater(than: time) else { return [] }
    var claim = claim
    claim.cleared = time
    state = .verifying(claim)
    return []
  }

  /// Moves what we hold to what we held, and says how long to remember it.
  private mutating func replaceCurrent(at time: ServerTime) -> [Action] {
    guard let old = current else { return [] }
    current = nil
    // A secret is gone when it is gone.
    older = old.offer.isSensitive ? nil : (old, time)
    return older == nil ? [] : [.rememberForAWhile(id: old.id)]
  }

  private mutating func forget(_ id: UInt64) -> [Action] {
    if older?.generation.id == id { older = nil }
    return []
  }

  private mutating func withdraw(_ id: UInt64) -> [Action] {
    if older?.generation.id == id { older = nil }
    if case .verifying(var claim) = state {
      guard wishes.first?.id == id else { return withdrawWish(id, after: 1) }
      claim.isWithdrawn = true
      state = .verifying(claim)
      return []
    }
    guard let generation = current, generation.id == id else { return withdrawWish(id, after: 0) }
    current = nil
    if case .askingTime = state {
      // Another claim of ours follows, which replaces this one without a gap.
      abandoned = generation
      return [.lost(id: id)]
    }
    state = .givingUp(generation)
    return [.lost(id: id), .checkOwner]
  }

  private mutating func withdrawWish(_ id: UInt64, after first: Int) -> [Action] {
    let waiting = wishes.indices.dropFirst(first)
    guard let index = waiting.first(where: { wishes[$0].id == id }) else { return [] }
    let wish = wishes.remove(at: index)
    return [wish.isReclaim ? .lost(id: id) : .failed(id: id, .withdrawn)]
  }

  private mutating func giveUp(_ generation: Generation, _ isOurs: Bool) -> [Action] {
    state = .resting
    // With the time of the claim, so that a newer owner is not knocked out.
    return (isOurs ? [.disown(generation.claimTime)] : []) + next()
  }
}

// MARK: - Servers that come and go

extension SelectionOwnership {
  private mutating func disconnect() -> [Action] {
    var remembered = current
    if case .verifying(let claim) = state { remembered = claim.before }
    if let wish = wishes.first(where: \.isReclaim) {
      remembered = Generation(id: wish.id, offer: wish.offer, claimTime: .currentTime)
    }
    let failures = wishes.filter { !$0.isReclaim }
    state = .disconnected(remembered: remembered)
    wishes = []
    current = nil
    older = nil
    abandoned = nil
    lastClaim = nil
    return failures.map { .failed(id: $0.id, .disconnected) }
  }

  private mutating func handleDisconnected(
    _ event: Event,
    _ remembered: Generation?
  ) -> [Action] {
    switch event {
    case .connected(let isOwned):
      state = .resting
      guard let remembered else { return [] }
      // Whoever copied while we were away keeps what was copied.
      guard !isOwned else { return [.lost(id: remembered.id)] }
      wishes = [Wish(id: remembered.id, offer: remembered.offer, isReclaim: true)]
      return next()
    case .want(let id, _): return [.failed(id: id, .disconnected)]
    case .withdraw(let id):
      guard let remembered, remembered.id == id else { return [] }
      state = .disconnected(remembered: nil)
      return [.lost(id: id)]
    case .time, .ownerChecked, .cleared, .forget, .disconnected: return []
    }
  }
}
