internal import Pasteboards

/// Text as X11 carries it, to and from UTF-8.
///
/// Nothing is ever replaced: what cannot be carried is `nil`.
///
/// Source: ICCCM 2.0 §2.7.1; Compound Text Encoding 1.1.
public enum TextEncoding {
  /// The bytes of a text reply as UTF-8; `nil` when they are not what their type says.
  ///
  /// `replyType` is the type of the property, not the target that was asked for; but that of an address
  /// is the target, since only this says that it is one.
  public static func utf8(_ bytes: [UInt8], replyType: TargetName) -> [UInt8]? {
    if replyType.isAddress { return utf8(address: bytes) }
    if replyType == .compoundText { return utf8(compoundText: bytes) }
    if replyType == .string || replyType == .cString { return utf8(string: bytes) }
    if isUTF8(bytes) { return bytes }
    // The bare MIME type says nothing of its encoding, and older programs mean Latin-1.
    let isBare = replyType.plainTextRank == TargetName.plainText.plainTextRank
    return isBare ? utf8(latin1: bytes) : nil
  }

  /// A STRING reply: Latin-1 by the rules, yet UTF-8 as many programs send it.
  public static func utf8(string bytes: [UInt8]) -> [UInt8] {
    isUTF8(bytes) ? bytes : utf8(latin1: bytes)
  }

  /// Latin-1 as UTF-8, which always works.
  public static func utf8(latin1 bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    return text
  }

  /// UTF-8 as a STRING; `nil` when there is a character that it cannot carry.
  ///
  /// Source: ICCCM 2.0 §2.7.1, no control characters but TAB and newline.
  static func string(utf8 text: [UInt8]) -> [UInt8]? {
    var scanner = TextScanner()
    scanner.scan(text)
    guard let form = scanner.result.form, form <= .latin1 else { return nil }
    return latin1(utf8: text)
  }

  /// UTF-8 as Latin-1; `nil` when a character has no place there.
  public static func latin1(utf8 text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte < 0x80 {
        bytes.append(byte)
        continue
      }
      guard byte == 0xC2 || byte == 0xC3, index < text.endIndex, text[index] & 0xC0 == 0x80
      else { return nil }
      bytes.append((byte & 0x03) << 6 | text[index] & 0x3F)
      index += 1
    }
    return bytes
  }

  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var scanner = TextScanner()
    scanner.scan(bytes)
    return scanner.result.isValid
  }
}
