/// Our being the clipboard manager of a server: taking the role if nobody has it, and never by force.
///
/// Holds no connection and no clock: feed it what happened, do what it answers, in order.
///
/// Source: ICCCM 2.0 §2.8 (manager selections); freedesktop.org clipboard manager specification.
public struct ManagerRole: Sendable, Equatable {
  private enum State: Sendable, Equatable {
    /// The user does not want it, or there is no server.
    case off
    /// Another program has it, or took it.
    case passive
    case askingTime
    case verifying(ServerTime)
    case held(ServerTime)
  }

  private var state = State.off

  public init() {}

  /// The time since which the role is ours, a claim under way included; `nil` if it is not.
  public var claimTime: ServerTime? {
    switch state {
    case .off, .passive, .askingTime: nil
    case .verifying(let time), .held(let time): time
    }
  }

  /// Whether another program has it.
  public var isPassive: Bool { state == .passive }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (_, .disconnected):
      state = .off
      return []
    case (.off, .begin(let isOwned)), (.passive, .begin(let isOwned)):
      state = isOwned ? .passive : .askingTime
      return isOwned ? [] : [.askTime]
    case (.passive, .vacant):
      state = .askingTime
      return [.askTime]
    case (.askingTime, .time(let time)):
      state = .verifying(time)
      return [.claim(time), .checkOwner]
    case (.verifying(let time), .ownerChecked(let isOurs)):
      state = isOurs ? .held(time) : .passive
      return isOurs ? [.announce(time)] : []
    case (.verifying(let time), .cleared(let clear)), (.held(let time), .cleared(let clear)):
      // Earlier than our claim, it is about nothing of ours.
      guard !time.isLater(than: clear) else { return [] }
      state = .passive
      return []
    case (.held(let time), .end), (.verifying(let time), .end):
      state = .off
      return [.disown(time)]
    case (_, .end):
      state = .off
      return []
    case (.off, _), (.passive, _), (.askingTime, _), (.verifying, _), (.held, _): return []
    }
  }

  /// What happened.
  public enum Event: Sendable {
    /// A server is there, and the role is wanted; whether another program has it.
    case begin(isOwned: Bool)
    /// The program that had it has gone.
    case vacant
    /// The server's time, as ``Action/askTime`` asked.
    case time(ServerTime)
    /// The owner, as ``Action/checkOwner`` asked.
    case ownerChecked(isOurs: Bool)
    /// SelectionClear: another program took it.
    case cleared(ServerTime)
    /// It is not wanted any more.
    case end
    case disconnected
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Change a property of our own and take the time of the notification.
    case askTime
    /// SetSelectionOwner with our window.
    case claim(ServerTime)
    /// GetSelectionOwner, then every event before the reply.
    case checkOwner
    /// Send MANAGER to whoever waits for one at the root window.
    case announce(ServerTime)
    /// SetSelectionOwner with None.
    case disown(ServerTime)
  }
}
