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
  var text: String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self).picture
  }
}
