internal import Declarations
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// Checks that a JSON payload has the fields that its type requires.
///
/// Takes it piece by piece, so that its memory does not grow with it.
struct PayloadCheck {
  /// The most bytes that are looked at.
  static let byteLimit = 64 << 20

  private let type: UTType
  private let required: [FieldPath]
  private var scanner: JSONFieldScanner

  init(_ type: UTType, requires required: [FieldPath]) {
    (self.type, self.required) = (type, required)
    scanner = JSONFieldScanner(paths: required, keepsContent: false)
  }

  /// Takes the next piece.
  mutating func scan(_ piece: UnsafeRawBufferPointer) throws(PasteboardError) {
    do {
      try scanner.scan(piece)
    } catch {
      throw refusal(error)
    }
  }

  /// Refuses what was not whole, or lacks a field.
  mutating func finish() throws(PasteboardError) {
    do {
      try scanner.finish()
    } catch {
      throw refusal(error)
    }
    for path in required {
      switch scanner.field(at: path) {
      case .text, .literal, .container: continue
      case .null: throw refusal("a required field is null", at: path.description)
      case nil: throw refusal("a required field is missing", at: path.description)
      }
    }
  }

  private func refusal(_ error: JSONError) -> PasteboardError {
    let reason = error.isLimit ? "\(error.reason)" : "not JSON: \(error.reason)"
    return refusal(reason, at: "byte \(error.offset)")
  }

  private func refusal(_ reason: String, at position: String) -> PasteboardError {
    .invalidPayload(type: type.tagOrIdentifier, reason: reason, position: position)
  }
}
