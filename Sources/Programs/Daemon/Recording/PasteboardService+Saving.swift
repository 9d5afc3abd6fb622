internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import Wire

// Keeping what programs leave to the clipboard manager when they end.
extension PasteboardService {
  /// Keeps what is on the clipboard and offers it, and only then tells the program, which ends then.
  func save(_ request: SaveRequest) async {
    let isDone = await saved(request.targets)
    let desktop = bridge.desktop
    bridge.loop.perform {
      desktop.assumeIsolated { $0.answerSave(request.id, isDone: isDone) }
    }
  }

  private func saved(_ targets: [TargetName]?) async -> Bool {
    let board = BoardName.clipboard
    // What we offer, we keep.
    if let offer = offers[board] { return !offer.entry.isSensitive }
    guard let claim = foreign[board]?.claim,
      var copy = await currentCopy(of: board, .clipboard)
    else { return false }
    // What is on its way to the history is to be there.
    await takeTurn(.recording(of: board))
    turns.give(.recording(of: board))
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    // Another program may have copied something meanwhile, which the one that ends is not to replace.
    guard offers[board] == nil, foreign[board]?.claim == claim else { return false }
    if let known = foreign[board]?.currentCopy { copy = known }
    if !copy.isStored {
      guard let id = await write(copy, on: board, from: board) else { return false }
      copy.entry = copy.entry.with(id: id)
    }
    let entry = targets.map(copy.entry.keeping) ?? copy.entry
    guard !entry.isEmpty else { return false }
    do {
      let offer = CurrentOffer(new: await completed(entry))
      let kept = Kept(offer: offer, board: board, deadline: copy.deadline)
      return try await self.offer(kept, on: board, ifUnowned: false)
    } catch {
      log.write(.warning, "\(board): what a program left when it ended is not offered: \(error)")
      return false
    }
  }
}

extension Entry {
  /// The entry with only what can be had under some targets.
  fileprivate func keeping(_ targets: [TargetName]) -> Entry {
    let types = TargetList(targets).contents.map(\.type)
    return with(
      items: items.map { item in
        item.with(representations: item.representations.filter { types.contains($0.type) })
      }
    )
  }
}
