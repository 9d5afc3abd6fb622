internal import Pasteboards

/// Requests whose answer waits for promises, each for a while and none for another.
///
/// Holds no content and no clock. A request waits for all the promises that it needs; it is answered
/// when they are settled, or with what there is when its time is over. Any number of requests wait for
/// one promise, which is asked once.
///
/// Source: ICCCM 2.0 §2.2, the answer may come later, and §2.6.2, MULTIPLE is answered as a whole.
public struct DeferredAnswers: Sendable {
  /// The name of one deferred request; never used again.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// What happened.
  public enum Event: Sendable, Equatable {
    /// A promise was kept or broken.
    case settled(ObjectIdentifier)
    /// The request has waited for ``DeferredAnswers/patience``.
    case expired(ID)
    /// The requestor's window is destroyed.
    case requestorGone(WindowID)
    /// The server went away.
    case disconnected
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Ask for the requestor window's end.
    case watch(WindowID)
    /// Wait for ``DeferredAnswers/patience`` from now.
    case startTimer(ID)
    /// Have a promise kept; ``Event/settled(_:)`` is expected, unless it is left before.
    case keep(ObjectIdentifier)
    /// Wait for a promise no longer: no request needs it now.
    case leave(ObjectIdentifier)
    /// Answer the request with what is kept now, and forget it.
    case answer(ID)
    /// Forget the request: nobody is there to be answered.
    case drop(ID)
    /// The requestor window's end is of no interest any more; ``watch(_:)`` is taken back.
    case unwatch(WindowID)
  }

  /// How long a requestor is kept waiting.
  ///
  /// Some give up after half a second, and find the content there when they ask again.
  public static let patience: Duration = .seconds(2)

  private struct Request: Sendable {
    let requestor: WindowID
    let client: UInt32
    var missing: Set<ObjectIdentifier>
  }

  private let limit: Int
  private let clientLimit: Int
  private var requests: [ID: Request] = [:]
  /// Those that are being made for them, and how many requests need each.
  private var needs: [ObjectIdentifier: Int] = [:]
  private var clients: [UInt32: Int] = [:]
  private var lastNumber: UInt64 = 0

  /// Begins with none; requests beyond the limits are refused.
  ///
  /// - Parameters:
  ///   - limit: The most at a time.
  ///   - clientLimit: The most of one client, so that it leaves room for the others.
  public init(limit: Int = 1024, clientLimit: Int = 128) {
    (self.limit, self.clientLimit) = (limit, clientLimit)
  }

  public var isEmpty: Bool { requests.isEmpty }

  /// Begins to wait for the `promises` that a request needs; `nil` when too many wait already.
  ///
  /// `promises` must not be empty. `client` is the number of the one whose window the requestor is.
  /// The actions are to be done in order.
  public mutating func begin(
    from requestor: WindowID,
    of client: UInt32,
    needing promises: [ObjectIdentifier]
  ) -> (id: ID, actions: [Action])? {
    guard requests.count < limit, clients[client, default: 0] < clientLimit else { return nil }
    lastNumber += 1
    let id = ID(number: lastNumber)
    clients[client, default: 0] += 1
    var request = Request(requestor: requestor, client: client, missing: [])
    var actions: [Action] = [.watch(requestor), .startTimer(id)]
    for promise in promises where request.missing.insert(promise).inserted {
      needs[promise, default: 0] += 1
      if needs[promise] == 1 { actions.append(.keep(promise)) }
    }
    requests[id] = request
    return (id, actions)
  }

  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .settled(let promise): settle(promise)
    case .expired(let id): end(id, .answer(id))
    case .requestorGone(let window):
      waiting { $0.requestor == window }.flatMap { end($0, .drop($0)) }
    case .disconnected: waiting { _ in true }.flatMap { end($0, .drop($0)) }
    }
  }

  private mutating func settle(_ promise: ObjectIdentifier) -> [Action] {
    needs[promise] = nil
    var actions: [Action] = []
    for id in waiting(where: { $0.missing.contains(promise) }) {
      requests[id]?.missing.remove(promise)
      if requests[id]?.missing.isEmpty == true { actions += end(id, .answer(id)) }
    }
    return actions
  }

  /// Ends the wait of a request, if it has not ended before.
  private mutating func end(_ id: ID, _ action: Action) -> [Action] {
    guard let request = requests.removeValue(forKey: id) else { return [] }
    Self.take(one: request.client, from: &clients)
    let left = request.missing.filter { Self.take(one: $0, from: &needs) }
    return [action, .unwatch(request.requestor)] + left.sorted().map(Action.leave)
  }

  /// Counts one less, and says whether it was the last.
  @discardableResult
  private static func take<Key>(one key: Key, from counts: inout [Key: Int]) -> Bool {
    guard let count = counts[key], count > 1 else {
      counts[key] = nil
      return true
    }
    counts[key] = count - 1
    return false
  }

  /// Those that wait, in the order in which they came.
  private func waiting(where matches: (Request) -> Bool) -> [ID] {
    requests.filter { matches($0.value) }.keys.sorted { $0.number < $1.number }
  }
}
