internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Wire

// What happens to entries while they are kept.
extension PasteboardService {
  func pin(_ request: PinRequest) async throws(PasteboardError) -> EntriesReply {
    let ids = try await ids(ofEntries: request.entries, on: request.board)
    try await changing { store throws(StoreError) in try await store.pin(ids, request.pinned) }
    if !request.pinned { await watchAges() }
    return EntriesReply(ids)
  }

  func tag(_ request: TagRequest) async throws(PasteboardError) -> EntriesReply {
    // Which are added to each entry, and taken from it, in one change of the store.
    try Self.check(tagCount: request.add.count)
    try Self.check(tagCount: request.remove.count)
    for tag in request.add { try Self.check(tag: tag) }
    let ids = try await ids(ofEntries: request.entries, on: request.board)
    try await changing { store throws(StoreError) in
      try await store.tag(ids, adding: request.add, removing: request.remove)
    }
    return EntriesReply(ids)
  }

  /// Refuses more tags than an entry can have.
  static func check(tagCount: Int?) throws(PasteboardError) {
    guard tagCount ?? 0 <= Store.mostTags else {
      throw .tooLarge(what: "the number of tags", limit: Store.mostTags)
    }
  }

  static func check(tag: String) throws(PasteboardError) {
    guard BoardName(tag) != nil else {
      throw .invalidRequest(
        parameter: "tag",
        reason: "a tag is 1 to 255 bytes without control characters"
      )
    }
  }

  func remove(_ request: RemoveRequest) async throws(PasteboardError) -> EntriesReply {
    let ids = try await ids(ofEntries: request.entries, on: request.board)
    // What the store never has goes as at a clear.
    for (board, offer) in offers where ids.contains(offer.entry.id) && !offer.isKept {
      await end(offer.entry.id, on: board, .replaced)
    }
    let kept = try await kept(ids).map(\.id)
    try await arranging(kept) { store throws(StoreError) in try await store.remove(kept) }
    return EntriesReply(ids)
  }

  func move(_ request: ArrangeRequest) async throws(PasteboardError) -> ArrangeReply {
    let ids = try await ids(ofEntries: request.entries, on: request.board)
    let target = try board(named: request.to)
    let place = try await place(of: request, on: target, except: ids)
    let brought = try await kept(ids).filter { $0.board != target }.map(\.id)
    try await arranging(ids, and: [target], raising: place == .first) { store throws(StoreError) in
      try await store.move(ids, to: target, place)
    }
    await saveInFolders(brought, on: target)
    return ArrangeReply(entries: ids.map(\.description))
  }

  func copy(_ request: ArrangeRequest) async throws(PasteboardError) -> ArrangeReply {
    let ids = try await ids(ofEntries: request.entries, on: request.board)
    let target = try board(named: request.to)
    let place = try await place(of: request, on: target, except: [])
    let copies = ids.map { ($0, Entry.ID(rawValue: .random(in: .min ... .max))) }
    try await arranging([], and: [target], raising: place == .first) { store throws(StoreError) in
      try await store.copy(copies, to: target, place)
    }
    await saveInFolders(copies.map(\.1), on: target)
    return ArrangeReply(entries: copies.map(\.1.description))
  }

  private func place(
    of request: ArrangeRequest,
    on target: BoardName,
    except moved: [Entry.ID]
  ) async throws(PasteboardError) -> EntryPlace {
    guard let before = request.before else { return request.last == true ? .last : .first }
    guard request.last != true else {
      throw .invalidRequest(parameter: "before", reason: "it and last contradict each other")
    }
    let id = try await id(ofEntry: before, on: target)
    guard !moved.contains(id) else {
      throw .invalidRequest(parameter: "before", reason: "it is moved itself")
    }
    guard try await kept([id]).first?.board == target else { throw .noSuchEntry(entry: before) }
    return .before(id)
  }

  /// Where entries are kept; those that are nowhere are left out.
  private func kept(
    _ ids: [Entry.ID]
  ) async throws(PasteboardError) -> [(id: Entry.ID, board: BoardName)] {
    var kept: [(id: Entry.ID, board: BoardName)] = []
    for id in ids {
      do {
        if let board = try await history.board(of: id) { kept.append((id, board)) }
      } catch {
        throw PasteboardError(error)
      }
    }
    return kept
  }

  // MARK: Boards

  func createBoard(_ request: CreateBoardRequest) async throws(PasteboardError) -> Nothing {
    let board = try board(named: request.board)
    try await changing { store throws(StoreError) in try await store.createBoard(board) }
    return Nothing()
  }

  func removeBoard(_ request: RemoveBoardRequest) async throws(PasteboardError) -> Nothing {
    let board = try board(named: request.board)
    guard !board.isBound else {
      throw .notPermitted(reason: "\(board) is the board of a selection; clear it instead")
    }
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    // Whatever is put from here on counts as later.
    let arriving = Array(arriving.keys)
    let past = try await changing { store throws(StoreError) in
      try await store.mark(sparing: arriving)
    }
    let isKnown = ledger.isKnown(board)
    let isGone = try await changing { store throws(StoreError) in
      // A board on which only what is secret was put is one that the store never saw.
      if isKnown { try await store.createBoard(board) }
      return try await store.removeBoard(board, through: past, withPinned: request.force == true)
    }
    if let offer = offers.removeValue(forKey: board) {
      end(offer, .replaced, on: record(.nobody, on: board))
    }
    // What is put meanwhile makes it anew.
    if isGone { ledger.forget(board) }
    return Nothing()
  }

  // MARK: What becomes current by it

  @discardableResult
  func changing<Result: Sendable>(
    _ change: (Store) async throws(StoreError) -> Result
  ) async throws(PasteboardError) -> Result {
    await reopenStore()
    do {
      let result = try await change(store)
      storeProblem = nil
      return result
    } catch {
      note(error)
      throw PasteboardError(error)
    }
  }

  /// Changes entries wherever they are, and offers what is current on their boards then.
  private func arranging(
    _ ids: [Entry.ID],
    and others: [BoardName] = [],
    raising isRaising: Bool = false,
    _ change: (Store) async throws(StoreError) -> [CurrentChange]
  ) async throws(PasteboardError) {
    var boards: [BoardName] = []
    while true {
      let wanted = Set(try await kept(ids).map(\.board) + others)
      // They may have been moved while others had their turns.
      if wanted.isSubset(of: boards), !boards.isEmpty || wanted.isEmpty { break }
      for board in boards { turns.give(.change(of: board)) }
      // In one order, so that two of these never wait for each other.
      boards = wanted.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      for board in boards { await takeTurn(.change(of: board)) }
    }
    defer { for board in boards { turns.give(.change(of: board)) } }
    let changes = try await changing(change)
    for board in boards where board.isBound {
      await forgetRemoved(ids, on: board)
    }
    for change in changes {
      if !isRaising, change.former == nil, offers[change.board]?.isKept == false {
        // It is only the first that the store has there: what it is not told of stays on top.
        await forgetCurrent(of: change.board)
      } else {
        await follow(change)
      }
    }
    for board in boards { noteOvertaken(on: board) }
    await watchAges()
  }

  /// What was removed, or moved, does not come back when the program that copied it has gone.
  private func forgetRemoved(_ ids: [Entry.ID], on board: BoardName) async {
    guard let copy = foreign[board]?.copy, ids.contains(copy.entry.id),
      (try? await history.board(of: copy.entry.id)) != board
    else { return }
    foreign[board]?.forget(ids)
    handle(.unworthy, on: board)
  }

  /// Offers what the store has as the current entry of a user's board.
  func followStore(on board: BoardName) async {
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    // Without an answer everything stays as it is.
    guard let current = try? await history.boards().first(where: { $0.board == board })?.current,
      current != offers[board]?.entry.id, arriving[current] == nil
    else { return }
    await follow(CurrentChange(board: board, former: offers[board]?.entry.id, current: current))
  }

  private func follow(_ change: CurrentChange) async {
    let board = change.board
    let former = offers[board]
    func isStill() -> Bool { offers[board]?.entry.id == former?.entry.id }
    if board.isBound {
      guard let former, former.entry.id == change.former else { return }
      await withdraw(former, from: board)
    } else if let id = change.current, let found = try? await storedOffer(id) {
      guard isStill() else { return }
      adopt(found.offer, on: board, ending: found.deadline)
      let state = record(.ours(id), on: board)
      if let former { end(former, .replaced, on: state) }
    } else {
      offers[board] = nil
      let state = record(.nobody, on: board)
      if let former { end(former, .replaced, on: state) }
    }
  }

  /// Gives up the selection of what was taken away.
  private func withdraw(_ offer: CurrentOffer, from board: BoardName) async {
    if let selection = Selection(board: board) {
      await bridge.withdraw(selection, id: offer.entry.id.rawValue)
    }
    guard offers[board]?.entry.id == offer.entry.id else { return }
    offers[board] = nil
    end(offer, .replaced, on: record(.nobody, on: board))
  }
}

extension EntriesReply {
  fileprivate init(_ ids: [Entry.ID]) { self.init(entries: ids.map(\.description)) }
}
