internal import CDBus

/// A connection of one's own to a message bus, which waits for each answer.
///
/// To be used on a thread that may wait. Not to be shared between threads.
///
/// Source: D-Bus Specification 0.41; libdbus, dbus-connection.h.
public final class SessionBus {
  /// An object on the bus, and one of its methods.
  public struct Method: Sendable {
    let destination, path, interface, name: String

    public init(destination: String, path: String, interface: String, name: String) {
      (self.destination, self.path) = (destination, path)
      (self.interface, self.name) = (interface, name)
    }
  }

  private let connection: OpaquePointer

  /// Connects to the bus at an address, and registers there; both may wait for seconds.
  ///
  /// - Throws: ``DBusError``; an address that would start a bus is refused.
  public init(address: String) throws(DBusError) {
    guard !address.contains("autolaunch:") else {
      throw DBusError(name: "org.freedesktop.DBus.Error.BadAddress")
    }
    // Else the library would set SIGPIPE for the whole process.
    dbus_connection_set_change_sigpipe(0)
    var failure = CDBus.DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    guard let connection = dbus_connection_open_private(address, &failure) else {
      throw Self.error(failure)
    }
    // Else the bus's end would be the process's.
    dbus_connection_set_exit_on_disconnect(connection, 0)
    guard dbus_bus_register(connection, &failure) != 0 else {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
      throw Self.error(failure)
    }
    self.connection = connection
  }

  deinit {
    dbus_connection_close(connection)
    dbus_connection_unref(connection)
  }

  /// Whether the bus is still there, as far as can be seen without waiting.
  ///
  /// Signals that came meanwhile are thrown away, or they would pile up.
  public func isOpen() -> Bool {
    dbus_connection_read_write(connection, 0)
    while let message = dbus_connection_pop_message(connection) { dbus_message_unref(message) }
    return dbus_connection_get_is_connected(connection) != 0
  }

  /// Calls a method that answers with one unsigned number, and waits for it.
  public func call(
    _ method: Method,
    _ arguments: [DBusValue],
    timeout milliseconds: Int32 = 2000
  ) throws(DBusError) -> UInt32 {
    guard
      let message = dbus_message_new_method_call(
        method.destination,
        method.path,
        method.interface,
        method.name
      )
    else { throw .noMemory }
    defer { dbus_message_unref(message) }
    var writer = DBusMessageIter()
    dbus_message_iter_init_append(message, &writer)
    for argument in arguments {
      guard Self.append(argument, to: &writer) else { throw .noMemory }
    }
    var failure = CDBus.DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    guard
      let reply = dbus_connection_send_with_reply_and_block(
        connection,
        message,
        milliseconds,
        &failure
      )
    else { throw Self.error(failure) }
    defer { dbus_message_unref(reply) }
    var reader = DBusMessageIter()
    var number: UInt32 = 0
    guard dbus_message_iter_init(reply, &reader) != 0,
      dbus_message_iter_get_arg_type(&reader) == CInt(UInt8(ascii: "u"))
    else { throw .wrongAnswer }
    dbus_message_iter_get_basic(&reader, &number)
    return number
  }

  private static func error(_ failure: CDBus.DBusError) -> DBusError {
    DBusError(name: failure.name.map { String(cString: $0) } ?? DBusError.wrongAnswer.name)
  }

  // MARK: Arguments

  private static func append(_ value: DBusValue, to writer: inout DBusMessageIter) -> Bool {
    switch value {
    case .string(let text):
      return text.withCString { pointer in
        var pointer: UnsafePointer<CChar>? = pointer
        return dbus_message_iter_append_basic(&writer, CInt(UInt8(ascii: "s")), &pointer) != 0
      }
    case .uint32(let number): return basic("u", number, &writer)
    case .int32(let number): return basic("i", number, &writer)
    case .byte(let number): return basic("y", number, &writer)
    case .boolean(let isTrue): return basic("b", isTrue ? 1 : 0 as dbus_bool_t, &writer)
    case .strings(let texts):
      return container("a", "s", &writer) { writer in
        texts.allSatisfy { append(.string($0), to: &writer) }
      }
    case .dictionary(let members):
      return container("a", "{sv}", &writer) { writer in
        members.allSatisfy { append($0.name, $0.value, to: &writer) }
      }
    }
  }

  private static func append(
    _ name: String,
    _ value: DBusValue,
    to writer: inout DBusMessageIter
  ) -> Bool {
    guard let signature = value.signature else { return false }
    return container("e", nil, &writer) { writer in
      append(.string(name), to: &writer)
        && container("v", signature, &writer) { append(value, to: &$0) }
    }
  }

  private static func basic(
    _ type: Unicode.Scalar,
    _ number: some FixedWidthInteger,
    _ writer: inout DBusMessageIter
  ) -> Bool {
    withUnsafeBytes(of: number) { bytes in
      dbus_message_iter_append_basic(&writer, CInt(type.value), bytes.baseAddress) != 0
    }
  }

  private static func container(
    _ type: Unicode.Scalar,
    _ signature: String?,
    _ writer: inout DBusMessageIter,
    _ fill: (inout DBusMessageIter) -> Bool
  ) -> Bool {
    var inner = DBusMessageIter()
    guard dbus_message_iter_open_container(&writer, CInt(type.value), signature, &inner) != 0
    else { return false }
    let isFull = fill(&inner)
    return dbus_message_iter_close_container(&writer, &inner) != 0 && isFull
  }
}
