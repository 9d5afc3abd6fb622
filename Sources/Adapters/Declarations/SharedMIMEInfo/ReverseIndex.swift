/// What leads from a type to its aliases and extensions; the database itself leads the other way.
///
/// Made of all directories at once. Names of types stay where they are in the caches.
struct ReverseIndex: Sendable {
  /// One alias or one extension of one type.
  private struct Entry: Sendable {
    let directory: UInt16
    /// Where the type's name is.
    let type: UInt32
    /// Where the alias is, or where the extension begins in ``texts``.
    let start: UInt32
    /// Of the extension in bytes; 0 for an alias.
    var length: UInt8 = 0
    var weight: UInt8 = 0
  }

  /// Of each directory, empty if it has none.
  private let files: [CacheBytes]
  /// Sorted by type, then by directory.
  private let entries: [Entry]
  private let texts: [UInt8]

  init(_ directories: [MIMEDirectory]) {
    let files = directories.map { $0.cache?.file ?? CacheBytes(bytes: []) }
    var entries: [Entry] = []
    var texts: [UInt8] = []
    for (number, cache) in directories.map(\.cache).enumerated() {
      guard let cache, let directory = UInt16(exactly: number) else { continue }
      let better = directories.prefix(number).filter { $0.cache != nil }
      for row in 0..<cache.aliases.count {
        let (alias, type) = (cache.file.word(cache.aliases[row]), cache.aliases[row] + 4)
        // An alias belongs to whom the most important directory gives it.
        let isTaken = better.contains { $0.type(ofAlias: cache.file.typeName(alias)) != nil }
        guard !isTaken else { continue }
        let offset = UInt32(cache.file.word(type))
        entries.append(Entry(directory: directory, type: offset, start: UInt32(alias)))
      }
      cache.forEachExtension { text, type, weight in
        let isForgotten = better.contains {
          !$0.forgottenPatterns.isEmpty
            && cache.file.typeName(Int(type)).map($0.forgottenPatterns.contains) == true
        }
        guard !isForgotten, let length = UInt8(exactly: text.utf8.count) else { return }
        entries.append(
          Entry(
            directory: directory,
            type: type,
            start: UInt32(texts.count),
            length: length,
            weight: weight
          )
        )
        texts += text.utf8
      }
    }
    self.files = files
    self.entries = entries.sorted { Self.order($0, $1, in: files) < 0 }
    self.texts = texts
  }

  /// The names that the directories call aliases of a type in lower case.
  func aliases(of type: String) -> [String] {
    entries(of: type).filter { $0.length == 0 }.compactMap {
      files[Int($0.directory)].typeName(Int($0.start))
    }
  }

  /// The extensions of a type in lower case, with their weights.
  func extensions(of type: String) -> [(text: String, weight: UInt8)] {
    entries(of: type).filter { $0.length > 0 }.map { entry in
      let text = texts[Int(entry.start)...].prefix(Int(entry.length))
      return (String(decoding: text, as: UTF8.self), entry.weight)
    }
  }

  /// Whether there are any.
  func knows(_ type: String) -> Bool { !entries(of: type).isEmpty }

  // MARK: Order

  private func entries(of type: String) -> ArraySlice<Entry> {
    let key = type.utf8.span
    func order(_ entry: Entry) -> Int {
      files[Int(entry.directory)].order(Int(entry.type), key, isFolding: true)
    }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if order(entries[middle]) < 0 { low = middle + 1 } else { high = middle }
    }
    high = low
    while high < entries.count, order(entries[high]) == 0 { high += 1 }
    return entries[low..<high]
  }

  private static func order(_ one: Entry, _ two: Entry, in files: [CacheBytes]) -> Int {
    if one.type == two.type, one.directory == two.directory { return 0 }
    let other = files[Int(two.directory)].bytes
    return files[Int(one.directory)].order(
      Int(one.type),
      other.span,
      Int(two.type),
      isFolding: true
    )
  }
}

extension MIMECache {
  /// Calls `body` with the extension, the offset of the type's name and the weight of every pattern
  /// `*.extension`.
  func forEachExtension(_ body: (String, UInt32, UInt8) -> Void) {
    var walk = ExtensionWalk(file: file)
    walk.visit(suffixRoots, body)
  }
}

/// A walk through the tree of suffixes.
private struct ExtensionWalk {
  let file: CacheBytes
  /// From the last on.
  var characters: [Unicode.Scalar] = []
  /// A tree has as many nodes as fit the file; a damaged one could lead to the same ones for ever.
  var budget: Int

  private static let longestExtension = 64

  init(file: CacheBytes) {
    self.file = file
    budget = file.bytes.count / 12
  }

  mutating func visit(_ siblings: CacheBytes.Table, _ body: (String, UInt32, UInt8) -> Void) {
    for row in 0..<siblings.count {
      budget -= 1
      guard budget > 0, characters.count <= Self.longestExtension else { return }
      let node = siblings[row]
      guard file.word(node) != 0 else {
        let weight = UInt8(truncatingIfNeeded: file.word(node + 8))
        report(type: UInt32(file.word(node + 4)), weight: weight, body)
        continue
      }
      guard let character = Unicode.Scalar(UInt32(file.word(node))), character.value > 0x20,
        character != "/",
        let children = file.table(
          at: file.word(node + 8),
          count: file.word(node + 4),
          stride: 12
        )
      else { continue }
      characters.append(character)
      visit(children, body)
      characters.removeLast()
    }
  }

  private func report(type: UInt32, weight: UInt8, _ body: (String, UInt32, UInt8) -> Void) {
    guard characters.last == ".", characters.count > 1 else { return }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters.dropLast().reversed())
    body(String(text), type, weight)
  }
}
