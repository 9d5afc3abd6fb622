/// How many character cells of a terminal text takes.
enum TerminalWidth {
  /// Of a whole text.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The text if it fits, else its beginning with an ellipsis.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var kept = ""
    var room = max(0, width - 1)
    for character in text {
      room -= of(character)
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Ideographs, syllables and pictures take two cells, marks none.
  ///
  /// Source: Unicode Standard Annex 11, wide and fullwidth characters.
  private static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      if first.properties.isEmojiPresentation { return 2 }
      switch first.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return 1
      }
    }
  }
}
