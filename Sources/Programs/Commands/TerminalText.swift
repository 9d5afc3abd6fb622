internal import LinuxIO

/// Stored text on its way to a terminal: control characters become symbols that show them.
///
/// Fed piece by piece; a character that a cut divides waits for its rest.
struct TerminalText {
  private var rest: [UInt8] = []
  private(set) var endsWithNewline = true

  /// The piece as it may be shown.
  mutating func filter(_ piece: some Sequence<UInt8>) -> [UInt8] {
    var bytes = rest
    bytes += piece
    let cut = Self.completeCount(bytes)
    rest = Array(bytes[cut...])
    return show(bytes[..<cut])
  }

  /// What was held back at the end.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return show(rest[...])
  }

  private mutating func show(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let last = bytes.last else { return [] }
    endsWithNewline = last == UInt8(ascii: "\n")
    var shown = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      shown.append(Self.symbol(of: scalar))
    }
    return Array(String(shown).utf8)
  }

  private static func symbol(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "\t" || scalar == "\n" ? scalar : scalar.picture
  }

  /// How many bytes from the start on hold whole characters.
  private static func completeCount(_ bytes: [UInt8]) -> Int {
    // Of at most three bytes at the end: a leading byte that wants more than follow it.
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let wanted =
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF8: 4
        default: 1
        }
      return wanted > back ? bytes.count - back : bytes.count
    }
    return bytes.count
  }

  /// Whether a beginning looks like text: UTF-8 without NUL, as far as it goes.
  static func isText(_ beginning: [UInt8]) -> Bool {
    guard !beginning.contains(0) else { return false }
    let complete = beginning[..<completeCount(beginning)]
    return String(validating: complete, as: UTF8.self) != nil
  }
}
