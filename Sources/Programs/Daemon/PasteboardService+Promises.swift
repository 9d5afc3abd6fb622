internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

// Content that is made when somebody asks for it.
extension PasteboardService {
  /// The promise that a source of content is; `nil` if the content is there.
  func promise(
    of source: PutSource,
    as type: UTType?,
    at place: WantedContent,
    of put: IncomingPut
  ) throws(PasteboardError) -> (promise: Promise, type: UTType)? {
    let promise: Promise
    switch source {
    case .command(let command):
      promise = output(of: try shellCommand(command, as: type ?? .data, of: put))
    case .promised: promise = clientPromise(at: place, of: put.id)
    case .text, .data, .descriptor, .path: return nil
    }
    guard let type else {
      throw .invalidRequest(parameter: "type", reason: "what is made later needs one")
    }
    return (promise, type)
  }

  private func clientPromise(at place: WantedContent, of id: Entry.ID) -> Promise {
    Promise { [weak self, loop] promise in
      // It may be any thread that asks.
      loop.perform { [weak self] in
        guard let self else {
          promise.settle(.failure(.withdrawn))
          return
        }
        self.assumeIsolated { $0.want(place, of: id) }
      }
    }
  }

  /// Remembers what a client promised, so that it can be asked.
  func register(_ put: IncomingPut, _ items: [Item], _ call: VarlinkCall, on board: BoardName) {
    var promised: [WantedContent: ClientPromises.Promised] = [:]
    for (number, item) in put.request.items.enumerated() {
      for (place, representation) in item.representations.enumerated() {
        let kept = items[number].representations[place]
        guard representation.promised == true, case .promised(let promise as Promise) = kept.payload
        else { continue }
        let wanted = WantedContent(item: number, representation: place)
        promised[wanted] = .init(promise: promise, type: kept.type)
      }
    }
    guard !promised.isEmpty else { return }
    promises[put.id] = ClientPromises(
      call: call,
      board: board,
      secrecy: put.secrecy,
      promised: promised
    )
  }

  // MARK: Asking the client

  /// Tells a client that its entry is on the board, and of all that happened to it since.
  ///
  /// `false` if it promised nothing, or has gone.
  func announce(_ id: Entry.ID, _ reply: PutReply) throws(PasteboardError) -> Bool {
    guard let known = promises[id] else { return false }
    try known.call.reply(reply, continues: true)
    promises[id]?.isAnnounced = true
    for place in known.early { want(place, of: id) }
    if let outcome = known.outcome {
      endPromises(of: id, outcome)
    } else if offers[known.board]?.entry.id != id {
      endPromises(of: id, .replaced)
    }
    return true
  }

  private func want(_ place: WantedContent, of id: Entry.ID) {
    guard let known = promises[id], let promised = known.promised[place] else { return }
    guard known.isAnnounced else {
      promises[id]?.early.append(place)
      return
    }
    guard known.outcome == nil else {
      promised.promise.settle(.failure(.withdrawn))
      return
    }
    var reply = known.reply(of: id, ledger)
    reply.wanted = place
    // A client that cannot take it has gone, and its promises with it.
    try? known.call.reply(reply, continues: true)
  }

  /// Takes the content of a promise.
  func fulfil(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: FulfilRequest = try call.decoded()
    let (promised, secrecy) = try promised(request)
    if let failure = request.failure {
      guard failure.utf8.count <= 1024 else { throw .tooLarge(what: "the reason", limit: 1024) }
      try Self.settle(promised.promise, .failure(PayloadFailure(reason: failure)))
    } else {
      let source = try PutSource(request)
      let requirement = requirement(of: promised.type)
      let content: Content
      do {
        content = try await self.content(
          of: source,
          call.descriptors,
          secrecy,
          as: promised.type,
          limit: requirement.limit
        )
        try content.check(as: promised.type)
        try await intake.check(content.payload, against: requirement)
      } catch {
        // What could not be read may be given once more.
        if error.isOfOneRepresentation { promised.promise.settle(.failure(PayloadFailure(error))) }
        throw error
      }
      try Self.settle(promised.promise, .success(content.payload))
    }
    try call.reply(Nothing())
  }

  private func promised(
    _ request: FulfilRequest
  ) throws(PasteboardError) -> (ClientPromises.Promised, PayloadStorage.Secrecy) {
    guard let known = promises.first(where: { $0.key.description == request.entry })?.value else {
      throw .invalidRequest(parameter: "entry", reason: "nothing is promised of this one")
    }
    let place = WantedContent(item: request.item, representation: request.representation)
    guard let promised = known.promised[place] else {
      throw .invalidRequest(parameter: "representation", reason: "this one was not promised")
    }
    guard !promised.promise.isSettled else { throw Self.settledBefore }
    return (promised, known.secrecy)
  }

  private static let settledBefore = PasteboardError.invalidRequest(
    parameter: "representation",
    reason: "this promise has been kept or broken before"
  )

  private static func settle(
    _ promise: Promise,
    _ outcome: Promise.Outcome
  ) throws(PasteboardError) {
    guard promise.settle(outcome) else { throw settledBefore }
  }

  // MARK: Ends

  /// Tells a client that its entry has ended; what is being asked for it may still fulfil.
  ///
  /// An entry that may come back has not.
  func endPromises(of id: Entry.ID, _ outcome: PutReply.Outcome) {
    guard let known = promises[id], !isOffered(id) else { return }
    promises[id]?.outcome = outcome
    guard known.isAnnounced else { return }
    var reply = known.reply(of: id, ledger)
    reply.outcome = outcome
    // If the client has gone there is nobody to tell.
    try? known.call.reply(reply)
    loop.schedule(after: DeferredAnswers.patience) { [weak self] in
      self?.assumeIsolated { _ = $0.withdrawPromises(of: id) }
    }
  }

  /// Whether an entry is on a board, or may come back to one.
  func isOffered(_ id: Entry.ID) -> Bool {
    offers.values.contains { $0.entry.id == id || $0.previous?.id == id }
  }

  /// Breaks what a client promised and did not fulfil, and says how much that was.
  @discardableResult
  func withdrawPromises(of id: Entry.ID) -> Int {
    let known = promises.removeValue(forKey: id)
    return (known?.promised.values ?? [:].values).count { promised in
      promised.promise.settle(.failure(.withdrawn))
    }
  }

  /// Withdraws what a client that has gone promised.
  func withdrawPromises(by connection: ConnectionID) {
    for (id, known) in promises where known.call.connection == connection {
      let count = withdrawPromises(of: id)
      guard count > 0 else { continue }
      log.write(.notice, "promised content of a client that has gone is withdrawn: \(count)")
      // What offers nothing is no entry: what was there before may come back.
      if offers[known.board]?.entry.isSpent == true { retire(id, on: known.board, .replaced) }
    }
  }
}

/// What a client promised with one put, which it makes while it is connected.
struct ClientPromises {
  struct Promised {
    let promise: Promise
    let type: UTType
  }

  /// The put, whose further replies ask for what is wanted.
  let call: VarlinkCall
  let board: BoardName
  let secrecy: PayloadStorage.Secrecy
  let promised: [WantedContent: Promised]
  /// Whether the client knows of its entry.
  var isAnnounced = false
  /// What was wanted before that.
  var early: [WantedContent] = []
  /// How the entry has ended.
  var outcome: PutReply.Outcome?

  func reply(of id: Entry.ID, _ ledger: BoardLedger) -> PutReply {
    PutReply(
      entry: id.description,
      board: board.description,
      changeCount: ledger[board].changeCount
    )
  }
}

extension Entry {
  /// Whether nothing that was put of it can be had any more.
  var isSpent: Bool {
    items.allSatisfy { item in
      item.representations.allSatisfy { $0.isDerived || $0.payload.failure != nil }
    }
  }
}

extension Promise {
  /// Keeps it with what is made on the intake's thread, or breaks it; `loop` is the home of tasks.
  func settle(
    in intake: Intake,
    from loop: EventLoop,
    by make: @escaping @Sendable (isolated Intake) async throws(PasteboardError) -> Payload
  ) {
    let task = loop.task(in: intake) { intake in
      do throws(PasteboardError) {
        self.settle(.success(try await make(intake)))
      } catch {
        self.settle(.failure(PayloadFailure(error)))
      }
    }
    stops(with: task.cancel)
  }
}

extension PayloadFailure {
  /// Whoever promised the content has gone, or the entry has.
  static let withdrawn = PayloadFailure(reason: "whoever promised it withdrew it")

  /// Why content could not be kept.
  init(_ error: PasteboardError) { self.init(reason: error.cause) }
}
