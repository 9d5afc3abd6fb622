/// The identifier of a type that nobody declared: a tag and a parent in readable base 32.
///
/// Source: the form used by Apple's systems, `dyn.a` and base 32 of `?0=PARENT:KEY=TAG`.
struct DynamicIdentifier {
  let parent: String
  let tagClass: UTTagClass
  let tag: String

  init(parent: String, tagClass: UTTagClass, tag: String) {
    self.parent = parent
    self.tagClass = tagClass
    self.tag = tag
  }

  /// Takes an identifier apart; `nil` when it is not of this form or names no tag.
  init?(decoding identifier: String) {
    let bytes = Array(identifier.utf8)
    guard bytes.starts(with: "dyn.a".utf8),
      let plain = Base32.decode(bytes.dropFirst(5)),
      let text = String(validating: plain, as: UTF8.self)
    else { return nil }
    var parent = "public.data"
    var found: (UTTagClass, String)?
    for (key, value) in Self.pairs(of: text) {
      switch key {
      case "0": parent = Self.words[value] ?? value
      case "1": found = found ?? (.filenameExtension, value)
      case "3": found = found ?? (.mimeType, value)
      case "4": found = found ?? (.pasteboardType, value)
      default: continue
      }
    }
    guard let (tagClass, tag) = found else { return nil }
    self.init(parent: parent, tagClass: tagClass, tag: tag)
  }

  var encoded: String {
    let short = Self.words.first { $0.value == parent }?.key ?? Self.escaped(parent)
    let plain = "?0=\(short):\(Self.key(of: tagClass))=\(Self.escaped(tag))"
    return "dyn.a" + String(decoding: Base32.encode(Array(plain.utf8)), as: UTF8.self)
  }

  private static func key(of tagClass: UTTagClass) -> String {
    switch tagClass {
    case .filenameExtension: "1"
    case .mimeType: "3"
    case .pasteboardType: "4"
    }
  }

  private static let words: [String: String] = [
    "6": "public.data", "7": "public.text", "8": "public.plain-text",
    "9": "public.utf16-plain-text", "A": "com.apple.traditional-mac-plain-text",
    "B": "public.image", "C": "public.video", "D": "public.audio", "E": "public.directory",
    "F": "public.folder",
  ]

  private static let reserved = Array(":=,?\\".utf8)

  private static func escaped(_ value: String) -> String {
    var bytes: [UInt8] = []
    for byte in value.utf8 {
      if reserved.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The `key=value` pairs, unescaped; a comma ends a value, since only the first one counts.
  private static func pairs(of text: String) -> [(String, String)] {
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "?") { bytes = bytes.dropFirst() }
    var pairs: [(String, String)] = []
    var key: [UInt8] = []
    var value: [UInt8] = []
    var isInValue = false
    var isIgnored = false
    var isEscaped = false
    func flush() {
      let name = String(decoding: key, as: UTF8.self)
      if isInValue { pairs.append((name, String(decoding: value, as: UTF8.self))) }
      (key, value, isInValue, isIgnored) = ([], [], false, false)
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: ":") where !isEscaped: flush()
      case UInt8(ascii: ",") where !isEscaped && isInValue: isIgnored = true
      case UInt8(ascii: "=") where !isEscaped && !isInValue: isInValue = true
      default:
        if !isInValue { key.append(byte) } else if !isIgnored { value.append(byte) }
      }
      isEscaped = false
    }
    flush()
    return pairs
  }
}

/// Five bits a letter, most significant first, without padding and without i, j, l and o.
enum Base32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var letters: [UInt8] = []
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

  static func decode(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var count = 0
    for letter in letters {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      buffer = (buffer << 5 | UInt32(value)) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
      }
    }
    return bytes
  }
}
