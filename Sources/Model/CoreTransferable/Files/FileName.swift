/// Names of files that somebody suggested, made safe.
package enum FileName {
  /// Source: `NAME_MAX` of Linux, in bytes.
  private static let longest = 255
  /// What is longer is no extension, so that there is always room for the rest of a name.
  private static let longestSuffix = 64

  /// `name` as the name of one file that is not hidden; `nil` if nothing is left of it.
  ///
  /// Separators and what cannot be seen or turns the writing direction become `_`, and so does a
  /// leading dot. All else keeps its bytes: NFC and NFD are different names.
  package static func safe(_ name: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      scalars.append(isUnsafe(scalar) ? "_" : scalar)
    }
    let dots = scalars.prefix { $0 == "." }.count
    if dots == scalars.count { return nil }
    scalars.replaceSubrange(
      scalars.startIndex..<scalars.index(scalars.startIndex, offsetBy: dots),
      with: repeatElement("_", count: min(dots, 1))
    )
    return shortened(String(scalars), by: 0)
  }

  /// `name` with the extension of `contentType`, unless it has one that says the same already.
  package static func named(_ name: String, for contentType: UTType) -> String {
    // The extension of a dynamic type is what a stranger wrote into its identifier.
    guard let wanted = contentType.bestFilenameExtension.flatMap(safe),
      wanted.utf8.count <= longestSuffix
    else { return name }
    if let given = split(name).suffix.flatMap({ UTType(filenameExtension: $0) }),
      given.conforms(to: contentType) || contentType.conforms(to: given)
    {
      return name
    }
    return shortened(name, by: wanted.utf8.count + 1) + ".\(wanted)"
  }

  /// `name (2).ext` for the second file that wants to be `name.ext`.
  static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let (stem, suffix) = split(name)
    let tail = " (\(number))" + (suffix.map { ".\($0)" } ?? "")
    return shortened(stem, by: tail.utf8.count) + tail
  }

  /// The parts before and after the last dot; a leading dot begins no extension.
  private static func split(_ name: String) -> (stem: String, suffix: String?) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex,
      1...longestSuffix ~= name.utf8.distance(from: dot, to: name.endIndex) - 1
    else { return (name, nil) }
    return (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
  }

  /// `name` without so much of its stem that `count` bytes can follow.
  private static func shortened(_ name: String, by count: Int) -> String {
    guard name.utf8.count + count > longest else { return name }
    let (stem, suffix) = split(name)
    let tail = suffix.map { ".\($0)" } ?? ""
    return prefix(stem, longest - count - tail.utf8.count) + tail
  }

  private static func prefix(_ text: String, _ byteCount: Int) -> String {
    var short = Substring(text.unicodeScalars.prefix(max(byteCount, 0)))
    while short.utf8.count > byteCount, !short.isEmpty { short.removeLast() }
    return String(short)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\0"..<" ", "\u{7F}"..."\u{9F}": true
    // Source: Unicode Bidirectional Algorithm 2, explicit formatting characters; line separators.
    case "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }
}

extension UTType {
  /// The extension of the type, else that of the most specific type that it conforms to.
  ///
  /// So a file of UTF-8 text, which has no extension of its own, gets that of plain text.
  fileprivate var bestFilenameExtension: String? {
    if let own = preferredFilenameExtension { return own }
    let named = supertypes.filter { $0.preferredFilenameExtension != nil }
    let best = named.filter { type in !named.contains { $0.isSubtype(of: type) } }
    // Of several equals any would do, but it should always be the same one.
    return best.min { $0.identifier < $1.identifier }?.preferredFilenameExtension
  }
}
