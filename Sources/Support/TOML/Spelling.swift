/// How alike two words are spelled.
public enum Spelling {
  /// The word that is most likely meant, or nil if none is close.
  ///
  /// Close is at most a third of the letters wrong, and never more than three.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    let letters = Array(word.utf8)
    var limit = min(3, max(1, letters.count / 3))
    var best: String?
    for candidate in candidates where abs(candidate.utf8.count - letters.count) <= limit {
      let distance = distance(letters, Array(candidate.utf8), upTo: limit)
      guard let distance, distance < limit || best.map({ candidate < $0 }) ?? true else { continue }
      (best, limit) = (candidate, distance)
    }
    return best
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other;
  /// `nil` if they are more than the limit.
  ///
  /// Looks only at beginnings whose lengths differ by no more than the limit, and no further than
  /// where all of them are over it: a swap, too, makes one more of what was two letters before, and
  /// no less than what was one letter before.
  ///
  /// Source: the optimal string alignment distance.
  static func distance(_ a: [UInt8], _ b: [UInt8], upTo limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    let tooMany = limit + 1
    var beforeLast = [Int](repeating: tooMany, count: b.count + 1)
    var last = (0...b.count).map { min($0, tooMany) }
    var row = beforeLast
    for i in a.indices {
      let band = max(0, i - limit)..<min(b.count, i + limit + 1)
      row[band.lowerBound] = band.lowerBound == 0 ? min(i + 1, tooMany) : tooMany
      var least = row[band.lowerBound]
      for j in band {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1, tooMany)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row[j + 1] = best
        least = min(least, best)
      }
      if least > limit { return nil }
      // Beyond the band nothing was written; the next row looks one further.
      if band.upperBound < b.count { row[band.upperBound + 1] = tooMany }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
