internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Wire

// PRIMARY and CLIPBOARD following each other, if the user wants that.
//
// There is no loop: what we offer is never read as a copy. Another program that does the same as we do
// hands us back what we offer, and that is not passed on.
extension PasteboardService {
  /// Offers what was copied on one selection on the other as well, unless it is to end soon; `change` is
  /// the number of the claim among all changes.
  func mirror(_ copy: ForeignBoard.Copy, from board: BoardName, since change: Int) {
    guard copy.deadline == nil else { return }
    mirror(copy.entry, from: board, since: change) { $0.foreign[board]?.claim == copy.claim }
  }

  /// Offers what was put on one selection on the other as well.
  func mirror(_ entry: Entry, from board: BoardName) {
    guard offers[board]?.mirrored == nil else { return }
    mirror(entry, from: board, since: ledger.sequence) { $0.offers[board]?.entry.id == entry.id }
  }

  private func mirror(
    _ entry: Entry,
    from board: BoardName,
    since change: Int,
    while isThere: @escaping @Sendable (isolated PasteboardService) -> Bool
  ) {
    guard let selection = Selection(board: board),
      let target = configuration.selections.mirror.target(of: selection)
    else { return }
    loop.task(in: self) { service in
      await service.takeTurn(.change(of: target.board))
      defer { service.turns.give(.change(of: target.board)) }
      await service.mirror(entry, from: board, to: target) { service in
        // What was cleared is not to come back there, nor is what came there later to go.
        isThere(service) && service.ledger[target.board].sequence <= change
      }
    }
  }

  private func mirror(
    _ entry: Entry,
    from board: BoardName,
    to selection: Selection,
    while isWanted: (isolated PasteboardService) -> Bool
  ) async {
    let target = selection.board
    guard isWanted(self), !entry.isEmpty, !isEcho(entry, on: target) else { return }
    var offer = CurrentOffer(entry: await completed(entry))
    offer.mirrored = board
    guard isWanted(self) else { return }
    // It is kept nowhere; what was there before is not to come back after a restart. The disk takes its
    // time, in which others do not stand still.
    await forgetCurrent(of: target)
    noteOvertaken(on: target)
    guard isWanted(self) else { return }
    do {
      _ = try await install(offer, on: target, selection, by: .done(isNew: false))
    } catch {
      log.write(.debug, "\(target) does not follow \(board): \(error)")
    }
  }

  /// Whether an entry is what a board has already, or what a program says that has read that.
  private func isEcho(_ entry: Entry, on board: BoardName) -> Bool {
    let there = offers[board]?.entry ?? foreign[board]?.currentCopy?.entry
    return there?.isEcho(of: entry) ?? false
  }

  /// What was cleared on one selection does not stay on the other.
  func endMirror(of board: BoardName) async {
    guard let selection = Selection(board: board),
      let target = configuration.selections.mirror.target(of: selection)?.board
    else { return }
    // A mirror that is being made is there then.
    await takeTurn(.change(of: target))
    let mirrored = offers[target].flatMap { $0.mirrored == board ? $0.entry.id : nil }
    turns.give(.change(of: target))
    if let mirrored { await end(mirrored, on: target, .replaced) }
  }
}

extension Entry {
  /// Whether this is what a program says that has read another entry from us.
  fileprivate func isEcho(of other: Entry) -> Bool {
    if id == other.id { return true }
    guard let text = readableText?.payload, let theirs = other.readableText?.payload,
      let count = text.byteCount, count == theirs.byteCount, count <= Self.echoLimit
    else { return false }
    // What cannot be read now is no echo; at worst it is offered once more.
    return (try? text.bytes()) == (try? theirs.bytes())
  }

  /// As much text as is compared.
  private static var echoLimit: Int { 1 << 20 }
}
