/// One `mime.cache`, read where it lies: what a directory of the database knows of names, contents
/// and relations.
///
/// Damage means to know less: no content of the file makes a look-up trap, or go on for ever.
///
/// Source: Shared MIME-info Database, "The mime.cache files", versions 1.1 and 1.2. The namespaces
/// and icons of the file are not used.
struct MIMECache: Sendable {
  let file: CacheBytes
  /// Rows of alias, type.
  let aliases: CacheBytes.Table
  /// Rows of type, list of parents.
  let parents: CacheBytes.Table
  /// Rows of string, type, weight and flags.
  let literals: CacheBytes.Table
  /// Rows of pattern, type, weight and flags.
  let patterns: CacheBytes.Table
  /// Rows of character, count of children, first child; a leaf has 0, type, weight and flags.
  let suffixRoots: CacheBytes.Table
  /// Rows of priority, type, count of matchlets, first matchlet.
  let matches: CacheBytes.Table
  /// So many bytes of a file are worth looking at.
  let contentExtent: Int

  /// A version that is compatible: 1.1 has no case-sensitive entries, and nothing else is different.
  private static let versions = 0x0001_0001...0x0001_0002
  /// The largest extent that is believed; Debian's is 18,730.
  private static let largestExtent = 1 << 18

  /// `nil` if the version is another, or the header or the lists that it names are not all there.
  init?(_ bytes: [UInt8]) {
    let file = CacheBytes(bytes: bytes)
    let roots = file.word(16)
    let magic = file.word(24)
    guard bytes.count >= 40, Self.versions.contains(file.word(0)),
      let aliases = file.countedTable(at: file.word(4), stride: 8),
      let parents = file.countedTable(at: file.word(8), stride: 8),
      let literals = file.countedTable(at: file.word(12), stride: 12),
      let suffixRoots = file.table(at: file.word(roots + 4), count: file.word(roots), stride: 12),
      let patterns = file.countedTable(at: file.word(20), stride: 12),
      let matches = file.table(at: file.word(magic + 8), count: file.word(magic), stride: 16)
    else { return nil }
    self.file = file
    self.aliases = aliases
    self.parents = parents
    self.literals = literals
    self.suffixRoots = suffixRoots
    self.patterns = patterns
    self.matches = matches
    contentExtent = min(file.word(magic + 4), Self.largestExtent)
  }

  // MARK: Relations

  /// What the name is an alias of.
  func type(ofAlias name: String) -> String? {
    let rows = file.rows(of: aliases, named: name.utf8.span)
    return rows.isEmpty ? nil : file.typeName(file.word(aliases[rows.lowerBound] + 4))
  }

  /// The parents that are declared for a type, perhaps under another of their names.
  func parents(of type: String) -> [String] {
    file.rows(of: parents, named: type.utf8.span).flatMap { row -> [String] in
      guard let list = file.countedTable(at: file.word(parents[row] + 4), stride: 4) else {
        return []
      }
      return (0..<list.count).compactMap { file.typeName(file.word(list[$0])) }
    }
  }

  /// The aliases and the types with parents that have capitals in their names, which are otherwise
  /// looked for in lower case.
  var namesWithCapitals: [String] {
    [aliases, parents].flatMap { table in
      (0..<table.count).compactMap { row in
        let name = file.string(file.word(table[row]))
        guard name.contains(where: \.isCapital), name.typeName != nil else { return nil }
        return String(decoding: name, as: UTF8.self)
      }
    }
  }
}

extension UInt8 {
  /// Whether this is one of A to Z in ASCII.
  var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  /// In ASCII; everything else stays as it is.
  var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
