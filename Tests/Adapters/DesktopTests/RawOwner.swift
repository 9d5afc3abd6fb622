import Synchronization
import TestSupport
import XCB

/// An owner that answers each target as it is told, on a thread of its own.
final class RawOwner: Sendable {
  enum Answer: Sendable {
    case refuse
    case nothing
    case whole(type: String, format: UInt8 = 8, [UInt8])
    /// An announcement with these items, then pieces; `stall`: the last is never written.
    case pieces(type: String = "UTF8_STRING", hint: [UInt32], [[UInt8]], stall: Bool = false)
    /// Says that there is a property, and writes none.
    case lie
  }

  private struct State {
    var asked: [String] = []
    var isOver = false
    var hasEnded = false
    var start: Result<Void, any Error>?
    var previous: SelectionNotify?
    var written = 0
  }

  private let state = Mutex(State())
  /// Whether it sends each notification once more, before it answers the next request.
  private let repeats: Bool

  /// The targets that were asked for so far.
  var asked: [String] { state.withLock { $0.asked } }
  /// How many pieces were written so far, the empty ones at the end among them.
  var written: Int { state.withLock { $0.written } }

  init(
    _ server: XServer,
    of selection: String = "CLIPBOARD",
    repeats: Bool = false,
    _ answers: [String: Answer]
  ) async throws {
    self.repeats = repeats
    Task.detached {
      try await onThread { [self] in
        do {
          let client = try RawClient(server)
          try client.own(selection)
          start(with: .success(()))
          try serve(client, answers)
        } catch {
          start(with: .failure(error))
        }
        state.withLock { $0.hasEnded = true }
      }
    }
    guard await eventually({ () async -> Bool in self.start != nil }), let start
    else { throw TestFailure("the owner did not start") }
    try start.get()
  }

  private var start: Result<Void, any Error>? { state.withLock { $0.start } }

  private func start(with result: Result<Void, any Error>) {
    state.withLock { $0.start = $0.start ?? result }
  }

  /// Closes the owner's connection.
  func end() async {
    state.withLock { $0.isOver = true }
    await eventually { () async -> Bool in self.state.withLock { $0.hasEnded } }
  }

  deinit { state.withLock { $0.isOver = true } }

  private struct Sending {
    let request: SelectionRequest
    let type: Atom
    var rest: ArraySlice<[UInt8]>
    let stall: Bool
  }

  private func serve(_ client: RawClient, _ answers: [String: Answer]) throws {
    var sending: [Sending] = []
    while !state.withLock({ $0.isOver }) {
      guard let event = try client.connection.nextEvent(within: .milliseconds(10)) else { continue }
      switch event {
      case .selectionRequest(let request):
        if let new = try answer(request, client, answers) { sending.append(new) }
      case .propertyNotify(let notify) where notify.change == .deleted:
        let index = sending.firstIndex {
          $0.request.requestor == notify.window && $0.request.property == notify.property
        }
        guard let index else { continue }
        if try !sendPiece(&sending[index], client) { sending.remove(at: index) }
      default: continue
      }
    }
  }

  private func answer(
    _ request: SelectionRequest,
    _ client: RawClient,
    _ answers: [String: Answer]
  ) throws -> Sending? {
    let name = try client.connection.names(of: [request.target]).first ?? nil
    let target = String(decoding: name ?? [], as: UTF8.self)
    state.withLock { $0.asked.append(target) }
    if repeats, let previous = state.withLock({ $0.previous }) { client.connection.send(previous) }
    var notify = SelectionNotify(answering: request, property: request.property)
    var sending: Sending?
    switch answers[target] ?? .refuse {
    case .nothing: return nil
    case .refuse: notify.property = .none
    case .lie: break
    case .whole(let type, let format, let bytes):
      let type = try client.atom(type)
      try bytes.withUnsafeBytes {
        _ = try client.connection.changeProperty(
          request.property,
          of: request.requestor,
          type: type,
          format: format,
          bytes: $0
        )
      }
    case .pieces(let type, let hint, let pieces, let stall):
      client.connection.selectEvents([.propertyChange], of: request.requestor)
      try client.connection.changeProperty(
        request.property,
        of: request.requestor,
        type: try client.atom("INCR"),
        words: hint
      )
      let type = try client.atom(type)
      sending = Sending(request: request, type: type, rest: pieces[...], stall: stall)
    }
    client.connection.send(notify)
    try client.connection.flush()
    state.withLock { [notify] in $0.previous = notify }
    return sending
  }

  private func sendPiece(_ sending: inout Sending, _ client: RawClient) throws -> Bool {
    if sending.rest.isEmpty, sending.stall { return true }
    let piece = sending.rest.popFirst()
    try client.connection.changeProperty(
      sending.request.property,
      of: sending.request.requestor,
      type: sending.type,
      bytes: piece ?? []
    )
    // What counts as written is there for the reader to see.
    try client.connection.sync()
    state.withLock { $0.written += 1 }
    return piece != nil
  }
}
