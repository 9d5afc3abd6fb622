/// A call over a bus that failed: the name of the error, as the D-Bus specification has them.
///
/// Holds no argument of the call.
public struct DBusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Such as `org.freedesktop.DBus.Error.NoReply`.
  public let name: String

  public init(name: String) { self.name = name }

  public var description: String { name }

  /// There is no more memory.
  static let noMemory = DBusError(name: "org.freedesktop.DBus.Error.NoMemory")
  /// The answer is not what was asked for.
  static let wrongAnswer = DBusError(name: "org.freedesktop.DBus.Error.InvalidSignature")
}
