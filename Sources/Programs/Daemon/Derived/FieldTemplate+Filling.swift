internal import Declarations
internal import LinuxIO
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

  /// Adds a text to `result` with everything replaced that must be.
  func append(_ text: WipedBytes, to result: inout WipedBytes) {
    text.withBytes { text in
      var rest = text[...]
      while let index = rest.firstIndex(where: { replacement($0) != nil }) {
        result.append(contentsOf: rest[..<index])
        result.append(contentsOf: (replacement(rest[index]) ?? "").utf8)
        rest = rest[(index + 1)...]
      }
      result.append(contentsOf: rest)
    }
  }

  /// What stands for a byte, which is ASCII; `nil` if it stands for itself.
  private func replacement(_ byte: UInt8) -> String? {
    switch self {
    case .none: nil
    case .markup: Self.markup(Unicode.Scalar(byte))
    case .json: Self.json(Unicode.Scalar(byte))
    }
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
  func filled(from scanner: JSONFieldScanner, _ escaping: FieldEscaping, limit: Int) -> WipedBytes?
  {
    var result = WipedBytes()
    for piece in pieces {
      switch piece {
      case .text(let text): result.append(contentsOf: text.utf8)
      case .field(let path):
        switch scanner.field(at: path) {
        case .text(let text): escaping.append(text, to: &result)
        case .literal(let text): FieldEscaping.none.append(text, to: &result)
        case .null, .container, nil: return nil
        }
      }
      guard result.count <= limit else { return nil }
    }
    return result
  }
}
