internal import Declarations
internal import UniformTypeIdentifiers

/// What is done to the text of a field, so that it stays text in what surrounds it.
enum FieldEscaping {
  case none
  /// `&`, `<`, `>` and both quotation marks as character references.
  case markup
  /// As inside a JSON string.
  case json

  /// What a template for content of `type` needs.
  init(for type: UTType) {
    if type.conforms(to: .html) || type.conforms(to: .xml) {
      self = .markup
    } else if type.conforms(to: .json) {
      self = .json
    } else {
      self = .none
    }
  }

  func escape(_ text: String) -> String {
    switch self {
    case .none: text
    case .markup: Self.replacing(text, Self.markup)
    case .json: Self.replacing(text, Self.json)
    }
  }

  private static func replacing(
    _ text: String,
    _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replaced = replacement(scalar) {
        result += replaced
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func markup(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: nil
    }
  }

  private static func json(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      scalar.value >= 0x20
        ? nil : "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
    }
  }
}

extension FieldTemplate {
  /// The fields that stand in it.
  var paths: [FieldPath] {
    pieces.compactMap { if case .field(let path) = $0 { path } else { nil } }
  }

  /// The text with the fields that `scanner` found; `nil` if one has none that can be inserted.
  ///
  /// Strings are escaped, numbers and booleans stand as they are written. `nil`, null, arrays and
  /// objects are no text, and more than `limit` bytes too much.
  func filled(from scanner: JSONFieldScanner, _ escaping: FieldEscaping, limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): result += text.utf8
      case .field(let path):
        switch scanner.field(at: path) {
        case .text(let text): result += escaping.escape(text).utf8
        case .literal(let text): result += text.utf8
        case .null, .container, nil: return nil
        }
      }
      guard result.count <= limit else { return nil }
    }
    return result
  }
}
