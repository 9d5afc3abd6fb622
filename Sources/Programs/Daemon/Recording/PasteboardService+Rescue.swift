internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Wire

// Offering what a program offered that has gone.
extension PasteboardService {
  /// Feeds the rescue of a board.
  func handle(_ event: Rescue.Event, on board: BoardName) {
    guard configuration.selections.rescue else { return }
    var foreign = foreign[board] ?? ForeignBoard()
    let actions = foreign.rescue.handle(event, at: MonotonicTime.now - started)
    self.foreign[board] = foreign
    for action in actions { perform(action, on: board) }
  }

  /// Nobody has a board's selection any more.
  func lost(_ board: BoardName, by cause: SelectionChange.Cause) {
    switch cause {
    case .claim:
      record(.nobody, on: board)
      clearCopy(of: board)
      loop.task(in: self) { await $0.forgetCurrent(of: board) }
    case .ownerGone:
      record(.nobody, on: board)
      handle(.orphaned, on: board)
    case .connected:
      foreign[board]?.claim = nil
      // What we offered before is claimed again by the desktop.
      guard offers[board] == nil, board == .clipboard else { return }
      handle(.unowned, on: board)
    }
  }

  /// What another program copied on a board was cleared, by it or by the user.
  func clearCopy(of board: BoardName) {
    foreign[board]?.forget()
    foreign[board]?.claim = nil
    handle(.cleared, on: board)
    loop.task(in: self) { await $0.endMirror(of: board) }
  }

  /// Somebody put something, which what was copied before is not to replace.
  func notePut(_ offer: CurrentOffer, on board: BoardName) {
    guard board.isBound else { return }
    foreign[board]?.forget()
    handle(.put, on: board)
    // What ends soon, or is a secret, is for where it was put.
    if offer.isKept, !offer.isTemporary { mirror(offer.entry, from: board) }
  }

  private func perform(_ action: Rescue.Action, on board: BoardName) {
    switch action {
    case .setTimer(let patience):
      foreign[board]?.timer = loop.schedule(after: patience) { [weak self] in
        self?.assumeIsolated { $0.handle(.timer, on: board) }
      }
    case .stopTimer: foreign[board]?.timer?.cancel()
    case .offer: foreign[board]?.offering = loop.task(in: self) { await $0.offerAgain(on: board) }
    case .sayPassive:
      let seconds = Rescue.passivity.components.seconds
      log.write(
        .notice,
        "another program keeps \(board) as well: xferd stays out of it for \(seconds) s"
      )
    }
  }

  /// Offers what was copied last, or what the history has as current, if nobody has the selection.
  private func offerAgain(on board: BoardName) async {
    // A copy that is on its way to the store is the last one.
    await takeTurn(.recording(of: board))
    turns.give(.recording(of: board))
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    guard offers[board] == nil, let last = await lastOffer(of: board), !last.offer.entry.isEmpty,
      last.deadline.map({ $0 > .now }) ?? true
    else { return }
    do {
      _ = try await offer(last, on: board, ifUnowned: true)
    } catch {
      // Somebody else has it by now, or the display has gone.
      log.write(.debug, "\(board): nothing was rescued: \(error)")
    }
  }

  /// Offers what another program copied, in its turn; `false` if somebody took it at once.
  func offer(
    _ last: Kept,
    on board: BoardName,
    ifUnowned: Bool
  ) async throws(PasteboardError) -> Bool {
    guard let selection = Selection(board: board) else { return false }
    let id = last.offer.entry.id
    _ = try await install(last.offer, on: board, selection, by: .rescuing(ifUnowned: ifUnowned))
    handle(.offered, on: board)
    guard offers[board]?.entry.id == id else {
      // The news that it was taken came first.
      if foreign[board]?.claim != nil { handle(.claimed, on: board) }
      return false
    }
    if let deadline = last.deadline {
      schedule(expiry: max(1, (deadline - .now).milliseconds), of: id, on: board)
    }
    return true
  }

  private func lastOffer(of board: BoardName) async -> Kept? {
    if let copy = foreign[board]?.copy {
      let offer = CurrentOffer(new: await completed(copy.entry))
      return Kept(offer: offer, board: board, deadline: copy.deadline)
    }
    // A store that cannot be read has been told of.
    let known = (try? await history.boards()) ?? []
    guard let id = known.first(where: { $0.board == board })?.current else { return nil }
    return try? await storedOffer(id)
  }
}

extension Entry {
  /// Whether nothing of it can be offered.
  var isEmpty: Bool { items.allSatisfy(\.representations.isEmpty) }
}
