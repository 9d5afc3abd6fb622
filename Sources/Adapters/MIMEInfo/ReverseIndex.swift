/// What leads from a type to its aliases and extensions; the database itself leads the other way.
///
/// Made of all directories at once. Names of types stay where they are in the caches.
struct ReverseIndex: Sendable {
  /// One alias or one extension of one type.
  private struct Entry: Sendable {
    /// Of the type's name.
    let hash: UInt32
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
  /// Sorted by hash, then as they come, the most important directory first.
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
        let offset = cache.file.word(type)
        entries.append(
          Entry(
            hash: cache.file.bytes.span.foldedHash(offset),
            directory: directory,
            type: UInt32(offset),
            start: UInt32(alias)
          )
        )
      }
      cache.forEachExtension { characters, type, weight in
        let isForgotten = better.contains {
          !$0.forgottenPatterns.isEmpty
            && cache.file.typeName(type).map($0.forgottenPatterns.contains) == true
        }
        guard !isForgotten else { return }
        let start = texts.count
        for character in characters {
          texts += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
        }
        entries.append(
          Entry(
            hash: cache.file.bytes.span.foldedHash(type),
            directory: directory,
            type: UInt32(type),
            start: UInt32(start),
            length: UInt8(truncatingIfNeeded: texts.count - start),
            weight: weight
          )
        )
      }
    }
    self.files = files
    self.entries = entries.sorted { $0.hash < $1.hash }
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

  private func entries(of type: String) -> [Entry] {
    let key = type.utf8.span
    let hash = key.foldedHash(0)
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    var found: [Entry] = []
    while low < entries.count, entries[low].hash == hash {
      let entry = entries[low]
      if files[Int(entry.directory)].order(Int(entry.type), key, isFolding: true) == 0 {
        found.append(entry)
      }
      low += 1
    }
    return found
  }
}

extension Span<UInt8> {
  /// A number for the name at an offset, in any case.
  ///
  /// Source: FNV-1a, draft-eastlake-fnv.
  fileprivate func foldedHash(_ offset: Int) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    var index = offset
    while index >= 0, index < count, self[index] != 0 {
      hash = (hash ^ UInt32(self[index].lowercased)) &* 0x0100_0193
      index += 1
    }
    return hash
  }
}

extension MIMECache {
  /// The characters of an extension.
  typealias ExtensionText = ReversedCollection<ArraySlice<Unicode.Scalar>>

  /// Calls `body` with the extension, the offset of the type's name and the weight of every pattern
  /// `*.extension`.
  func forEachExtension(_ body: (ExtensionText, Int, UInt8) -> Void) {
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

  private static let longestExtension = 63

  init(file: CacheBytes) {
    self.file = file
    budget = file.bytes.count / 12
  }

  mutating func visit(
    _ siblings: CacheBytes.Table,
    _ body: (MIMECache.ExtensionText, Int, UInt8) -> Void
  ) {
    for row in 0..<siblings.count {
      budget -= 1
      guard budget > 0, characters.count <= Self.longestExtension else { return }
      let node = siblings[row]
      guard file.word(node) != 0 else {
        guard characters.last == ".", characters.count > 1 else { continue }
        let weight = UInt8(truncatingIfNeeded: file.word(node + 8))
        body(characters.dropLast().reversed(), file.word(node + 4), weight)
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
}
