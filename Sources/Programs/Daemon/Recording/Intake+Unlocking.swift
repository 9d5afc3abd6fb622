internal import LinuxIO
internal import Pasteboards
internal import Wire

extension Intake {
  /// An entry that was held as a secret might be, and is none, as every other one is held.
  func unlocked(_ entry: Entry) async throws(PasteboardError) -> Entry {
    guard entry.items.contains(where: { $0.representations.contains(where: \.payload.isLocked) })
    else { return entry }
    var items: [Item] = []
    for item in entry.items {
      var representations: [Representation] = []
      for representation in item.representations {
        representations.append(try await unlocked(representation))
      }
      items.append(item.with(representations: representations))
    }
    return entry.with(items: items)
  }

  private func unlocked(
    _ representation: Representation
  ) async throws(PasteboardError) -> Representation {
    guard representation.payload.isLocked else { return representation }
    var collector = Collector(storage: storage, secrecy: .open, question: .nothing)
    try await forEachPiece(of: representation.payload) { (piece) throws(PasteboardError) in
      try collector.append(piece)
    }
    return Representation(
      type: representation.type,
      targetName: representation.targetName,
      elementBits: representation.elementBits,
      payload: try collector.finish().payload,
      textForm: representation.textForm,
      visibility: representation.visibility
    )
  }
}
