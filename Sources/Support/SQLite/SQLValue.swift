/// A value of one of SQLite's five storage classes.
///
/// A text may hold NUL, and comes back whole. A real that is not a number is stored as null.
public enum SQLValue: Equatable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  case null
}

extension SQLValue {
  /// Null for `nil`.
  public static func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

  /// Null for `nil`.
  public static func integer(_ value: Int?) -> SQLValue {
    value.map { .integer(Int64($0)) } ?? .null
  }

  /// Null for `nil`.
  public static func real(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }

  /// Null for `nil`.
  public static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

  /// Null for `nil`.
  public static func blob(_ value: [UInt8]?) -> SQLValue { value.map { .blob($0) } ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }
}
