/// A search for a text by its trigrams, which the index knows, and the check of what that finds.
///
/// The index has no positions (`detail = none`): it finds entries that hold the trigrams, and the text
/// itself says whether they stand together. Which of its trigrams are asked for decides what a search
/// costs: each is a list of all entries that hold it, and what is in all lists must be looked at.
///
/// Source: sqlite.org/fts5.html §4.3.4 (trigram), §4.6 (detail).
struct TrigramQuery {
  /// What is looked for, with its letters folded.
  let needle: [UInt8]
  private let isASCII: Bool
  /// Each once, in the order of the text; none if that is too short for the index.
  private let trigrams: [Trigram]

  private struct Trigram {
    /// As it stands in an expression.
    let quoted: String
    /// Folded.
    let bytes: [UInt8]

    /// `nil` if the index may call it something else.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
      guard scalars.allSatisfy(\.isFoldedByIndex) else { return nil }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      quoted = "\"" + parts.joined(separator: "\"\"") + "\""
      bytes = String(text).folded
    }
  }

  /// More are not weighed against each other.
  private static let mostTrigrams = 48

  init(_ text: String) {
    needle = text.folded
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
      .compactMap { Trigram(scalars[$0..<($0 + 3)]) }
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
    // Letters of ASCII match such only, and others only others.
    if isASCII { return Self.contains(needle, in: text) }
    guard text.contains(where: { $0 >= 0x80 }) else { return false }
    return Self.contains(needle, in: String(decoding: text, as: UTF8.self).folded)
  }

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

  fileprivate static func folded(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension String {
  /// Its UTF-8 with letters of either case made one.
  fileprivate var folded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.isASCII {
        bytes.append(TrigramQuery.folded(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        bytes += scalar.folded.utf8
      }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  /// What is not ASCII in lower case.
  ///
  /// What would have an ASCII letter in it stays what it is, as in the index: U+0130, which becomes two
  /// letters, and the sign of the unit kelvin. So a needle in ASCII is found as it stands.
  fileprivate var folded: String {
    if let other = Self.otherForms[self] { return other }
    let lower = properties.lowercaseMapping
    return lower.utf8.contains { $0 < 0x80 } ? String(self) : lower
  }

  /// Small letters that have another form at some places of a word, or in some writing.
  ///
  /// Source: Unicode's CaseFolding.txt, status C.
  private static let otherForms: [Unicode.Scalar: String] = [
    "ς": "σ", "\u{B5}": "μ", "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϵ": "ε",
    "ẛ": "ṡ",
  ]

  /// Whether the index folds it as we do: it knows the letters of Unicode 6.1.
  ///
  /// Source: SQLite's fts5_unicode2.c; Unicode 6.1, CaseFolding.txt.
  fileprivate var isFoldedByIndex: Bool {
    if isASCII { return true }
    let forms = [properties.lowercaseMapping, properties.uppercaseMapping]
    return forms.allSatisfy { form in
      form.unicodeScalars.allSatisfy { $0.properties.age.map { $0 <= (6, 1) } ?? true }
    }
  }
}
