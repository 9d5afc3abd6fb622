/// When we offer what another program offered and can no more.
///
/// An owner that went by accident wants its content to stay; one that gave the selection up, or emptied
/// it, does not: that is how password managers clear. Two that keep a clipboard never fight.
///
/// Holds no connection and no clock: feed it what happened, do what it answers, in order.
///
/// Source: freedesktop.org clipboard manager specification; ICCCM 2.0 §2.3.
public struct Rescue: Sendable {
  /// How long others may take to claim what an owner left.
  public static let patience = Duration.milliseconds(300)
  /// So many offers of ours may be overtaken at once within ``window``.
  public static let overtakenLimit = 3
  /// Who takes an offer of ours later than that copied something, and does not fight.
  public static let reaction = Duration.milliseconds(100)
  public static let window = Duration.seconds(2)
  /// How long we keep out of it after that.
  public static let passivity = Duration.seconds(60)

  private enum State: Sendable {
    /// Nobody has it, and nobody is to have it.
    case atRest
    /// Another program has it; `mayReturn` is `false` if it is a secret, or nothing.
    case foreign(mayReturn: Bool)
    /// Its owner has gone.
    case orphaned
    /// It is being offered, unless somebody has it by now.
    case offering
    /// We have it; `rescued` is when we took it, if of our own accord.
    case ours(rescued: Duration?)
  }

  private var state = State.atRest
  /// When offers of our own accord were overtaken at once lately.
  private var overtaken: [Duration] = []
  private var passiveUntil: Duration?

  public init() {}

  /// Whether it keeps out of it, for fear of a fight.
  public func isPassive(at time: Duration) -> Bool { passiveUntil.map { time < $0 } ?? false }

  /// Feeds what happened at `time`, on a clock that only rises.
  public mutating func handle(_ event: Event, at time: Duration) -> [Action] {
    switch event {
    case .claimed: claimed(at: time)
    case .unworthy: forbid()
    case .orphaned: orphan(at: time)
    case .cleared: move(to: .atRest)
    case .unowned: takeUp(at: time)
    case .put: move(to: .ours(rescued: nil))
    case .timer: timer()
    case .offered: move(to: .ours(rescued: time))
    }
  }

  private mutating func claimed(at time: Duration) -> [Action] {
    var actions = move(to: .foreign(mayReturn: true), from: state)
    if case .ours(let rescued?) = actions.former, time - rescued <= Self.reaction {
      overtaken = overtaken.filter { time - $0 < Self.window } + [time]
      if overtaken.count > Self.overtakenLimit, !isPassive(at: time) {
        passiveUntil = time + Self.passivity
        actions.list.append(.sayPassive)
      }
    }
    return actions.list
  }

  private mutating func forbid() -> [Action] {
    switch state {
    case .foreign: state = .foreign(mayReturn: false)
    // It is learnt of after the owner has gone.
    case .orphaned, .offering: return move(to: .atRest)
    case .atRest, .ours: break
    }
    return []
  }

  /// Whoever asks as soon as we are there is to find what was there before.
  private mutating func takeUp(at time: Duration) -> [Action] {
    guard !isPassive(at: time) else { return [] }
    return move(to: .offering) + [.offer]
  }

  private mutating func orphan(at time: Duration) -> [Action] {
    switch state {
    case .foreign(mayReturn: false): return move(to: .atRest)
    case .atRest, .orphaned: return []
    case .foreign, .ours, .offering: break
    }
    guard !isPassive(at: time) else { return [] }
    state = .orphaned
    return [.setTimer(Self.patience)]
  }

  private mutating func timer() -> [Action] {
    guard case .orphaned = state else { return [] }
    state = .offering
    return [.offer]
  }

  private mutating func move(to next: State) -> [Action] { move(to: next, from: state).list }

  private mutating func move(
    to next: State,
    from former: State
  ) -> (former: State, list: [Action]) {
    state = next
    if case .orphaned = former { return (former, [.stopTimer]) }
    return (former, [])
  }

  /// What happened.
  public enum Event: Sendable {
    /// Another program has it now.
    case claimed
    /// What the other program has, or had, must not come back: a secret, or nothing.
    case unworthy
    /// The owner's window or its client has gone.
    case orphaned
    /// Its owner gave it up, or a user did.
    case cleared
    /// We came to a server on which nobody has it, and somebody had it before.
    case unowned
    /// We have it, since somebody put something.
    case put
    /// The time is over that ``Action/setTimer(_:)`` set.
    case timer
    /// ``Action/offer`` was done: we have it.
    case offered
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    case setTimer(Duration)
    case stopTimer
    /// If nobody has it, offer what was copied last, and say ``Event/offered``.
    case offer
    /// Tell people that another program keeps the clipboard as well.
    case sayPassive
  }
}
