/// Bytes as letters, for messages without descriptors.
///
/// Source: RFC 4648 §4.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The letters, with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let letter = alphabet[Int(word >> UInt32(18 - 6 * place)) & 63]
        letters.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The bytes; `nil` if the text is not base64 with its padding.
  public static func decode(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var word: UInt32 = 0
    for (index, letter) in letters.enumerated() {
      if index >= letters.count - padding {
        guard letter == UInt8(ascii: "=") else { return nil }
        word <<= 6
      } else {
        guard let value = value(of: letter) else { return nil }
        word = word << 6 | value
      }
      guard index % 4 == 3 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
      word = 0
    }
    bytes.removeLast(min(padding, bytes.count))
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
