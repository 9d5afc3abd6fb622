/// Names of files that somebody suggested, made safe; a name is bytes, of UTF-8 or not.
package enum FileName {
  /// Source: `NAME_MAX` of Linux, in bytes.
  private static let longest = 255
  /// What is longer is no extension, so that there is always room for the rest of a name.
  private static let longestSuffix = 64

  /// `name` as the name of one file that is not hidden; `nil` if nothing is left of it.
  ///
  /// Separators and what cannot be seen or turns the writing direction become `_`, and so does a
  /// leading dot. All else keeps its bytes: NFC and NFD are different names.
  package static func safe(_ name: [UInt8]) -> [UInt8]? {
    var safe: [UInt8] = []
    var rest = name[...]
    while !rest.isEmpty {
      let count = unsafeCount(at: rest)
      safe.append(count > 0 ? underscore : rest[rest.startIndex])
      rest = rest.dropFirst(max(count, 1))
    }
    let dots = safe.prefix { $0 == dot }.count
    if dots == safe.count { return nil }
    safe.replaceSubrange(..<dots, with: repeatElement(underscore, count: min(dots, 1)))
    return shortened(safe, by: 0)
  }

  package static func safe(_ name: String) -> String? { safe(Array(name.utf8)).map(text) }

  /// `name` with the extension of `contentType`, unless it has one that says the same already.
  package static func named(_ name: [UInt8], for contentType: UTType) -> [UInt8] {
    // The extension of a dynamic type is what a stranger wrote into its identifier.
    guard let wanted = suffix(for: contentType) else { return name }
    if let given = split(name).suffix.flatMap({ UTType(filenameExtension: text($0)) }),
      given.conforms(to: contentType) || contentType.conforms(to: given)
    {
      return name
    }
    return shortened(name, by: wanted.utf8.count + 1) + [dot] + Array(wanted.utf8)
  }

  /// The extension that files of a type get; `nil` if it has none that could be one.
  package static func suffix(for contentType: UTType) -> String? {
    guard let suffix = contentType.bestFilenameExtension.flatMap({ safe($0) }),
      suffix.utf8.count <= longestSuffix
    else { return nil }
    return suffix
  }

  package static func named(_ name: String, for contentType: UTType) -> String {
    text(named(Array(name.utf8), for: contentType))
  }

  /// `name (2).ext` for the second file that wants to be `name.ext`.
  package static func numbered(_ name: [UInt8], _ number: Int) -> [UInt8] {
    guard number > 1 else { return name }
    let (stem, suffix) = split(name)
    let tail = Array(" (\(number))".utf8) + (suffix.map { [dot] + $0 } ?? [])
    return shortened(stem, by: tail.count) + tail
  }

  package static func numbered(_ name: String, _ number: Int) -> String {
    text(numbered(Array(name.utf8), number))
  }

  /// `name` without its extension.
  package static func stem(_ name: [UInt8]) -> [UInt8] { split(name).stem }

  private static let dot = UInt8(ascii: ".")
  private static let underscore = UInt8(ascii: "_")

  private static func text(_ name: some Sequence<UInt8>) -> String {
    String(decoding: Array(name), as: UTF8.self)
  }

  /// The parts before and after the last dot; a leading dot begins no extension.
  private static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]?) {
    guard let last = name.lastIndex(of: dot), last > 0,
      1...longestSuffix ~= name.count - last - 1
    else { return (name, nil) }
    return (Array(name[..<last]), Array(name[(last + 1)...]))
  }

  /// `name` without so much of its stem that `count` bytes can follow.
  private static func shortened(_ name: [UInt8], by count: Int) -> [UInt8] {
    guard name.count + count > longest else { return name }
    let (stem, suffix) = split(name)
    let tail = suffix.map { [dot] + $0 } ?? []
    return prefix(stem, longest - count - tail.count) + tail
  }

  /// As many of the bytes as there is room for, but no half of a character.
  private static func prefix(_ name: [UInt8], _ byteCount: Int) -> [UInt8] {
    var end = min(max(byteCount, 0), name.count)
    while end > 0, end < name.count, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name[..<end])
  }

  /// How many bytes at the beginning are one character that no name should have.
  private static func unsafeCount(at rest: ArraySlice<UInt8>) -> Int {
    let missing: UInt8 = 0x20
    let bytes = Array(rest.prefix(3)) + [missing, missing, missing]
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0x00...0x1F, _, _), (0x7F, _, _), (UInt8(ascii: "/"), _, _): return 1
    case (0xC2, 0x80...0x9F, _): return 2
    // Source: Unicode Bidirectional Algorithm 2, explicit formatting characters; line separators.
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): return 3
    default: return 0
    }
  }
}

extension UTType {
  /// The extension of the type, else that of the most specific type that it conforms to.
  ///
  /// So a file of UTF-8 text, which has no extension of its own, gets that of plain text.
  fileprivate var bestFilenameExtension: String? {
    // The desktop gives the two plain texts, which are one to it, the rest of its extensions.
    if self == .utf8PlainText { return UTType.plainText.bestFilenameExtension }
    if let own = preferredFilenameExtension { return own }
    let named = supertypes.filter { $0.preferredFilenameExtension != nil }
    let best = named.filter { type in !named.contains { $0.isSubtype(of: type) } }
    // Of several equals any would do, but it should always be the same one.
    return best.min { $0.identifier < $1.identifier }?.preferredFilenameExtension
  }
}
