/// The first line of what a program says, as it may be shown: at most 200 bytes.
struct FirstLine {
  private static let limit = 200
  private var bytes: [UInt8] = []
  private var isComplete = false

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard !isComplete else { return }
    for byte in piece {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        // Empty lines before it say nothing.
        guard bytes.isEmpty else { return isComplete = true }
      } else {
        bytes.append(byte)
        guard bytes.count < Self.limit else { return isComplete = true }
      }
    }
  }

  /// With symbols for control characters; `nil` if there is none.
  ///
  /// Source: Unicode, block "Control Pictures".
  var text: String? {
    guard !bytes.isEmpty else { return nil }
    var shown = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      shown.append(Self.symbol(of: scalar))
    }
    return String(shown)
  }

  private static func symbol(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: scalar
    }
  }
}
