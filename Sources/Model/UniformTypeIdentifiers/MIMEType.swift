/// A MIME type taken apart: `type/subtype` and parameters, in one spelling.
///
/// Type, subtype, parameter names and the value of `charset` are lower case; quotes and blanks
/// around parameters are gone.
///
/// Source: RFC 2045 §5.1.
public struct MIMEType: Sendable, Hashable, CustomStringConvertible {
  /// The top-level media type, such as `text`.
  public let media: String
  /// Type and subtype, such as `text/plain`.
  public let essence: String
  /// The parameters in the order given.
  public let parameters: [Parameter]

  /// One `name=value` of a MIME type.
  public struct Parameter: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  /// Reads a MIME type; `nil` when there is no slash between two tokens.
  public init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let names = first.trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy(\.isMIMEToken) else { return nil }
    media = String(names[0]).asciiLowercased
    essence = media + "/" + String(names[1]).asciiLowercased
    parameters = parts.dropFirst().compactMap(Parameter.init)
  }

  public var description: String {
    parameters.reduce(essence) { $0 + ";" + $1.name + "=" + $1.value }
  }
}

extension MIMEType.Parameter {
  fileprivate init?(_ text: Substring) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    name = String(text[..<equals].trimmed).asciiLowercased
    var value = text[text.index(after: equals)...].trimmed
    if value.count >= 2, value.first == "\"", value.last == "\"" {
      value = value.dropFirst().dropLast()
    }
    guard !name.isEmpty, !value.isEmpty else { return nil }
    self.value = name == "charset" ? String(value).asciiLowercased : String(value)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let tail = self.drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
    return tail[...last]
  }

  fileprivate var isMIMEToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains(byte)
      }
  }
}
