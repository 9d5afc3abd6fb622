/// An argument of a call, with the types that calls here need.
///
/// Source: D-Bus Specification 0.41, "Type system".
public enum DBusValue: Sendable, Equatable {
  /// Without NUL; what is behind one is left out.
  case string(String)
  case uint32(UInt32)
  case int32(Int32)
  case boolean(Bool)
  case byte(UInt8)
  /// `as`
  case strings([String])
  /// `a{sv}`, each value a basic one.
  case dictionary([(name: String, value: DBusValue)])

  public static func == (one: DBusValue, other: DBusValue) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)): one == other
    case (.uint32(let one), .uint32(let other)): one == other
    case (.int32(let one), .int32(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    case (.byte(let one), .byte(let other)): one == other
    case (.strings(let one), .strings(let other)): one == other
    case (.dictionary(let one), .dictionary(let other)):
      one.elementsEqual(other) { $0.name == $1.name && $0.value == $1.value }
    default: false
    }
  }

  /// The signature of a basic value; `nil` for a container.
  var signature: String? {
    switch self {
    case .string: "s"
    case .uint32: "u"
    case .int32: "i"
    case .boolean: "b"
    case .byte: "y"
    case .strings, .dictionary: nil
    }
  }
}
