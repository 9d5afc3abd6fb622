/// Texts like those that people copy: 3 to 30 words, of which few are common and most are rare.
///
/// The same number gives the same text, at any time and on any machine.
///
/// Source: Zipf's law: the word of rank r comes up 1/r times as often as the first.
struct HistoryTexts: Sendable {
  /// From the most common one on; made up, each once.
  let words: [String]
  /// How often one of the words up to each comes up.
  private let shares: [Double]

  private static let wordCount = 4000

  init() {
    var random = SeededNumbers(seed: 1)
    var known: Set<String> = []
    var words: [String] = []
    while words.count < Self.wordCount {
      // Common words are short.
      var word = Self.word(syllables: words.count < 60 ? 1...2 : 2...4, &random)
      // Which makes that every other text is not all ASCII.
      if words.count % 20 == 10 { word += "é" }
      if known.insert(word).inserted { words.append(word) }
    }
    self.words = words
    var sum = 0.0
    shares = words.indices.map { rank in
      sum += 1 / Double(rank + 1)
      return sum
    }
  }

  func text(of number: Int) -> String {
    var random = SeededNumbers(seed: UInt64(number) &+ 2)
    return text(&random)
  }

  func text(_ random: inout SeededNumbers) -> String {
    let count = Int.random(in: 3...30, using: &random)
    return (0..<count).map { _ in word(&random) }.joined(separator: " ")
  }

  private func word(_ random: inout SeededNumbers) -> String {
    let wanted = Double.random(in: 0..<(shares.last ?? 1), using: &random)
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] > wanted { high = middle } else { low = middle + 1 }
    }
    return words[low]
  }

  private static func word(
    syllables: ClosedRange<Int>,
    _ random: inout SeededNumbers
  ) -> String {
    (0..<Int.random(in: syllables, using: &random)).map { _ in
      pick(["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v"], &random)
        + pick(["a", "e", "i", "o", "u", "ai"], &random) + pick(["", "", "n", "r"], &random)
    }.joined()
  }

  private static func pick(_ parts: [String], _ random: inout SeededNumbers) -> String {
    parts[Int.random(in: parts.indices, using: &random)]
  }
}

/// Numbers that look random and are the same for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014), SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
