/// The identifier of a type that nobody declared: its parents and tags in readable base 32.
///
/// The text inside is `?0=PARENT:KEY=TAG:…`; several values of a key are joined by commas, `:`, `=`,
/// `,`, `?` and `\` in a value follow a backslash, and common words are single hexadecimal digits. A
/// lone tag without a parent has no question mark.
///
/// Source: the form used by Apple's systems, `dyn.a` and base 32.
struct DynamicIdentifier {
  /// All pairs in their order, those with keys that nobody knows, too.
  let pairs: [(key: String, values: [String])]

  /// An X11 name of 64 KiB, all of it escaped, fits; a longer identifier means nothing.
  static let longest = 1 << 18

  init(parent: String?, tagClass: UTTagClass, tag: String) {
    let key = Self.keys.first { $0.value == tagClass.rawValue }?.key ?? tagClass.rawValue
    let word = parent.map { parent in
      Self.words.first { $0.value.isEqualIgnoringCase(parent) }?.key ?? parent
    }
    pairs = (word.map { [("0", [$0])] } ?? []) + [(key, [tag])]
  }

  /// Takes an identifier apart; `nil` when it is not of this form or names no tag.
  init?(decoding identifier: String) {
    let bytes = identifier.utf8
    guard bytes.count <= Self.longest, bytes.starts(with: "dyn.a".utf8),
      let plain = Base32.decode(bytes.dropFirst(5)),
      let text = String(validating: plain, as: UTF8.self)
    else { return nil }
    pairs = Self.pairs(of: text)
    if !pairs.contains(where: { $0.key != "0" }) { return nil }
  }

  /// The parents, in full; none if the identifier only has tags.
  var parents: [String] {
    pairs.filter { $0.key == "0" }.flatMap(\.values).map { Self.words[$0] ?? $0 }
  }

  /// The tags by their class, in the order in which they stand there.
  var tags: [UTTagClass: [String]] {
    var tags: [UTTagClass: [String]] = [:]
    for (key, values) in pairs where key != "0" {
      tags[UTTagClass(rawValue: Self.keys[key] ?? key), default: []] += values
    }
    return tags
  }

  var encoded: String {
    let text = pairs.map { key, values in
      Self.escaped(key) + "=" + values.map(Self.escaped).joined(separator: ",")
    }
    let mark = pairs.contains { $0.key == "0" } ? "?" : ""
    let plain = mark + text.joined(separator: ":")
    return "dyn.a" + String(decoding: Base32.encode(Array(plain.utf8)), as: UTF8.self)
  }

  private static let keys = [
    "1": UTTagClass.filenameExtension.rawValue, "2": "com.apple.ostype",
    "3": UTTagClass.mimeType.rawValue, "4": UTTagClass.pasteboardType.rawValue,
    "5": "public.url-scheme",
  ]

  private static let words = [
    "6": "public.data", "7": "public.text", "8": "public.plain-text",
    "9": "public.utf16-plain-text", "A": "com.apple.traditional-mac-plain-text",
    "B": "public.image", "C": "public.video", "D": "public.audio", "E": "public.directory",
    "F": "public.folder",
  ]

  private static func escaped(_ value: String) -> String {
    var bytes: [UInt8] = []
    for byte in value.utf8 {
      if ":=,?\\".utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func pairs(of text: String) -> [(key: String, values: [String])] {
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "?") { bytes = bytes.dropFirst() }
    var pairs: [(key: String, values: [String])] = []
    var key: String?
    var values: [String] = []
    var word: [UInt8] = []
    func take() -> String {
      defer { word.removeAll() }
      return String(decoding: word, as: UTF8.self)
    }
    func endPair() {
      let last = take()
      if let key { pairs.append((key, values + [last])) }
      (key, values) = (nil, [])
    }
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: ":") where !isEscaped: endPair()
      case UInt8(ascii: ",") where !isEscaped && key != nil: values.append(take())
      case UInt8(ascii: "=") where !isEscaped && key == nil: key = take()
      default: word.append(byte)
      }
      isEscaped = false
    }
    endPair()
    return pairs
  }
}
