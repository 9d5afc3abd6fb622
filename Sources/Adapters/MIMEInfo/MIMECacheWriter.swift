/// Writes text files as the `mime.cache` that they would have made, so that there is one way to look
/// things up.
///
/// Source: Shared MIME-info Database, "The mime.cache files", version 1.2; namespaces and icons are
/// left empty.
struct MIMECacheWriter {
  private var bytes = [UInt8](repeating: 0, count: Self.headerLength)
  private var strings: [[UInt8]: Int] = [:]

  private static let headerLength = 40

  private init() {}

  static func cache(of files: MIMETextFiles) -> [UInt8] {
    var writer = MIMECacheWriter()
    let suffixes = files.globs.compactMap(Suffix.init).sorted {
      $0.characters.lexicographicallyPrecedes($1.characters)
    }
    let others = files.globs.filter { Suffix($0) == nil }
    let offsets = [
      writer.aliases(files.aliases),
      writer.parents(files.parents),
      writer.globs(others.filter(\.isLiteral)),
      writer.suffixes(suffixes),
      writer.globs(others.filter { !$0.isLiteral }),
      writer.rules(files.rules),
      writer.table([], count: true),
      writer.table([], count: true),
      writer.table([], count: true),
    ]
    writer.bytes.replaceSubrange(..<headerLength, with: ([1 << 16 | 2] + offsets).flatMap(\.word))
    return writer.bytes
  }

  // MARK: Lists

  private mutating func aliases(_ aliases: [MIMETextFiles.Pair]) -> Int {
    let rows = aliases.sorted(by: \.first).map { [string($0.first), string($0.second)] }
    return table(rows, count: true)
  }

  private mutating func parents(_ parents: [MIMETextFiles.Pair]) -> Int {
    var rows: [[Int]] = []
    var rest = parents.sorted(by: \.first)[...]
    while let type = rest.first?.first {
      let same = rest.prefix { $0.first == type }
      rows.append([string(type), table(same.map { [string($0.second)] }, count: true)])
      rest = rest.dropFirst(same.count)
    }
    return table(rows, count: true)
  }

  private mutating func globs(_ globs: [MIMETextFiles.Glob]) -> Int {
    let rows = globs.sorted(by: \.pattern).map {
      [string($0.pattern), string($0.type), $0.flags]
    }
    return table(rows, count: true)
  }

  private mutating func suffixes(_ suffixes: [Suffix]) -> Int {
    let roots = nodes(suffixes[...], depth: 0)
    return table([[roots.count, roots.start]], count: false)
  }

  private mutating func rules(_ rules: [ContentRule]) -> Int {
    let rows = rules.sorted { $0.priority > $1.priority }.map { rule in
      let matchlets = self.matchlets(rule.matchlets)
      return [rule.priority, string(rule.type), matchlets.count, matchlets.start]
    }
    let extent = rules.flatMap(\.matchlets).map(\.extent).max() ?? 0
    let start = table(rows, count: false)
    return table([[rows.count, extent, start]], count: false)
  }

  // MARK: Trees

  private typealias Rows = (count: Int, start: Int)

  /// The siblings at one depth, the leaves first; `suffixes` are sorted and agree before `depth`.
  private mutating func nodes(_ suffixes: ArraySlice<Suffix>, depth: Int) -> Rows {
    var rows: [[Int]] = []
    var rest = suffixes
    while let suffix = rest.first {
      guard depth < suffix.characters.count else {
        rows.append([0, string(suffix.glob.type), suffix.glob.flags])
        rest = rest.dropFirst()
        continue
      }
      let character = suffix.characters[depth]
      let same = rest.prefix { $0.characters[depth] == character }
      let children = nodes(same, depth: depth + 1)
      rows.append([Int(character), children.count, children.start])
      rest = rest.dropFirst(same.count)
    }
    return (rows.count, table(rows, count: false))
  }

  private mutating func matchlets(_ matchlets: [ContentRule.Matchlet]) -> Rows {
    let rows = matchlets.map { matchlet in
      let children = self.matchlets(matchlet.children)
      return [
        matchlet.start, matchlet.rangeLength, matchlet.wordSize, matchlet.value.count,
        data(matchlet.value), matchlet.mask.map { data($0) } ?? 0, children.count, children.start,
      ]
    }
    return (rows.count, table(rows, count: false))
  }

  // MARK: Elements

  private mutating func table(_ rows: [[Int]], count: Bool) -> Int {
    bytes.append(contentsOf: repeatElement(0, count: -bytes.count & 3))
    let start = bytes.count
    bytes += ((count ? [rows.count] : []) + rows.joined()).flatMap(\.word)
    return start
  }

  private mutating func string(_ text: String) -> Int {
    let string = Array(text.utf8) + [0]
    if let known = strings[string] { return known }
    let start = data(string)
    strings[string] = start
    return start
  }

  private mutating func data(_ data: [UInt8]) -> Int {
    let start = bytes.count
    bytes += data
    return start
  }
}

/// A pattern `*suffix`, from the last character on.
private struct Suffix {
  let characters: [UInt32]
  let glob: MIMETextFiles.Glob

  init?(_ glob: MIMETextFiles.Glob) {
    let suffix = glob.pattern.unicodeScalars.dropFirst()
    guard glob.pattern.hasPrefix("*"), !suffix.isEmpty, !suffix.contains(where: \.isSpecial) else {
      return nil
    }
    characters = suffix.reversed().map(\.value)
    self.glob = glob
  }
}

extension MIMETextFiles.Glob {
  fileprivate var isLiteral: Bool { !pattern.unicodeScalars.contains(where: \.isSpecial) }
  fileprivate var flags: Int { weight | (isCaseSensitive ? 0x100 : 0) }
}

extension ContentRule.Matchlet {
  /// How many bytes of a content this and its children look at.
  fileprivate var extent: Int {
    max(start + rangeLength + value.count, children.map(\.extent).max() ?? 0)
  }
}

extension Unicode.Scalar {
  fileprivate var isSpecial: Bool { "*?[\\".unicodeScalars.contains(self) }
}

extension Int {
  fileprivate var word: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension Array {
  /// In the order of strcmp(3), equal ones as they were.
  fileprivate func sorted(by key: KeyPath<Element, String>) -> [Element] {
    enumerated().sorted {
      let one = $0.element[keyPath: key].utf8
      let two = $1.element[keyPath: key].utf8
      if one.elementsEqual(two) { return $0.offset < $1.offset }
      return one.lexicographicallyPrecedes(two)
    }.map(\.element)
  }
}
