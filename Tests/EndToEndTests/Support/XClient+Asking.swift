internal import XCB

/// The requestor's side, step by step.
extension XClient {
  /// Sends a request for a target; a property of `nil` is None, as old clients send it.
  func ask(
    _ target: String,
    of selection: String = "CLIPBOARD",
    into property: String? = "_TEST",
    on window: Window? = nil,
    at time: Timestamp = .current
  ) throws {
    try connection.convert(
      atom(selection),
      to: atom(target),
      property: property.map { try atom($0) } ?? .none,
      requestor: window ?? self.window,
      at: time
    )
    try connection.flush()
  }

  /// The answer that comes to a window.
  func answer(
    on window: Window? = nil,
    within limit: Duration = .seconds(5)
  ) throws -> SelectionNotify? {
    let window = window ?? self.window
    return try event(within: limit) { event in
      guard case .selectionNotify(let notify) = event, notify.requestor == window else {
        return nil
      }
      return notify
    }
  }

  /// Asks for a target and gives what was written, `nil` if it was refused; INCR is not followed.
  func first(
    _ target: String,
    of selection: String = "CLIPBOARD",
    at time: Timestamp = .current
  ) throws -> Value? {
    try ask(target, of: selection, at: time)
    guard let notify = try answer() else { throw HarnessError("no answer to \(target)") }
    guard notify.property != .none else { return nil }
    return try value(of: "_TEST", delete: true)
  }

  /// Asks for a target and reads to the end, by INCR if need be.
  func read(
    _ target: String,
    of selection: String = "CLIPBOARD",
    into property: String = "_TEST",
    on window: Window? = nil
  ) throws -> Value? {
    try ask(target, of: selection, into: property, on: window)
    guard let notify = try answer(on: window) else { throw HarnessError("no answer to \(target)") }
    guard notify.property != .none else { return nil }
    return try finish(property, on: window)
  }

  /// Reads what a notify announced to its end.
  func finish(_ property: String = "_TEST", on window: Window? = nil) throws -> Value? {
    guard let value = try value(of: property, on: window) else { return nil }
    // The news of the INCR property itself is no piece.
    while try propertyChange(property, .newValue, of: window, within: .zero) != nil {}
    connection.deleteProperty(try atom(property), of: window ?? self.window)
    try connection.flush()
    guard value.type == "INCR" else { return value }
    var whole: Value?
    while let piece = try piece(of: property, on: window) {
      guard !piece.bytes.isEmpty else {
        return whole ?? piece
      }
      whole = Value(
        type: piece.type,
        format: piece.format,
        bytes: (whole?.bytes ?? []) + piece.bytes
      )
    }
    throw HarnessError("INCR ended in the middle")
  }

  /// The next piece of an INCR transfer, deleted; `nil` if none comes in time.
  func piece(
    of property: String = "_TEST",
    on window: Window? = nil,
    within limit: Duration = .seconds(5)
  ) throws -> Value? {
    guard try propertyChange(property, .newValue, of: window, within: limit) != nil else {
      return nil
    }
    return try value(of: property, on: window, delete: true)
  }
}
