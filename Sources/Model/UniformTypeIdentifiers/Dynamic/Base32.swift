/// Five bits a letter, most significant first, without padding and without i, j, l and o.
///
/// Source: the identifiers of dynamic types on Apple's systems.
enum Base32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(bytes.count * 8 / 5 + 1)
    var buffer: UInt32 = 0
    var count = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      count += 8
      while count >= 5 {
        count -= 5
        letters.append(alphabet[Int(buffer >> UInt32(count) & 31)])
      }
    }
    if count > 0 { letters.append(alphabet[Int(buffer << UInt32(5 - count) & 31)]) }
    return letters
  }

  /// Bits at the end that make no byte are dropped; `nil` when a letter is none.
  static func decode(_ letters: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count * 5 / 8)
    var buffer: UInt32 = 0
    var count = 0
    for letter in letters {
      guard let value = value(of: letter) else { return nil }
      buffer = (buffer << 5 | value) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "h"): UInt32(letter) - 97
    case UInt8(ascii: "k"): 8
    case UInt8(ascii: "m")...UInt8(ascii: "n"): UInt32(letter) - 100
    case UInt8(ascii: "p")...UInt8(ascii: "z"): UInt32(letter) - 101
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter) - 48 + 22
    default: nil
    }
  }
}
