import TestSupport
import XCB

/// A connection with a window, and ways to wait for one event among others.
final class Client {
  let connection: Connection
  let window: Window

  init(_ server: XServer, events: EventMask = [.propertyChange, .structureNotify]) throws {
    connection = try server.connect()
    window = try connection.createInputOnlyWindow(events: events)
  }

  func atom(_ name: String) throws -> Atom {
    guard let atom = try connection.intern([Array(name.utf8)]).first else {
      throw TestFailure("no atom")
    }
    return atom
  }

  /// The first event that fits; those before it are dropped.
  func wait<Found>(_ what: String, _ find: (Event) -> Found?) throws -> Found {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      guard let event = try connection.nextEvent(within: .milliseconds(100)) else { continue }
      if let found = find(event) { return found }
    }
    throw TestFailure("no \(what)")
  }

  /// All events that are there after a round trip.
  func drain() throws -> [Event] {
    try connection.sync()
    var events: [Event] = []
    while let event = connection.nextEvent() { events.append(event) }
    return events
  }

  func timestamp() throws -> Timestamp {
    let property = try atom("TEST_TIMESTAMP")
    connection.touch(property, of: window)
    return try wait("timestamp") { event in
      guard case .propertyNotify(let notify) = event, notify.property == property else {
        return nil
      }
      return notify.time
    }
  }

  func waitForError() throws -> (XError, SequenceNumber) {
    try wait("error") { event in
      guard case .error(let error, let sequence) = event else { return nil }
      return (error, sequence)
    }
  }
}
