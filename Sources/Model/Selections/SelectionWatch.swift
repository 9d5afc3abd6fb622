/// Which claims of one selection are read, and when.
///
/// Holds no connection and no clock: feed it what happened, do what it answers, in order. Each claim
/// of another program ends once: by ``Action/conclude(_:_:)``, or by whoever carries out
/// ``Action/begin(_:)``.
public struct SelectionWatch: Sendable {
  /// How often an owner that has nothing to offer yet is asked again.
  public static let attemptLimit = 4
  /// How long it is given until then.
  public static let attemptPause = Duration.milliseconds(150)

  private enum State: Sendable {
    case idle
    /// The owner may claim again soon, as it does while something is being selected.
    case resting(claim: Int)
    case reading(claim: Int, attempt: Int)
    /// The owner had nothing to offer.
    case pausing(claim: Int, attempt: Int)
  }

  private var state = State.idle
  /// How long a claim must stand before it is read.
  public var rest: Duration

  public init(rest: Duration = .zero) { self.rest = rest }

  /// The claim that is, or is about to be, read.
  public var claim: Int? {
    switch state {
    case .idle: nil
    case .resting(let claim), .reading(let claim, _), .pausing(let claim, _): claim
    }
  }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (_, .claimed(let claim)): conclude(.overtaken) + begin(claim)
    case (_, .gone): conclude(.gone)
    case (.resting(let claim), .timer): read(claim, attempt: 1)
    case (.pausing(let claim, let attempt), .timer): read(claim, attempt: attempt + 1)
    case (.idle, .timer), (.reading, .timer): []
    case (.reading(let current, let attempt), .ended(let claim, let isVacant))
    where claim == current:
      end(claim, attempt, isVacant)
    // It was overtaken, and is concluded.
    case (.reading, .ended), (.idle, .ended), (.resting, .ended), (.pausing, .ended): []
    }
  }

  private mutating func begin(_ claim: Int) -> [Action] {
    guard rest > .zero else { return read(claim, attempt: 1) }
    state = .resting(claim: claim)
    return [.setTimer(rest)]
  }

  private mutating func read(_ claim: Int, attempt: Int) -> [Action] {
    state = .reading(claim: claim, attempt: attempt)
    return [.begin(claim)]
  }

  /// Some owners refuse, or answer with nothing, just after they have claimed.
  private mutating func end(_ claim: Int, _ attempt: Int, _ isVacant: Bool) -> [Action] {
    guard isVacant, attempt < Self.attemptLimit else {
      state = .idle
      return isVacant ? [.conclude(claim, .vacant)] : []
    }
    state = .pausing(claim: claim, attempt: attempt)
    return [.setTimer(Self.attemptPause)]
  }

  private mutating func conclude(_ conclusion: Conclusion) -> [Action] {
    defer { state = .idle }
    switch state {
    case .idle: return []
    case .resting(let claim): return [.stopTimer, .conclude(claim, conclusion)]
    // Who had nothing to offer, and goes, has offered nothing.
    case .pausing(let claim, _): return [.stopTimer, .conclude(claim, .vacant)]
    case .reading(let claim, _): return [.overtake(claim)]
    }
  }

  /// What happened.
  public enum Event: Sendable {
    /// Another program has it now; numbers of claims only rise.
    case claimed(Int)
    /// No other program has it now.
    case gone
    /// The time is over that ``Action/setTimer(_:)`` set.
    case timer
    /// A claim was read to its end; `isVacant` if there was nothing to read.
    case ended(Int, isVacant: Bool)
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    case setTimer(Duration)
    case stopTimer
    /// Ask the owner what it offers, read that, and send ``Event/ended(_:isVacant:)``.
    case begin(Int)
    /// The claim being read is out of date: what comes may be completed, and nothing new is asked for.
    /// Its reader concludes it.
    case overtake(Int)
    /// A claim ends without having been read.
    case conclude(Int, Conclusion)
  }

  /// How a claim ends that is not read.
  public enum Conclusion: Sendable, Equatable {
    /// Another followed.
    case overtaken
    /// The owner has gone.
    case gone
    /// The owner offers nothing, or no more than nothing.
    case vacant
  }
}
