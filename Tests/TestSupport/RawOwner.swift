import Synchronization
public import XCB

/// An owner of a selection that does exactly what its script says, on a thread of its own.
public final class RawOwner: Sendable {
  private struct State {
    var requests: [Request] = []
    var finished = 0
    var clears: [SelectionClear] = []
    var failure: String?
    var isOver = false
    var hasEnded = false
    var jobs: [@Sendable (RawPeer) -> Void] = []
  }

  /// What this object and its thread share; the thread does not keep the object.
  private final class Board: Sendable {
    let state = Mutex(State())

    func takeJobs() -> [@Sendable (RawPeer) -> Void] {
      state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
    }
  }

  private let board = Board()
  private let selection: String

  /// The window that owns the selection.
  public let window: Window
  /// The time of the claim.
  public let time: Timestamp
  /// Whether the claim succeeded.
  public let owns: Bool

  /// Claims a selection and answers for it until ``end()`` or the end of this object.
  ///
  /// TARGETS and TIMESTAMP are answered as they should be, unless `answers` has them; what it does
  /// not have is answered with `others`.
  public init(
    _ server: XServer,
    selection: String = "CLIPBOARD",
    at time: ClaimTime = .now,
    answers: [String: Answer],
    others: Answer = .refuse
  ) throws {
    self.selection = selection
    let start = Mailbox<Result<(Window, Timestamp, Bool), any Error>>()
    let board = board
    startThread {
      do {
        try Self.live(server, selection, time, answers, others, start, board)
      } catch {
        start.put(.failure(error))
        board.state.withLock { $0.failure = "\(error)" }
      }
      // The connection is closed by now.
      board.state.withLock { $0.hasEnded = true }
    }
    (window, self.time, owns) = try start.wait(within: .seconds(15), "owner").get()
  }

  deinit { board.state.withLock { $0.isOver = true } }

  /// The conversions asked for so far, in their order.
  public var requests: [Request] { board.state.withLock { $0.requests } }
  /// Their targets.
  public var targets: [String] { requests.map(\.target) }
  /// How many answers in pieces came to their end.
  public var finished: Int { board.state.withLock { $0.finished } }
  /// How often the selection was lost.
  public var clears: [SelectionClear] { board.state.withLock { $0.clears } }
  /// What stopped the owner, if it was not asked to.
  public var failure: String? { board.state.withLock { $0.failure } }

  /// Closes the connection and waits until that is done.
  public func end() {
    board.state.withLock { $0.isOver = true }
    eventually { board.state.withLock { $0.hasEnded } }
  }

  /// Runs something on the owner's thread, with its connection.
  public func perform<Result: Sendable>(
    _ work: @escaping @Sendable (RawPeer) throws -> Result
  ) throws -> Result {
    let result = Mailbox<Swift.Result<Result, any Error>>()
    board.state.withLock {
      $0.jobs.append { peer in result.put(Swift.Result { try work(peer) }) }
    }
    return try result.wait(within: .seconds(10), "answer of the owner's thread").get()
  }

  /// Gives the selection up.
  public func release() throws {
    try perform { [selection, time] peer in
      peer.connection.setOwner(nil, of: try peer.atom(selection), at: time)
      try peer.connection.sync()
    }
  }

  private static func claim(
    _ selection: String,
    at time: ClaimTime,
    by peer: RawPeer
  ) throws -> (Window, Timestamp, Bool) {
    let now = try peer.timestamp()
    let moment: Timestamp =
      switch time {
      case .now: now
      case .current: .current
      case .offset(let offset):
        Timestamp(rawValue: now.rawValue &+ UInt32(bitPattern: offset))
      case .exactly(let time): time
      }
    let atom = try peer.atom(selection)
    peer.connection.setOwner(peer.window, of: atom, at: moment)
    return (peer.window, moment, try peer.connection.owner(of: atom) == peer.window)
  }
}

// MARK: - On the owner's thread

extension RawOwner {
  private static func live(
    _ server: XServer,
    _ selection: String,
    _ time: ClaimTime,
    _ answers: [String: Answer],
    _ others: Answer,
    _ start: Mailbox<Result<(Window, Timestamp, Bool), any Error>>,
    _ board: Board
  ) throws {
    let peer = try RawPeer(server)
    let claim = try Self.claim(selection, at: time, by: peer)
    var service = RawService(peer: peer, claimTime: claim.1, answers: answers, others: others)
    start.put(.success(claim))
    while !board.state.withLock({ $0.isOver }), !service.isDead {
      for job in board.takeJobs() { job(peer) }
      if let event = try peer.connection.nextEvent(within: service.patience) {
        try handle(event, with: &service, board)
      }
      try service.sendDuePieces()
      let finished = service.finished
      board.state.withLock { $0.finished = finished }
    }
  }

  private static func handle(
    _ event: Event,
    with service: inout RawService,
    _ board: Board
  ) throws {
    switch event {
    case .selectionRequest(let request):
      let target = try service.peer.name(of: request.target)
      board.state.withLock {
        $0.requests.append(
          Request(
            target: target,
            time: request.time,
            requestor: request.requestor,
            property: request.property,
            arrival: .now
          )
        )
      }
      try service.answer(request, target: target)
    case .propertyNotify(let notify) where notify.change == .deleted:
      service.deleted(notify.property, of: notify.window)
    case .selectionClear(let clear): board.state.withLock { $0.clears.append(clear) }
    case .destroyNotify(let notify): service.forget(notify.window)
    default: break
    }
  }
}
