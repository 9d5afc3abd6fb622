import Testing

@testable import TOML

@Suite("Spelling")
struct SpellingTests {
  @Test(
    arguments: [
      ("targts", "targets"), ("Targets", "targets"), ("first_data", "first-data"),
      ("firstdata", "first-data"),
      ("gosipm", nil), ("", nil), ("x", nil), ("tragets", "targets"),
    ] as [(String, String?)]
  )
  func `a suggestion is close or none`(word: String, suggestion: String?) {
    let known = ["targets", "first-data", "owner-idle"]
    #expect(Spelling.suggestion(for: word, among: known) == suggestion)
  }

  @Test(arguments: [
    (["tickets", "picket", "ticker"], "picket"), (["ticker", "wicked", "ticket"], "ticket"),
    (["ticked", "ticker", "ticked"], "ticked"), (["wicked", "ticked"], "ticked"),
  ])
  func `the closest is suggested, of equally close ones the first of the alphabet`(
    known: [String],
    suggestion: String
  ) {
    #expect(Spelling.suggestion(for: "ticket", among: known) == suggestion)
    #expect(Spelling.suggestion(for: "ticket", among: known.reversed()) == suggestion)
  }

  @Test func `what is looked at is enough for any two words`() {
    var numbers = Numbers()
    for _ in 0..<20_000 {
      let letters = numbers.next(upTo: 3) + 1
      let word = (0..<numbers.next(upTo: 12)).map { _ in UInt8(numbers.next(upTo: letters)) }
      let other = numbers.next(upTo: 2) == 0 ? numbers.change(word) : numbers.shuffle(word)
      let plain = plainDistance(word, other)
      for limit in 0...4 {
        let found = Spelling.distance(word, other, upTo: limit)
        #expect(found == (plain <= limit ? plain : nil), "\(word) \(other) \(limit)")
      }
    }
  }

  /// The same without any limit, as the definition has it.
  private func plainDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      rows.append([i + 1])
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, rows[i][j + 1] + 1, rows[i + 1][j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        rows[i + 1].append(best)
      }
    }
    return rows[a.count][b.count]
  }
}

/// Numbers that are the same in each run.
private struct Numbers {
  private var state: UInt64 = 1

  /// From 0 to less than the limit.
  mutating func next(upTo limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }

  /// The word with a few mistakes.
  mutating func change(_ word: [UInt8]) -> [UInt8] {
    var word = word
    for _ in 0..<next(upTo: 6) {
      let place = next(upTo: word.count + 1)
      switch next(upTo: 4) {
      case 0: word.insert(UInt8(next(upTo: 4)), at: place)
      case 1 where place < word.count: word.remove(at: place)
      case 2 where place < word.count: word[place] = UInt8(next(upTo: 4))
      case 3 where place + 1 < word.count: word.swapAt(place, place + 1)
      default: break
      }
    }
    return word
  }

  /// The same letters in another order.
  mutating func shuffle(_ word: [UInt8]) -> [UInt8] {
    var word = word
    for place in word.indices { word.swapAt(place, next(upTo: word.count)) }
    return word
  }
}
