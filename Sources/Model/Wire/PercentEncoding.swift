/// Bytes as text in a message: names of files are bytes, and JSON carries none that are no UTF-8.
///
/// Source: RFC 3986 §2.1; what is no unreserved character of §2.3 is encoded.
public enum PercentEncoding {
  /// Each byte by itself or as `%` and two hexadecimal digits.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if isUnreserved(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text stands for; `nil` if a `%` is without its digits.
  public static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(value(ofDigit:)),
        let low = rest.popFirst().flatMap(value(ofDigit:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// `nil` for what is text as it is.
  static func encodeUnlessText(_ bytes: [UInt8]) -> String? {
    String(validating: bytes, as: UTF8.self) == nil ? encode(bytes) : nil
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
