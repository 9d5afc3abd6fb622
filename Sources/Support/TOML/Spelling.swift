/// How alike two words are spelled.
public enum Spelling {
  /// The word that is most likely meant, or nil if none is close.
  ///
  /// Close is at most a third of the letters wrong, and never more than three.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    let limit = min(3, max(1, word.utf8.count / 3))
    return
      candidates
      .map { (candidate: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }?
      .candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  ///
  /// Source: the optimal string alignment distance.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
