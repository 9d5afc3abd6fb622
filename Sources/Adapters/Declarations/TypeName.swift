internal import UniformTypeIdentifiers

/// What the names of types look like.
enum TypeName {
  /// The most bytes of any name.
  private static let longest = 255

  /// Whether `text` is a type and a subtype, perhaps with parameters.
  static func isMIMEType(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    if isPlainMIMEType(text) { return true }
    // A parameter that cannot be read is left out, and a range is no type.
    guard let type = MIMEType(text), !type.essence.utf8.contains(UInt8(ascii: "*")) else {
      return false
    }
    return text.utf8.count { $0 == UInt8(ascii: ";") } == type.parameters.count
  }

  /// Whether it is one at first sight, as nearly all are: two names with a slash between them.
  ///
  /// Source: RFC 6838 §4.2.
  private static func isPlainMIMEType(_ text: String) -> Bool {
    var slashes = 0
    var previous = UInt8(ascii: "/")
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/") {
        if previous == byte { return false }
        slashes += 1
      } else if !byte.isInRestrictedName {
        return false
      }
      previous = byte
    }
    return slashes == 1 && previous != UInt8(ascii: "/")
  }

  static func isExtension(_ text: String) -> Bool {
    isName(text) && !text.utf8.contains { [0x2A, 0x2E, 0x2F].contains($0) }  // * . /
  }

  static func isTarget(_ text: String) -> Bool { isName(text) && !reservedTargets.contains(text) }

  /// Targets that mean something else than a type of content, or the text of any program.
  ///
  /// Source: ICCCM 2.0 §2.6.2 and §2.6.3.
  private static let reservedTargets: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "INCR", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION",
    "INSERT_PROPERTY", "UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT", "C_STRING",
    "x-kde-passwordManagerHint",
  ]

  private static func isName(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit or one of `!#$&+-.^_`.
  fileprivate var isInRestrictedName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x21, 0x23, 0x24, 0x26, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F:
      true
    default: false
    }
  }
}
