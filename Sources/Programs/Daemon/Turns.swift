/// Lets one task after the other work on the same thing, in the order in which they came.
struct Turns<Key: Hashable & Sendable> {
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]
  private var taken: Set<Key> = []

  /// Takes the turn, or queues `continuation` until it comes.
  mutating func take(_ key: Key, _ continuation: CheckedContinuation<Void, Never>) {
    if taken.insert(key).inserted {
      continuation.resume()
    } else {
      waiting[key, default: []].append(continuation)
    }
  }

  /// Gives the turn to whoever waits longest.
  mutating func give(_ key: Key) {
    if waiting[key]?.isEmpty == false, let next = waiting[key]?.removeFirst() {
      next.resume()
    } else {
      waiting[key] = nil
      taken.remove(key)
    }
  }
}
