internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Varlink
internal import Wire

/// Who may ask more than once for one paste, of an entry whose pastes are counted.
enum Paster: Hashable {
  /// A client that gets the items one by one.
  case client(ConnectionID)
  /// The program that makes the last paste over X.
  case lastReader
}

/// A paste that was counted and goes on.
struct OpenPaste {
  /// The numbers of the items that its client has had.
  var items: Set<Int> = []
  /// Runs when nobody asked for more.
  var end: EventLoop.Timer?
}

// An entry whose pastes are used up is there until the last of those that were begun is over.
extension PasteboardService {
  /// Whether a get goes on with the paste of its client; that does not end before the get does.
  func continuesPaste(_ request: GetRequest, _ client: ConnectionID, on board: BoardName) -> Bool {
    guard request.item != nil, let paste = offers[board]?.pastes[.client(client)] else {
      return false
    }
    paste.end?.cancel()
    return true
  }

  /// Notes which item a client has had, if any; its paste goes on until it has had all, or rests for
  /// too long.
  func proceed(with item: Int?, by client: ConnectionID, of entry: Entry, on board: BoardName) {
    // Nobody would end the paste of a client that has gone.
    guard offers[board]?.entry.id == entry.id, clients.contains(client) else { return }
    let paster = Paster.client(client)
    keepOpen(paster, of: entry.id, on: board, for: configuration.timeouts.ownerIdle)
    if let item { offers[board]?.pastes[paster]?.items.insert(item) }
    guard offers[board]?.pastes[paster]?.items.count == entry.items.flatMap(\.files).count
    else { return }
    endPaste(by: paster, of: entry.id, on: board)
  }

  /// Keeps a paste open for some time from now.
  func keepOpen(_ paster: Paster, of id: Entry.ID, on board: BoardName, for rest: Duration) {
    offers[board]?.pastes[paster]?.end?.cancel()
    offers[board]?.pastes[paster, default: OpenPaste()].end = loop.schedule(after: rest) {
      [weak self] in
      self?.assumeIsolated { $0.endPaste(by: paster, of: id, on: board) }
    }
  }

  /// Ends a paste, if it is still open.
  func endPaste(by paster: Paster, of id: Entry.ID, on board: BoardName) {
    guard offers[board]?.entry.id == id,
      let paste = offers[board]?.pastes.removeValue(forKey: paster)
    else { return }
    paste.end?.cancel()
    endIfUsedUp(id, on: board)
  }

  /// Ends the pastes of a client that has gone.
  func endPastes(by client: ConnectionID) {
    for (board, offer) in offers {
      endPaste(by: .client(client), of: offer.entry.id, on: board)
    }
  }

  /// Ends an entry whose pastes are used up, and until nobody is at one keeps it from other programs.
  func endIfUsedUp(_ id: Entry.ID, on board: BoardName) {
    guard let offer = offers[board], offer.limit?.isUsedUp == true else { return }
    guard !offer.pastes.isEmpty else { return retire(id, on: board, .pasted) }
    guard offer.pastes[.lastReader] == nil, let selection = Selection(board: board) else { return }
    loop.task(in: self) { await $0.bridge.restrict(selection, id: id.rawValue, to: 0) }
  }
}
