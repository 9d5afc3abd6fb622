internal import UniformTypeIdentifiers

/// The text files of one directory of the database, which say the same as its `mime.cache`.
///
/// Lines that are none are left out, and so is what is too long to be meant.
///
/// Source: Shared MIME-info Database, "The glob files", "The magic files"; of aliases and subclasses,
/// what update-mime-database writes.
struct MIMETextFiles: Sendable {
  /// A pattern for names.
  struct Glob: Sendable, Hashable {
    var pattern: String
    var type: String
    var weight: Int
    var isCaseSensitive: Bool
  }

  /// Two words of a line.
  struct Pair: Sendable, Hashable {
    var first: String
    var second: String
  }

  private(set) var globs: [Glob] = []
  /// Alias, type.
  private(set) var aliases: [Pair] = []
  /// Type, parent.
  private(set) var parents: [Pair] = []
  private(set) var rules: [ContentRule] = []

  /// A file name has at most 255 bytes, a type 255.
  private static let longestLine = 1024

  /// Takes up a `globs2` file: `weight:type:pattern[:flags[:…]]`.
  ///
  /// A pattern for which case matters comes a second time, without its flag, for the readers of
  /// old: the first counts.
  mutating func readGlobs2(_ bytes: [UInt8]) {
    var seen = Set<Pair>()
    for line in Self.lines(bytes) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, let weight = Int(text: fields[0]), (0...100).contains(weight) else {
        continue
      }
      let flags = fields.count > 3 ? fields[3].split(separator: UInt8(ascii: ",")) : []
      add(
        pattern: fields[2],
        type: fields[1],
        weight: weight,
        isCaseSensitive: flags.contains { $0.elementsEqual("cs".utf8) },
        to: &seen
      )
    }
  }

  /// Takes up a `globs` file: `type:pattern`.
  mutating func readGlobs(_ bytes: [UInt8]) {
    var seen = Set<Pair>()
    for line in Self.lines(bytes) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      add(
        pattern: line[(colon + 1)...],
        type: line[..<colon],
        weight: 50,
        isCaseSensitive: false,
        to: &seen
      )
    }
  }

  /// Takes up an `aliases` file: `alias type`.
  mutating func readAliases(_ bytes: [UInt8]) {
    aliases += Self.pairs(bytes)
  }

  /// Takes up a `subclasses` file: `type parent`.
  mutating func readSubclasses(_ bytes: [UInt8]) {
    parents += Self.pairs(bytes)
  }

  /// Takes up a `magic` file.
  mutating func readMagic(_ bytes: [UInt8]) {
    rules += MagicFile.rules(bytes)
  }

  private mutating func add(
    pattern: ArraySlice<UInt8>,
    type: ArraySlice<UInt8>,
    weight: Int,
    isCaseSensitive: Bool,
    to seen: inout Set<Pair>
  ) {
    guard !pattern.isEmpty, pattern.count <= 255, !pattern.contains(0), type.typeName != nil else {
      return
    }
    let type = String(decoding: type, as: UTF8.self)
    let text = String(decoding: pattern, as: UTF8.self)
    guard seen.insert(Pair(first: text, second: type)).inserted else { return }
    globs.append(
      Glob(
        pattern: isCaseSensitive || text == MIMECache.forgetPatterns ? text : text.asciiLowercased,
        type: type,
        weight: weight,
        isCaseSensitive: isCaseSensitive
      )
    )
  }

  private static func lines(_ bytes: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
    bytes.split(separator: UInt8(ascii: "\n")).lazy.filter {
      $0.first != UInt8(ascii: "#") && $0.count <= longestLine
    }
  }

  private static func pairs(_ bytes: [UInt8]) -> [Pair] {
    lines(bytes).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, words.allSatisfy({ $0.typeName != nil }) else { return nil }
      return Pair(
        first: String(decoding: words[0], as: UTF8.self),
        second: String(decoding: words[1], as: UTF8.self)
      )
    }
  }
}

extension Int {
  /// The number that digits spell; `nil` if there is something else, or more than fits 32 bits.
  init?(text: ArraySlice<UInt8>) {
    guard !text.isEmpty, text.count <= 10 else { return nil }
    var number = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard number <= Int(UInt32.max) else { return nil }
    self = number
  }
}
