internal import Glibc

/// A JSON value.
///
/// Members keep the order in which they came or were given. Strings are equal if their bytes are:
/// names that look alike but are spelt with other code points differ.
///
/// Source: RFC 8259.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value.
  public struct Member: Sendable, Equatable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }

    public static func == (left: Member, right: Member) -> Bool {
      hasSameBytes(left.name, right.name) && left.value == right.value
    }
  }

  /// The member of an object, the last one if there are several; `nil` if there is none.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { hasSameBytes($0.name, name) }?.value
  }

  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  public var integerValue: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  public var arrayValue: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  public var objectValue: [Member]? {
    guard case .object(let value) = self else { return nil }
    return value
  }
}

/// Text that Unicode holds for the same but that is spelt otherwise is not the same name.
func hasSameBytes(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  let result = left.utf8.withContiguousStorageIfAvailable { ours in
    right.utf8.withContiguousStorageIfAvailable { theirs in
      guard let first = ours.baseAddress, let second = theirs.baseAddress else { return true }
      return memcmp(first, second, ours.count) == 0
    }
  }
  return (result ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

extension JSON: Equatable {
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): hasSameBytes(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByFloatLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
