internal import CoreTransferable
internal import Wire

/// Which promises of this process are still to be kept, the oldest first.
///
/// Holds no content and no connection: tell it what happened, and do what it answers.
struct PromiseLedger: Sendable {
  /// A promise, by its entry and its place there.
  struct Key: Hashable, Sendable {
    let entry: String
    let place: WantedContent
  }

  /// What is known of a promise beside its state.
  struct Promise: Sendable, Equatable {
    let key: Key
    let board: String
    let contentType: UTType
  }

  private enum State {
    case open, loading, settled
  }

  /// In the order of the copies, and in that of the representations.
  private var promises: [(promise: Promise, state: State)] = []

  /// Notes what an entry promises, in the order of preference.
  mutating func add(
    _ promised: [(place: WantedContent, type: UTType)],
    entry: String,
    board: String
  ) {
    for (place, type) in promised {
      let key = Key(entry: entry, place: place)
      promises.append((Promise(key: key, board: board, contentType: type), .open))
    }
  }

  /// Whether to load a promise now; not if it is being loaded, is settled, or has ended.
  mutating func begin(_ key: Key) -> Bool {
    guard let index = index(of: key), promises[index].state == .open else { return false }
    promises[index].state = .loading
    return true
  }

  /// Notes that the daemon has the content, or knows that there will be none.
  mutating func settle(_ key: Key) {
    guard let index = index(of: key) else { return }
    promises[index].state = .settled
  }

  /// Notes that a promise is as it was before it was begun.
  mutating func reopen(_ key: Key) {
    guard let index = index(of: key), promises[index].state == .loading else { return }
    promises[index].state = .open
  }

  /// Forgets an entry; nobody asks for its promises any more.
  mutating func end(entry: String) {
    promises.removeAll { $0.promise.key.entry == entry }
  }

  /// What the daemon would have to withdraw if the process ended now, the oldest first.
  var outstanding: [Promise] { promises.filter { $0.state != .settled }.map(\.promise) }

  private func index(of key: Key) -> Int? { promises.firstIndex { $0.promise.key == key } }
}
