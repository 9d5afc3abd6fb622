import Synchronization
import TestSupport
import XCB

/// A program on the display that does step by step what a test wants; for one thread.
final class RawClient {
  let connection: Connection
  let window: Window

  init(_ server: XServer) throws {
    connection = try server.connect()
    window = try connection.createInputOnlyWindow(events: [.propertyChange, .structureNotify])
  }

  func atom(_ name: String) throws -> Atom {
    guard let atom = try connection.intern([Array(name.utf8)]).first else {
      throw TestFailure("no atom")
    }
    return atom
  }

  /// Waits for an event; others are thrown away.
  func wait<Found>(
    within duration: Duration = .seconds(10),
    for find: (Event) -> Found?
  ) throws -> Found {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      guard let event = try connection.nextEvent(within: .milliseconds(100)) else { continue }
      if let found = find(event) { return found }
    }
    throw TestFailure("the event did not come")
  }

  /// Asks for a target; the notification comes back.
  func convert(
    _ target: String,
    to property: String? = "PROPERTY",
    of selection: String = "CLIPBOARD",
    window: Window? = nil,
    time: UInt32 = 0
  ) throws -> SelectionNotify {
    let requestor = window ?? self.window
    try ask(target, to: property, of: selection, window: requestor, time: time)
    return try wait { event in
      guard case .selectionNotify(let notify) = event, notify.requestor == requestor
      else { return nil }
      return notify
    }
  }

  func ask(
    _ target: String,
    to property: String? = "PROPERTY",
    of selection: String = "CLIPBOARD",
    window: Window? = nil,
    time: UInt32 = 0
  ) throws {
    connection.convert(
      try atom(selection),
      to: try atom(target),
      property: try property.map(atom) ?? .none,
      requestor: window ?? self.window,
      at: Timestamp(rawValue: time)
    )
    try connection.flush()
  }

  /// What a property holds now.
  func read(
    _ property: String = "PROPERTY",
    of window: Window? = nil,
    delete: Bool = false
  ) throws -> Value {
    let found = try connection.property(
      try atom(property),
      of: window ?? self.window,
      byteCount: 1 << 26,
      delete: delete
    )
    let name = found.exists ? try connection.names(of: [found.type]).first ?? nil : nil
    return Value(
      type: name.map { String(decoding: $0, as: UTF8.self) },
      format: found.format,
      bytes: found.bytes
    )
  }

  struct Value {
    let type: String?
    let format: UInt8
    let bytes: [UInt8]

    var words: [UInt32] {
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
    }
  }

  /// The next piece of a reply: waits for a new value and takes it.
  func piece(_ property: String = "PROPERTY", of window: Window? = nil) throws -> Value {
    let (atom, window) = (try atom(property), window ?? self.window)
    while true {
      try wait { event -> Void? in
        guard case .propertyNotify(let notify) = event, notify.window == window,
          notify.property == atom, notify.change == .newValue
        else { return nil }
        return ()
      }
      let value = try read(property, of: window, delete: true)
      if value.type != nil { return value }
    }
  }

  /// Takes the announcement that is there and all pieces after it.
  func takePieces(
    _ property: String = "PROPERTY",
    of window: Window? = nil
  ) throws -> (bytes: [UInt8], sizes: [Int], last: Value) {
    _ = try read(property, of: window, delete: true)
    var bytes: [UInt8] = []
    var sizes: [Int] = []
    while true {
      let piece = try piece(property, of: window)
      if piece.bytes.isEmpty { return (bytes, sizes, piece) }
      bytes += piece.bytes
      sizes.append(piece.bytes.count)
    }
  }

  /// The server's time now.
  func time() throws -> Timestamp {
    let clock = try atom("RAW_CLOCK")
    connection.touch(clock, of: window)
    return try wait { event in
      guard case .propertyNotify(let notify) = event, notify.property == clock else { return nil }
      return notify.time
    }
  }

  func own(_ selection: String = "CLIPBOARD") throws {
    connection.setOwner(window, of: try atom(selection), at: try time())
    guard try connection.owner(of: try atom(selection)) == window else {
      throw TestFailure("the claim was lost")
    }
  }
}

extension RawClient {
  /// Who owns a selection.
  func owner(of selection: String) throws -> Window? {
    try connection.owner(of: try atom(selection))
  }

  /// Whether no answer to a conversion comes for a while.
  func isQuiet(for duration: Duration) throws -> Bool {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      guard case .selectionNotify = try connection.nextEvent(within: .milliseconds(10)) else {
        continue
      }
      return false
    }
    return true
  }
}
