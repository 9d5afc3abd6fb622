/// Bytes as text: names of files are bytes, which neither JSON nor a URI carries as they are.
///
/// Source: RFC 3986 §2.1; what is no unreserved character of §2.3 is encoded, but for `/`, which divides
/// paths as it does in a URI.
public enum PercentEncoding {
  /// Each byte by itself or as `%` and two hexadecimal digits.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text) { $0 == UInt8(ascii: "/") }
    return String(decoding: text, as: UTF8.self)
  }

  /// As ``encode(_:)``; what `isPlain` says stays as it is, too.
  static func append(
    _ bytes: some Sequence<UInt8>,
    to text: inout [UInt8],
    keeping isPlain: (UInt8) -> Bool = { _ in false }
  ) {
    for byte in bytes {
      if isUnreserved(byte) || isPlain(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
  }

  /// The bytes that a text stands for; `nil` if a `%` is without its digits.
  public static func decode(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    var isSound = true
    let decoded = decoded(bytes[...]) { isSound = false }
    return isSound ? decoded : nil
  }

  /// The bytes that others stand for; a `%` without its digits, of which `mistake` is told, is itself.
  static func decoded(_ text: ArraySlice<UInt8>, mistake: () -> Void = {}) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard index + 1 < text.endIndex, let high = value(ofDigit: text[index]),
        let low = value(ofDigit: text[index + 1])
      else {
        mistake()
        bytes.append(byte)
        continue
      }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }

  /// `nil` for what is text as it is.
  public static func encodeUnlessText(_ bytes: [UInt8]) -> String? {
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
