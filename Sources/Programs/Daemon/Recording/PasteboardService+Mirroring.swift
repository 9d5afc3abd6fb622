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
  /// Offers what was copied or put on one selection on the other as well.
  func mirror(_ entry: Entry, from board: BoardName) {
    guard let selection = Selection(board: board), offers[board]?.mirrored == nil,
      let target = configuration.selections.mirror.target(of: selection)
    else { return }
    loop.task(in: self) { await $0.mirror(entry, from: board, to: target) }
  }

  private func mirror(_ entry: Entry, from board: BoardName, to selection: Selection) async {
    let target = selection.board
    await takeTurn(.change(of: target))
    defer { turns.give(.change(of: target)) }
    guard offers[target].map({ !$0.entry.isEcho(of: entry) }) ?? true, !entry.isEmpty else {
      return
    }
    var offer = CurrentOffer(entry: await completed(entry))
    offer.mirrored = board
    do {
      _ = try await install(offer, on: target, selection, by: .putting(nil))
    } catch {
      log.write(.debug, "\(target) does not follow \(board): \(error)")
    }
  }

  /// What was cleared on one selection does not stay on the other.
  func endMirror(of board: BoardName) async {
    for (target, offer) in offers where offer.mirrored == board {
      await end(offer.entry.id, on: target, .replaced)
    }
  }
}

extension Entry {
  /// Whether this is what a program says that has read another entry from us.
  fileprivate func isEcho(of other: Entry) -> Bool {
    if supersedes(other) || other.supersedes(self) { return true }
    guard let text = readableText?.payload, let theirs = other.readableText?.payload,
      let count = text.byteCount, count == theirs.byteCount, count <= Self.echoLimit
    else { return false }
    // What cannot be read now is no echo; at worst it is offered once more.
    return (try? text.bytes()) == (try? theirs.bytes())
  }

  /// As much text as is compared.
  private static var echoLimit: Int { 1 << 20 }
}
