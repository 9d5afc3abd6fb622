internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

extension PasteboardService {
  /// Hands out one representation of a board's current entry.
  func get(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: GetRequest = try call.decoded()
    try Self.check(timeout: request.timeout)
    let board = try board(named: request.board)
    let delivery = Delivery(call: call, request: request, intake: intake)
    if let name = request.entry {
      let entry = try await entry(named: name, on: board, item: request.item)
      // By its name it is no less a paste.
      let counted = offers.first { $0.value.entry.id == entry.id && $0.value.limit != nil }?.key
      guard let counted else { return try await deliver(entry, by: delivery, request) }
      await takeTurn(.paste(of: counted))
      defer { turns.give(.paste(of: counted)) }
      guard offers[counted]?.entry.id == entry.id else { throw .noSuchEntry(entry: name) }
      return try await paste(entry, of: counted, by: delivery, request)
    }
    // Of an entry whose pastes are counted, two at once must not both get the last.
    let isCounted = offers[board]?.limit != nil
    if isCounted { await takeTurn(.paste(of: board)) }
    defer { if isCounted { turns.give(.paste(of: board)) } }
    switch try await current(
      of: board,
      display: request.display,
      timeout: request.timeout
    ) {
    case .nothing: throw .empty(board: board.description)
    case .ours(let entry):
      try await paste(entry, of: board, by: delivery, request)
    case .foreign(let selection, let targets):
      if let item = request.item {
        if let entry = try await fileEntry(targets, from: selection, request.timeout) {
          return try await deliver(entry, by: delivery, request)
        }
        guard item == 1 else { throw Self.noItem(item, of: 1) }
      }
      guard try await !deliverCopy(of: board, targets, by: delivery, request) else { return }
      try await deliverForeign(targets, from: selection, by: delivery, request)
    }
  }

  /// Hands out of an entry and counts it as a paste, or as a part of one.
  private func paste(
    _ entry: Entry,
    of board: BoardName,
    by delivery: Delivery,
    _ request: GetRequest
  ) async throws(PasteboardError) {
    let client = delivery.call.connection
    guard continuesPaste(request, client, on: board) else {
      // Only who had the last paste is served until its time is over.
      guard offers[board]?.limit?.isUsedUp != true else { throw .empty(board: board.description) }
      try await deliver(entry, by: delivery, request)
      return countGet(of: entry, request.item, by: client, on: board)
    }
    var item: Int?
    defer { proceed(with: item, by: client, of: entry, on: board) }
    try await deliver(entry, by: delivery, request)
    item = request.item
  }

  /// Names what is on offer.
  func types(_ request: TypesRequest) async throws(PasteboardError) -> TypesReply {
    try Self.check(timeout: request.timeout)
    let board = try board(named: request.board)
    if let name = request.entry {
      return TypesReply(types: knownTypes(of: try await entry(named: name, on: board)))
    }
    switch try await current(
      of: board,
      display: request.display,
      timeout: request.timeout
    ) {
    case .nothing: throw .empty(board: board.description)
    case .ours(let entry): return TypesReply(types: offeredTypes(of: entry))
    case .foreign(_, let targets):
      return TypesReply(types: OfferedTypes(targets).offered())
    }
  }

  static func check(timeout: Int?) throws(PasteboardError) {
    guard let timeout, timeout < 1 else { return }
    throw .invalidRequest(parameter: "timeout", reason: "it is less than a millisecond")
  }

  /// What answers for a board now.
  enum Current {
    case nothing
    case ours(Entry)
    case foreign(Selection, [TargetName])
  }

  /// Asks the X server who owns a bound board's selection: what it says is what a paste would get.
  ///
  /// Another program is asked what it offers, and may be silent for `timeout` milliseconds.
  func current(
    of board: BoardName,
    display: String?,
    timeout: Int?
  ) async throws(PasteboardError) -> Current {
    guard let selection = try await bridge.selection(of: board, display: display) else {
      return offers[board].map { .ours($0.entry) } ?? .nothing
    }
    switch try await bridge.look(at: selection, timeout: timeout) {
    case .nobody: return .nothing
    case .ours: return offers[board].map { .ours($0.entry) } ?? .nothing
    case .foreign(let targets, _): return .foreign(selection, targets)
    }
  }

  func deliver(
    _ entry: Entry,
    by delivery: Delivery,
    _ request: GetRequest
  ) async throws(PasteboardError) {
    let items = try items(request.item, of: entry)
    if let content = await namedFile(items, for: request) {
      return try await deliver(Entry(only: content), by: delivery, request)
    }
    let mark = offers.values.first { $0.entry.id == entry.id }?.cutMark
    let content = SelectionOffer(items: items, for: .user, cutMark: mark)
    let offered = OfferedTypes(content.targets)
    let wanted = try request.wanted
    let secrecy: PayloadStorage.Secrecy = entry.isSensitive ? .sensitive : .open
    // One for all that are tried: waiting on would only add up.
    let patience = DisplayBridge.timeout(request.timeout) ?? configuration.timeouts.firstData
    let deadline = MonotonicTime.now + patience
    var failed = FailedRepresentations()
    var late: [any PromisedPayload] = []
    for candidate in request.candidates(of: offered, wanted: wanted) {
      guard let rendering = content.rendering(of: candidate.target) else { continue }
      // Of what was not made in time it is told once, whatever became of it since.
      if late.contains(where: rendering.payload.isPromised(by:)) { continue }
      if let promise = rendering.payload.openPromise {
        let isInTime = MonotonicTime.now < deadline
        guard isInTime, await isSettled(promise, until: deadline, resting: patience) else {
          late.append(promise)
          failed.add(late: candidate.type, wasAskedFor: isInTime)
          continue
        }
      }
      let payload: Payload
      do throws(PasteboardError) {
        guard let content = try self.content(of: rendering, for: candidate, secrecy) else {
          continue
        }
        payload = content
      } catch {
        failed.add(error, of: candidate.type)
        continue
      }
      var delivery = delivery
      delivery.failed = failed.replaced(by: candidate.type)
      if request.named == true { delivery.title = FileTitle(of: entry, items) }
      return try await delivery.deliver(payload, as: candidate, secrecy)
    }
    throw failed.error ?? failures(of: entry, wanted: wanted).error
      ?? .noSuchType(wanted: request.names(of: wanted), offered: offered.names)
  }

  /// What was to be had of an entry and is offered no longer, since it could not be made; what was
  /// withdrawn is as if it had never been.
  private func failures(of entry: Entry, wanted: [NamedType]) -> FailedRepresentations {
    var failed = FailedRepresentations()
    for representation in entry.items.flatMap(\.representations) {
      guard let failure = representation.payload.failure, failure != .withdrawn,
        wanted.isEmpty || wanted.contains(where: { representation.type.conforms(to: $0.type) })
      else { continue }
      failed.add(PasteboardError(failure, wasPromised: true), of: representation.type)
    }
    return failed
  }

  /// What a rendering writes; an address of a browser's, or put like that, in UTF-8 and without its
  /// title, unless it is wanted as it is.
  private func content(
    of rendering: Rendering,
    for candidate: OfferedTypes.Candidate,
    _ secrecy: PayloadStorage.Secrecy
  ) throws(PasteboardError) -> Payload? {
    let content: Payload?
    do throws(PayloadFailure) {
      content = try rendering.content()
    } catch {
      throw PasteboardError(error, wasPromised: rendering.payload.isPromise)
    }
    guard rendering.isBrowserAddress, !candidate.isRaw else { return content }
    return try content?.decoded(
      from: candidate.target,
      storage: storage,
      secrecy: secrecy,
      limit: Rendering.encodingLimit
    ).payload
  }

  /// Whether a promise is settled in time, which begins anew as long as more of it comes.
  private func isSettled(
    _ promise: any PromisedPayload,
    until deadline: MonotonicTime,
    resting patience: Duration
  ) async -> Bool {
    // Between two waits nobody else may: an entry that is gone would end what makes it.
    let leave = promise.keep { _ in }
    defer { leave() }
    var rest = max(.zero, deadline - MonotonicTime.now)
    var byteCount = 0
    while await !PromiseWait.settles(promise, within: rest, on: loop) {
      let soFar = promise.beginning?.byteCount ?? 0
      guard soFar > byteCount, !Task.isCancelled else { return false }
      (byteCount, rest) = (soFar, patience)
    }
    return true
  }

  /// Items whose types are told one by one.
  private var mostNamedItems: Int { configuration.limits.representations }

  func offeredTypes(of entry: Entry) -> [OfferedType] {
    let items = entry.items.count > 1 ? entry.items.flatMap(\.files) : entry.items
    // Of more nobody reads a list, and to make it would keep others waiting: what a paste gets is said.
    guard items.count > 1, items.count <= mostNamedItems else {
      return Self.offeredTypes(of: entry.items, number: 1)
    }
    return items.enumerated().flatMap { index, item in
      Self.offeredTypes(of: [item], number: index + 1)
    }
  }

  private static func offeredTypes(of items: [Item], number: Int) -> [OfferedType] {
    let content = SelectionOffer(items: items, for: .user)
    let isLimited = items.contains { $0.representations.contains { $0.visibility == .user } }
    let open = isLimited ? SelectionOffer(items: items) : content
    return OfferedTypes(content.targets).offered(item: number) { offered, target in
      offered.size = content.rendering(of: target)?.byteCount
      // Several that are folded into one have no name together.
      offered.setName(items.count == 1 ? items.first?.suggestedName : nil)
      offered.visibility = open.rendering(of: target) == nil ? .user : nil
      offered.derived = items.contains { $0.derives(target.contentType) } ? true : nil
    }
  }

  /// All items folded into one, as a paste gets them, or one of them.
  private func items(_ number: Int?, of entry: Entry) throws(PasteboardError) -> [Item] {
    guard let number else { return entry.items }
    return [try entry.numbered(number).item]
  }
}

extension Item {
  /// Whether content of a type is made of other content of the item.
  fileprivate func derives(_ type: UTType?) -> Bool {
    representations.contains { representation in
      let isText = representation.type.isPlainUTF8 && type?.isPlainUTF8 == true
      return representation.isDerived && (isText || representation.type == type)
    }
  }
}

extension GetRequest {
  /// The ways to satisfy it, best first.
  func candidates(of offered: OfferedTypes, wanted: [NamedType]) -> [OfferedTypes.Candidate] {
    offered.candidates(wanted: wanted, richest: richest == true, asFile: named == true)
  }

  /// Whether the name of a file says what is wanted.
  var namesFile: Bool { types.isEmpty && filename != nil }

  /// What was wished for, in the words of whoever wished it.
  func names(of wanted: [NamedType]) -> [String] {
    types.isEmpty ? wanted.prefix(1).map(\.type.tagOrIdentifier) : types
  }

  /// The types that are wished for, understood.
  var wanted: [NamedType] {
    get throws(PasteboardError) {
      guard !types.isEmpty else { return filename.map(NamedType.wishes(forFile:)) ?? [] }
      return try NamedType.wishes(types)
    }
  }
}
