/// The rule for identifiers of declared types: a domain name backwards.
///
/// Source: Apple, Uniform Type Identifiers Overview: letters, digits, hyphen and dot.
package enum TypeIdentifier {
  private static let longest = 255

  /// Whether a type may be declared under this identifier; `dyn` belongs to the undeclared ones.
  static func isValid(_ identifier: String) -> Bool {
    isWellFormed(identifier) && !isDynamic(identifier)
  }

  /// Whether there are at least two parts, and in them the letters and digits of ASCII and hyphens.
  package static func isWellFormed(_ identifier: String) -> Bool {
    let bytes = identifier.utf8.span
    guard bytes.count <= longest else { return false }
    var labels = 1
    var length = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "."):
        guard length > 0 else { return false }
        (labels, length) = (labels + 1, 0)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        length += 1
      default: return false
      }
    }
    return labels > 1 && length > 0
  }

  static func isDynamic(_ identifier: String) -> Bool {
    identifier.utf8.lazy.map(\.asciiLowercased).starts(with: "dyn.".utf8)
  }
}
