internal import UniformTypeIdentifiers

/// What the file `<media>/<subtype>.xml` says to people: what the type is called, and which
/// extension comes first.
///
/// Looks for two elements and is content with everything around them; reading XML in full is not
/// worth a library for that.
///
/// Source: Shared MIME-info Database, "The MEDIA/SUBTYPE.xml files"; XML 1.0 §2.4, §4.1, §4.6.
struct MIMEDocument: Sendable {
  /// In the best of the languages; without one, as the programmers wrote it.
  private(set) var comment: String?
  /// In the order of the file, in lower case.
  private(set) var patterns: [String] = []

  private static let longestText = 1024

  /// Reads a document; `languages` are the best first, such as `de_AT`, `de`.
  init(_ bytes: [UInt8], languages: [String]) {
    var best = languages.count + 1
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if Self.skip("<!--", to: "-->", &rest) || Self.skip("<?", to: "?>", &rest)
        || Self.skip("<![CDATA[", to: "]]>", &rest)
      {
        continue
      }
      let tag = XMLTag(&rest)
      if tag.name == "glob", let pattern = tag.attributes["pattern"] {
        patterns.append(pattern.asciiLowercased)
      } else if tag.name == "comment" {
        let language = tag.attributes["xml:lang"]
        let rank = language.map { Self.rank($0, languages) } ?? languages.count
        let text = Self.text(rest.prefix { $0 != UInt8(ascii: "<") })
        if rank < best, !text.isEmpty { (comment, best) = (text, rank) }
      }
    }
  }

  private static func rank(_ language: String, _ languages: [String]) -> Int {
    let name = String(language.map { $0 == "-" ? "_" : $0 })
    return languages.firstIndex(of: name) ?? .max
  }

  /// Characters and references, with one blank for each run of white space, and no other control
  /// characters.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count <= longestText else { return "" }
    let words = XMLTag.unescaped(bytes).split { $0.isWhitespace }
    return String(
      words.joined(separator: " ").unicodeScalars.filter {
        $0.properties.generalCategory != .control
      }
    )
  }

  private static func skip(
    _ opening: String,
    to closing: String,
    _ rest: inout ArraySlice<UInt8>
  ) -> Bool {
    guard rest.starts(with: opening.utf8) else { return false }
    rest = rest.dropFirst(opening.utf8.count)
    while !rest.isEmpty, !rest.starts(with: closing.utf8) { rest = rest.dropFirst() }
    return true
  }
}

/// A tag with its attributes.
private struct XMLTag {
  private(set) var name = ""
  private(set) var attributes: [String: String] = [:]

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
  private static let longestName = 64
  private static let references: [String: String] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  /// Takes a tag off the front, with its `<`; ends at the first `>` that is not in quotes.
  init(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst()
    name = Self.name(&rest)
    while true {
      rest = rest.drop { Self.blanks.contains($0) || $0 == UInt8(ascii: "/") }
      guard let next = rest.first, next != UInt8(ascii: "<") else { return }
      if next == UInt8(ascii: ">") {
        rest = rest.dropFirst()
        return
      }
      let attribute = Self.name(&rest)
      rest = rest.drop { Self.blanks.contains($0) }
      guard rest.first == UInt8(ascii: "=") else {
        if attribute.isEmpty { rest = rest.dropFirst() }
        continue
      }
      rest = rest.dropFirst().drop { Self.blanks.contains($0) }
      attributes[attribute] = Self.value(&rest)
    }
  }

  /// The text that characters and references stand for; an unknown reference stands for itself.
  static func unescaped(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    for (index, part) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let part = String(decoding: part, as: UTF8.self)
      guard index > 0 else {
        text += part
        continue
      }
      let name = part.prefix { $0 != ";" }
      if name.endIndex < part.endIndex, let meaning = meaning(of: String(name)) {
        text += meaning + part[part.index(after: name.endIndex)...]
      } else {
        text += "&" + part
      }
    }
    return text
  }

  private static func meaning(of reference: String) -> String? {
    guard reference.hasPrefix("#") else { return references[reference] }
    let isHexadecimal = reference.hasPrefix("#x")
    let number = UInt32(reference.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  /// What is neither blank nor has a meaning in a tag.
  private static func name(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { !blanks.contains($0) && !"/=<>\"'".utf8.contains($0) }
    rest = rest[name.endIndex...]
    return name.count <= longestName ? String(decoding: name, as: UTF8.self) : ""
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    rest = rest[value.endIndex...].dropFirst()
    return value.count <= 256 ? unescaped(value) : nil
  }
}
