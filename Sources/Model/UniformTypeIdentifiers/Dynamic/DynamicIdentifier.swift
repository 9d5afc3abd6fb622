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
      let plain = Base32.decode(bytes.dropFirst(5)), String(validating: plain, as: UTF8.self) != nil
    else { return nil }
    pairs = Self.pairs(of: plain[...])
    if pairs.allSatisfy({ $0.key == "0" }) { return nil }
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

  /// The `key=value,value` pairs between the colons, unescaped.
  private static func pairs(of plain: ArraySlice<UInt8>) -> [(key: String, values: [String])] {
    var pairs: [(key: String, values: [String])] = []
    var bytes = plain.first == UInt8(ascii: "?") ? plain.dropFirst() : plain
    while !bytes.isEmpty {
      let key = word(from: &bytes, endingAt: "=:")
      guard key.end == UInt8(ascii: "=") else { continue }
      var values: [String] = []
      var end: UInt8?
      repeat {
        let value = word(from: &bytes, endingAt: ",:")
        values.append(value.text)
        end = value.end
      } while end == UInt8(ascii: ",")
      pairs.append((key.text, values))
    }
    return pairs
  }

  /// The bytes up to one of the marks, without backslashes, and the mark that ended them.
  private static func word(
    from bytes: inout ArraySlice<UInt8>,
    endingAt marks: StaticString
  ) -> (text: String, end: UInt8?) {
    var word: [UInt8] = []
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\\") {
        if let escaped = bytes.popFirst() { word.append(escaped) }
      } else if marks.withUTF8Buffer({ $0.contains(byte) }) {
        return (String(decoding: word, as: UTF8.self), byte)
      } else {
        word.append(byte)
      }
    }
    return (String(decoding: word, as: UTF8.self), nil)
  }
}
