/// Words of the user in messages.
public enum Word {
  /// The word as one line that cannot move a terminal's cursor or turn its text, and not too long.
  public static func shown(_ bytes: [UInt8]) -> String {
    var shown = ""
    for scalar in String(decoding: bytes.prefix(200), as: UTF8.self).unicodeScalars {
      shown.unicodeScalars.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
    }
    return bytes.count > 200 ? shown + "…" : shown
  }

  /// Control characters, line separators, and marks that change the direction of writing.
  ///
  /// Source: Unicode Technical Report 36 §2.
  public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
