internal import Pasteboards

extension TextEncoding {
  /// UTF-8 as compound text: plain Latin-1 if that carries it, else a UTF-8 segment.
  ///
  /// `nil` when the bytes are no UTF-8 or hold an ESC, which would end the segment.
  ///
  /// Source: Compound Text Encoding 1.1 §4; `ESC % G` is ISO 2022's switch to UTF-8.
  public static func compoundText(utf8 text: [UInt8]) -> [UInt8]? {
    var scanner = TextScanner()
    scanner.scan(text)
    let result = scanner.result
    guard let form = result.form, !result.hasEscape else { return nil }
    switch form {
    case .ascii: return text
    case .latin1: return latin1(utf8: text)
    case .unicode: return beginUTF8 + text + endUTF8
    }
  }

  /// Compound text as UTF-8; `nil` when it switches to a character set that we do not know.
  public static func utf8(compoundText bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      text += utf8(latin1: rest[..<escape])
      rest = rest[escape...]
      if rest.starts(with: beginUTF8) {
        rest = rest.dropFirst(beginUTF8.count)
        guard let end = rest.firstIndex(of: 0x1B), rest[end...].starts(with: endUTF8)
        else { return nil }
        let segment = Array(rest[..<end])
        guard isUTF8(segment) else { return nil }
        text += segment
        rest = rest[end...].dropFirst(endUTF8.count)
      } else if let initial = initialStates.first(where: rest.starts(with:)) {
        rest = rest.dropFirst(initial.count)
      } else {
        return nil
      }
    }
    return text + utf8(latin1: rest)
  }

  private static let beginUTF8: [UInt8] = [0x1B, 0x25, 0x47]
  private static let endUTF8: [UInt8] = [0x1B, 0x25, 0x40]

  /// Escapes that ask for what holds at the start anyway: ASCII on the left, Latin-1 on the right.
  private static let initialStates: [[UInt8]] = [[0x1B, 0x28, 0x42], [0x1B, 0x2D, 0x41]]
}
