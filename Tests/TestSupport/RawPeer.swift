public import XCB

/// An X client in the hands of a test: a connection, a window and names for atoms.
///
/// Belongs to one thread.
public final class RawPeer {
  public let connection: Connection
  public let window: Window
  private var atoms: [String: Atom] = [:]
  private var names: [Atom: [UInt8]] = [:]

  public init(_ server: XServer) throws {
    connection = try server.connect()
    window = try connection.createInputOnlyWindow(events: [.propertyChange, .structureNotify])
  }

  public func atom(_ name: String) throws -> Atom {
    if let known = atoms[name] { return known }
    guard let atom = try connection.intern([Array(name.utf8)]).first else {
      throw TestFailure("no atom")
    }
    atoms[name] = atom
    return atom
  }

  /// The name of an atom; that of no atom is "None", and of one that does not exist "?".
  public func name(of atom: Atom) throws -> String {
    if atom == .none { return "None" }
    if let known = names[atom] { return String(decoding: known, as: UTF8.self) }
    guard let name = try connection.names(of: [atom]).first ?? nil else { return "?" }
    names[atom] = name
    return String(decoding: name, as: UTF8.self)
  }

  /// The server's time.
  ///
  /// Other events that come meanwhile are lost.
  public func timestamp() throws -> Timestamp {
    let property = try atom("TEST_PEER_TIME")
    connection.touch(property, of: window)
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      guard case .propertyNotify(let notify)? = try connection.nextEvent(within: .milliseconds(50)),
        notify.property == property
      else { continue }
      return notify.time
    }
    throw TestFailure("the server gives no time")
  }

  func write(
    _ bytes: [UInt8],
    to property: Atom,
    of window: Window,
    type: String,
    format: UInt8
  ) throws {
    let type = try atom(type)
    try bytes.withUnsafeBytes {
      _ = try connection.changeProperty(property, of: window, type: type, format: format, bytes: $0)
    }
  }
}

/// Numbers as they lie in a property of format 32.
public func packed(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }
