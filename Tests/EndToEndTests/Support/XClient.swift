internal import XCB

/// An X client that a test moves request by request, well- or ill-behaved as the test wants.
///
/// Nothing happens behind the test's back: events that it does not wait for stay in order.
final class XClient {
  /// The value of a property, in names instead of atoms.
  struct Value: Equatable {
    var type: String
    var format: UInt8
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  let connection: Connection
  let window: Window
  private var atoms: [String: Atom] = [:]
  private var pending: [Event] = []

  init(_ display: String) throws {
    connection = try Connection.open(
      display: DisplayName(display),
      authority: .none,
      timeout: .seconds(10)
    )
    window = try connection.createInputOnlyWindow(events: [.propertyChange, .structureNotify])
    try connection.flush()
  }

  convenience init(in session: Session) throws { try self.init(session.display) }

  // MARK: - Names

  func atom(_ name: String) throws -> Atom {
    if let known = atoms[name] { return known }
    let atom = try connection.intern([Array(name.utf8)])[0]
    atoms[name] = atom
    return atom
  }

  func name(_ atom: Atom) throws -> String {
    guard atom != .none else { return "None" }
    return try connection.names(of: [atom])[0].map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }

  func newWindow() throws -> Window {
    try connection.createInputOnlyWindow(events: [.propertyChange, .structureNotify])
  }

  // MARK: - Events

  /// The first event for which `pick` has a value; the others stay for later.
  func event<Result>(
    within limit: Duration = .seconds(5),
    _ pick: (Event) throws -> Result?
  ) throws -> Result? {
    for (index, event) in pending.enumerated() {
      if let result = try pick(event) {
        pending.remove(at: index)
        return result
      }
    }
    let deadline = ContinuousClock.now + limit
    while true {
      let left = max(.zero, deadline - .now)
      guard let event = try connection.nextEvent(within: left) else { return nil }
      if let result = try pick(event) { return result }
      pending.append(event)
    }
  }

  /// Forgets what has come until now.
  func drain() throws {
    try connection.sync()
    while connection.nextEvent() != nil {}
    pending = []
  }

  func propertyChange(
    _ property: String,
    _ change: PropertyNotify.Change,
    of window: Window? = nil,
    within limit: Duration = .seconds(5)
  ) throws -> PropertyNotify? {
    let atom = try atom(property)
    let window = window ?? self.window
    return try event(within: limit) { event in
      guard case .propertyNotify(let notify) = event, notify.property == atom,
        notify.window == window, notify.change == change
      else { return nil }
      return notify
    }
  }

  // MARK: - Time and ownership

  /// The server's time.
  func now() throws -> Timestamp {
    try connection.touch(atom("_TEST_TIME"), of: window)
    guard let notify = try propertyChange("_TEST_TIME", .newValue) else {
      throw HarnessError("the server gives no time")
    }
    return notify.time
  }

  /// Claims a selection and says whether it worked.
  @discardableResult
  func claim(_ selection: String = "CLIPBOARD", at time: Timestamp? = nil) throws -> Bool {
    let time = try time ?? now()
    try connection.setOwner(window, of: atom(selection), at: time)
    return try owner(of: selection) == window
  }

  func release(_ selection: String = "CLIPBOARD") throws {
    try connection.setOwner(nil, of: atom(selection), at: .current)
    try connection.sync()
  }

  func owner(of selection: String = "CLIPBOARD") throws -> Window? {
    try connection.owner(of: atom(selection))
  }

  func waitForClear(within limit: Duration = .seconds(5)) throws -> SelectionClear? {
    try event(within: limit) { if case .selectionClear(let clear) = $0 { clear } else { nil } }
  }

  // MARK: - Properties

  func value(of property: String, on window: Window? = nil, delete: Bool = false) throws -> Value? {
    let atom = try atom(property)
    let found = try connection.property(
      atom,
      of: window ?? self.window,
      byteCount: 32 << 20,
      delete: delete
    )
    guard found.exists else { return nil }
    return Value(type: try name(found.type), format: found.format, bytes: found.bytes)
  }

  func set(
    _ property: String,
    on window: Window? = nil,
    type: String,
    format: UInt8 = 8,
    _ bytes: [UInt8]
  ) throws {
    let (atom, type) = (try atom(property), try self.atom(type))
    try bytes.withUnsafeBytes { bytes in
      _ = try connection.changeProperty(
        atom,
        of: window ?? self.window,
        type: type,
        format: format,
        bytes: bytes
      )
    }
  }
}

/// Words as they lie in a property of format 32.
func packed(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

/// The words of a property of format 32.
func unpacked(_ bytes: [UInt8]) -> [UInt32] {
  bytes.withUnsafeBytes { bytes in
    (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
  }
}
