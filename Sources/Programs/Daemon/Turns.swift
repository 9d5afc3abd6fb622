/// Lets one task after the other work on the same thing, in the order in which they came.
struct Turns<Key: Hashable & Sendable> {
  /// A place in the queue for one thing.
  final class Ticket {
    fileprivate let key: Key
    fileprivate var continuation: CheckedContinuation<Void, Never>?

    fileprivate init(_ key: Key) { self.key = key }
  }

  /// The first of each has the turn.
  private var queues: [Key: [Ticket]] = [:]

  /// Takes a place in the queue, to be waited for later; it must be left in the end.
  mutating func enter(_ key: Key) -> Ticket {
    let ticket = Ticket(key)
    queues[key, default: []].append(ticket)
    return ticket
  }

  /// Resumes `continuation` when the ticket's turn has come.
  mutating func wait(for ticket: Ticket, _ continuation: CheckedContinuation<Void, Never>) {
    if queues[ticket.key]?.first === ticket {
      continuation.resume()
    } else {
      ticket.continuation = continuation
    }
  }

  /// Takes the turn, or queues `continuation` until it comes.
  mutating func take(_ key: Key, _ continuation: CheckedContinuation<Void, Never>) {
    wait(for: enter(key), continuation)
  }

  /// Leaves the queue, from whatever place in it.
  mutating func leave(_ ticket: Ticket) {
    guard let index = queues[ticket.key]?.firstIndex(where: { $0 === ticket }) else { return }
    queues[ticket.key]?.remove(at: index)
    if index == 0 { callNext(ticket.key) }
  }

  /// Gives the turn to whoever waits longest.
  mutating func give(_ key: Key) {
    guard let first = queues[key]?.first else { return }
    leave(first)
  }

  private mutating func callNext(_ key: Key) {
    guard let next = queues[key]?.first else {
      queues[key] = nil
      return
    }
    next.continuation?.resume()
    next.continuation = nil
  }
}
