/// A search for a text by its trigrams, which the index knows, and the check of what that finds.
///
/// The index has no positions (`detail = none`): it finds entries that hold the trigrams, and the text
/// itself says whether they stand together. Which of its trigrams are asked for decides what a search
/// costs: each is a list of all entries that hold it, and what is in all lists must be looked at.
///
/// Source: sqlite.org/fts5.html §4.3.4 (trigram), §4.6 (detail).
struct TrigramQuery {
  /// What is looked for, in lower case.
  let needle: [UInt8]
  private let isASCII: Bool
  /// Each once, in the order of the text; none if that is too short for the index.
  private let trigrams: [Trigram]

  private struct Trigram {
    /// As it stands in an expression.
    let quoted: String
    /// In lower case.
    let bytes: [UInt8]

    init(_ scalars: ArraySlice<Unicode.Scalar>) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      quoted = "\"" + parts.joined(separator: "\"\"") + "\""
      bytes = Array(String(text).lowercased().utf8)
    }
  }

  /// More are not weighed against each other.
  private static let mostTrigrams = 48

  init(_ text: String) {
    needle = Self.folded(text)
    isASCII = needle.allSatisfy { $0 < 0x80 }
    let scalars = Array(text.unicodeScalars)
    // FTS5 reads its texts up to a NUL.
    guard scalars.count >= 3, !scalars.contains("\0") else {
      trigrams = []
      return
    }
    let last = scalars.count - 3
    var seen: Set<[UInt8]> = []
    trigrams = stride(from: 0, through: last, by: last / Self.mostTrigrams + 1)
      .map { Trigram(scalars[$0..<($0 + 3)]) }
      .filter { seen.insert($0.bytes).inserted }
  }

  /// Whether the index helps.
  var isIndexed: Bool { !trigrams.isEmpty }

  /// Whether there are more trigrams than are asked for in any case.
  var isChoosing: Bool { trigrams.count > Self.fewest }

  // MARK: Choosing trigrams

  private static let fewest = 4
  private static let most = 8
  /// To look at an entry takes as long as to pass over so many in a list.
  private static let entryCost = 50

  /// The expression for MATCH, of those trigrams by which the search is likely to be quickest; `samples`
  /// are some of the texts.
  func expression(after samples: [[UInt8]]) -> String {
    let holders = trigrams.map { trigram in
      Set(samples.indices.filter { Self.contains(trigram.bytes, in: samples[$0]) })
    }
    var left = Set(samples.indices)
    var chosen: [Int] = []
    while chosen.count < min(Self.most, trigrams.count) {
      let best = trigrams.indices.filter { !chosen.contains($0) }
        .map { (place: $0, cost: cost(of: holders[$0], left), distance: distance($0, chosen)) }
        .min { $0.cost == $1.cost ? $0.distance > $1.distance : $0.cost < $1.cost }
      guard let best else { break }
      if chosen.count >= Self.fewest, best.cost >= Self.entryCost * left.count { break }
      chosen.append(best.place)
      left.formIntersection(holders[best.place])
    }
    return chosen.map { trigrams[$0].quoted }.joined(separator: " AND ")
  }

  /// What is spent on a list, and on what it leaves of those that are `left`.
  private func cost(of holders: Set<Int>, _ left: Set<Int>) -> Int {
    holders.count + Self.entryCost * holders.intersection(left).count
  }

  /// How far a trigram is from those that are chosen: neighbours say nearly the same.
  private func distance(_ place: Int, _ chosen: [Int]) -> Int {
    chosen.map { abs($0 - place) }.min() ?? 0
  }

  // MARK: Checking texts

  /// What SQLite's LIKE finds at least; `nil` where it would not know the case of a letter.
  var likePattern: String? {
    guard needle.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
    let special = Set("%_\\".utf8)
    let escaped = needle.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    return "%" + String(decoding: escaped, as: UTF8.self) + "%"
  }

  /// Whether a text (UTF-8) holds what is looked for, in whatever case.
  func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    // Whatever else is in a text, its ASCII letters are the only ones that could match.
    if isASCII { return Self.contains(needle, in: text) }
    return Self.contains(needle, in: Self.folded(String(decoding: text, as: UTF8.self)))
  }

  /// A text in which case makes no difference, as the index makes none.
  private static func folded(_ text: String) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.lowercased().unicodeScalars.lazy.map { others[$0] ?? $0 })
    return Array(String(scalars).utf8)
  }

  /// Lower case letters that are another one at some places of a word, or in some writing.
  ///
  /// Source: Unicode's CaseFolding.txt, status C, as far as it concerns lower case letters.
  private static let others: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{B5}": "\u{3BC}", "\u{17F}": "s", "\u{3C2}": "\u{3C3}", "\u{3D0}": "\u{3B2}",
    "\u{3D1}": "\u{3B8}", "\u{3D5}": "\u{3C6}", "\u{3D6}": "\u{3C0}", "\u{3F0}": "\u{3BA}",
    "\u{3F1}": "\u{3C1}", "\u{3F5}": "\u{3B5}", "\u{1E9B}": "\u{1E61}",
  ]

  private static func contains(_ needle: [UInt8], in text: [UInt8]) -> Bool {
    text.withUnsafeBytes { contains(needle, in: $0) }
  }

  /// Whether a text holds the needle; of the text only ASCII is folded on the way.
  private static func contains(_ needle: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= needle.count else { return false }
    return needle.withUnsafeBufferPointer { needle in
      guard let first = needle.first else { return true }
      for start in 0...(text.count - needle.count) where folded(text[start]) == first {
        var length = 1
        while length < needle.count, folded(text[start + length]) == needle[length] { length += 1 }
        if length == needle.count { return true }
      }
      return false
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
