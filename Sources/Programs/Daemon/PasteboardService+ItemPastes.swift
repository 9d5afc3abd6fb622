internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Varlink
internal import Wire

/// One paste of an entry with several items that a client makes item by item.
struct ItemPaste {
  let client: ConnectionID
  /// The numbers of those that it has had.
  var items: Set<Int>
  /// Runs when the client asks for no more.
  var end: EventLoop.Timer?
}

// An entry that may be pasted only so often may be had item by item, and that is one paste.
extension PasteboardService {
  /// Whether a get goes on with the paste of its client; that does not end before the get does.
  func continuesPaste(_ request: GetRequest, _ client: ConnectionID, on board: BoardName) -> Bool {
    guard request.item != nil, let paste = offers[board]?.itemPaste, paste.client == client
    else { return false }
    paste.end?.cancel()
    return true
  }

  /// Notes that a client has had an item; the paste goes on until it has had all, or asks no more.
  func proceed(with paste: ItemPaste, of entry: Entry, on board: BoardName) {
    guard offers[board]?.entry.id == entry.id else { return }
    var paste = paste
    offers[board]?.itemPaste?.end?.cancel()
    guard paste.items.count < entry.items.count else {
      return endPaste(by: paste.client, on: board)
    }
    let client = paste.client
    paste.end = loop.schedule(after: configuration.timeouts.firstData) { [weak self] in
      self?.assumeIsolated { $0.endPaste(by: client, on: board) }
    }
    offers[board]?.itemPaste = paste
    guard offers[board]?.limit?.isUsedUp == true, let selection = Selection(board: board)
    else { return }
    // Nobody but the client of the last paste is served.
    loop.task(in: self) { await $0.bridge.restrict(selection, id: entry.id.rawValue, to: 0) }
  }

  /// Ends a client's paste of items; the entry with it, if it was the last.
  private func endPaste(by client: ConnectionID, on board: BoardName) {
    guard let offer = offers[board] else { return }
    if offer.itemPaste?.client == client { offers[board]?.itemPaste = nil }
    if offer.limit?.isUsedUp == true { retire(offer.entry.id, on: board, .pasted) }
  }

  /// Ends the pastes of a client that has gone.
  func endPastes(by client: ConnectionID) {
    for (board, offer) in offers where offer.itemPaste?.client == client {
      offer.itemPaste?.end?.cancel()
      endPaste(by: client, on: board)
    }
  }
}
