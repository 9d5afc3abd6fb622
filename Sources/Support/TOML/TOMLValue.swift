/// A value of a TOML document.
public enum TOMLValue: Sendable, Equatable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  /// A date, a time or both, with or without an offset, as RFC 3339 writes it.
  case dateTime(String)
  case array([TOMLNode])
  case table(TOMLTable)

  /// The kind of value in the words of the TOML specification, with its article.
  var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .dateTime: "a date or time"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

/// A value and the place where it was written.
public struct TOMLNode: Sendable, Equatable {
  public var value: TOMLValue
  public var position: TOMLPosition

  public init(_ value: TOMLValue, at position: TOMLPosition) {
    self.value = value
    self.position = position
  }
}
