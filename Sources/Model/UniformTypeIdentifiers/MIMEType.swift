/// A MIME type taken apart: `type/subtype` and parameters, in one spelling.
///
/// Type, subtype, parameter names and the value of `charset` are lower case; quotes and blanks
/// around parameters are gone.
///
/// Source: RFC 2045 §5.1.
public struct MIMEType: Sendable, Hashable, CustomStringConvertible {
  /// Type and subtype, such as `text/plain`.
  public let essence: String
  /// The parameters in the order given.
  public let parameters: [Parameter]

  /// One `name=value` of a MIME type.
  public struct Parameter: Sendable, Hashable {
    /// The name, in lower case.
    public let name: String
    /// The value without quotes; that of `charset` in lower case.
    public let value: String
  }

  /// Reads a MIME type; `nil` when there is no slash between two tokens.
  public init?(_ text: String) {
    let length = text.utf8.span.offset(of: UInt8(ascii: ";")) ?? text.utf8.count
    let semicolon = text.utf8.index(text.startIndex, offsetBy: length)
    let name = text.utf8[..<semicolon].trimmed
    guard Self.isEssence(name.span) else { return nil }
    essence = String(Substring(name)).asciiLowercased
    let rest = text.utf8[semicolon...]
    parameters =
      rest.isEmpty ? [] : rest.split(separator: UInt8(ascii: ";")).compactMap(Parameter.init)
  }

  /// The top-level media type, such as `text`.
  public var media: String { String(Substring(essence.utf8.prefix { $0 != UInt8(ascii: "/") })) }

  /// Whether there are two tokens with a slash between them, and nothing else.
  private static func isEssence(_ name: Span<UInt8>) -> Bool {
    var slash: Int?
    for index in name.indices where !name[index].isMIMETokenByte {
      guard name[index] == UInt8(ascii: "/"), slash == nil else { return false }
      slash = index
    }
    guard let slash else { return false }
    return slash > 0 && slash + 1 < name.count
  }

  public var description: String {
    parameters.reduce(essence) { $0 + ";" + $1.name + "=" + $1.value }
  }
}

extension Span<UInt8> {
  fileprivate func offset(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }
}

extension MIMEType.Parameter {
  fileprivate init?(_ text: Substring.UTF8View) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    var value = text[text.index(after: equals)...].trimmed
    let quote = UInt8(ascii: "\"")
    if value.count >= 2, value.first == quote, value.last == quote {
      value = value.dropFirst().dropLast()
    }
    name = String(Substring(text[..<equals].trimmed)).asciiLowercased
    guard !name.isEmpty, !value.isEmpty else { return nil }
    let text = String(Substring(value))
    self.value = name == "charset" ? text.asciiLowercased : text
  }
}

extension Substring.UTF8View {
  fileprivate var trimmed: Substring.UTF8View {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let tail = self.drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return tail }
    return tail[...last]
  }
}

extension UInt8 {
  /// Printable, and none of the special characters.
  fileprivate var isMIMETokenByte: Bool {
    switch self {
    case 0...0x20, 0x7F...0xFF: false
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "?"), UInt8(ascii: "="):
      false
    default: true
    }
  }
}
