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
    guard let copy = await currentCopy(of: board, .clipboard) else { return false }
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    // Another program may have copied something meanwhile, which the one that ends is not to replace.
    guard offers[board] == nil, let claim = foreign[board]?.claim else {
      return offers[board] != nil
    }
    var entry = targets.map(copy.keeping) ?? copy
    guard !entry.isEmpty else { return false }
    // What is left of it if the program lists less has an id of its own.
    let known = foreign[board]?.copy
    do {
      if known?.claim != claim || known?.entry.id != entry.id {
        entry = try await keepSaved(entry, on: board, replacing: copy.id)
      }
      let offer = CurrentOffer(entry: await completed(entry))
      _ = try await install(offer, on: board, .clipboard, by: .rescuing(ifUnowned: false))
      handle(.offered, on: board)
      return true
    } catch {
      log.write(.warning, "\(board): what a program left when it ended is not kept: \(error)")
      return false
    }
  }

  private func keepSaved(
    _ entry: Entry,
    on board: BoardName,
    replacing former: Entry.ID
  ) async throws -> Entry {
    if entry.hasFiles { try await intake.synchronize(entry) }
    let recorded = try await store.record(
      entry,
      on: board,
      ending: nil,
      isCurrent: true,
      replacing: former
    )
    return entry.with(id: recorded.id)
  }
}

extension Entry {
  /// The entry with only what can be had under some targets.
  fileprivate func keeping(_ targets: [TargetName]) -> Entry {
    let wanted = TargetList(targets)
    let types = wanted.contents.map(\.type)
    let kept = items.map { item in
      Item(
        representations: item.representations.filter { types.contains($0.type) },
        suggestedName: item.suggestedName
      )
    }
    let isAll = zip(kept, items).allSatisfy { $0.representations.count == $1.representations.count }
    guard !isAll else { return self }
    return with(id: ID(rawValue: .random(in: .min ... .max)), items: kept)
  }
}
