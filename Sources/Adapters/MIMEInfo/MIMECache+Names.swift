/// A pattern for names that a name fits.
struct NameMatch: Sendable, Hashable {
  let type: String
  /// From 0 to 100, 50 unless the database says otherwise.
  let weight: Int
  /// Of the pattern, in characters.
  let length: Int
}

/// A file's name as the patterns see it: its characters, and the same with A to Z made small.
///
/// What is not UTF-8 becomes U+FFFD, which fits `*` and `?` and nothing else.
struct NameForms: Sendable {
  let bytes: [UInt8]
  let characters: [UInt32]
  /// `nil` if there is no capital in the name.
  let lowercased: (bytes: [UInt8], characters: [UInt32])?

  /// Takes the last component of a path.
  init(_ path: some Collection<UInt8>) {
    bytes = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    characters = bytes.characters
    let small = bytes.map(\.lowercased)
    lowercased = small == bytes ? nil : (small, small.characters)
  }
}

extension Collection<UInt8> {
  /// The numbers of the Unicode scalars.
  var characters: [UInt32] { String(decoding: self, as: UTF8.self).unicodeScalars.map(\.value) }
}

extension MIMECache {
  /// What stands in place of a pattern to forget those of less important directories.
  static let forgetPatterns = "__NOGLOBS__"

  private static let caseSensitive = 0x100

  /// The types for which less important directories do not count.
  var typesWithoutOtherPatterns: Set<String> {
    let rows = file.rows(of: literals, named: Self.forgetPatterns.utf8.span)
    return Set(rows.compactMap { file.typeName(file.word(literals[$0] + 4)) })
  }

  /// The literal names that the name is, the spelling as it is before the one in lower case.
  func literalMatches(_ name: NameForms) -> [NameMatch] {
    guard name.bytes != Array(Self.forgetPatterns.utf8) else { return [] }
    var found = file.rows(of: literals, named: name.bytes.span).compactMap {
      match(at: literals[$0], length: name.characters.count, isFolded: false)
    }
    if let small = name.lowercased {
      found += file.rows(of: literals, named: small.bytes.span).compactMap {
        match(at: literals[$0], length: small.characters.count, isFolded: true)
      }
    }
    return found
  }

  /// The `*suffix` patterns that the name fits.
  ///
  /// Cases are told apart as the spec has it: an entry is stored in lower case, unless its flag says
  /// that case matters. One of version 1.1 may have capitals all the same, so the spelling as it is
  /// is looked up for all.
  func suffixMatches(_ name: NameForms) -> [NameMatch] {
    var found: [NameMatch] = []
    addSuffixes(of: name.characters, isFolded: false, to: &found)
    if let small = name.lowercased {
      addSuffixes(of: small.characters, isFolded: true, to: &found)
    }
    return found
  }

  /// All other patterns that the name fits.
  func patternMatches(_ name: NameForms) -> [NameMatch] {
    (0..<patterns.count).compactMap { row in
      let pattern = file.string(file.word(patterns[row])).prefix(256).characters
      let fits = GlobPattern.matches(pattern, name.characters)
      guard fits || name.lowercased.map({ GlobPattern.matches(pattern, $0.characters) }) == true
      else { return nil }
      return match(at: patterns[row], length: pattern.count, isFolded: !fits)
    }
  }

  /// The types of files with this extension, in lower case and without the dot.
  func extensionMatches(_ filenameExtension: String) -> [NameMatch] {
    var found: [NameMatch] = []
    let suffix = [UInt32(UInt8(ascii: "."))] + filenameExtension.unicodeScalars.map(\.value)
    addSuffixes(of: suffix, isFolded: false, to: &found)
    return found.filter { $0.length == suffix.count + 1 }
  }

  /// Walks the tree of suffixes from the last character of the name, one level for each, so that no
  /// loop in a damaged tree is longer than the name.
  private func addSuffixes(of name: [UInt32], isFolded: Bool, to found: inout [NameMatch]) {
    var siblings = suffixRoots
    var length = 1  // The asterisk.
    for character in name.reversed() where character != 0 {
      guard let node = node(character, among: siblings),
        let children = file.table(
          at: file.word(node + 8),
          count: file.word(node + 4),
          stride: 12
        )
      else { return }
      siblings = children
      length += 1
      var row = 0
      while row < siblings.count, file.word(siblings[row]) == 0 {
        if let match = match(at: siblings[row], length: length, isFolded: isFolded) {
          found.append(match)
        }
        row += 1
      }
    }
  }

  private func node(_ character: UInt32, among siblings: CacheBytes.Table) -> Int? {
    var low = 0
    var high = siblings.count
    while low < high {
      let middle = (low + high) / 2
      let found = file.word(siblings[middle])
      if found == Int(character) { return siblings[middle] }
      if found < Int(character) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The match that a row of pattern, type, and weight and flags stands for; `nil` if the case of
  /// the name matters to the pattern, and it was changed.
  private func match(at row: Int, length: Int, isFolded: Bool) -> NameMatch? {
    let flags = file.word(row + 8)
    guard flags & Self.caseSensitive == 0 || !isFolded, let type = file.typeName(file.word(row + 4))
    else { return nil }
    return NameMatch(type: type, weight: flags & 0xFF, length: length)
  }
}
