/// Words that a command line cannot be made of.
public enum UsageError: Error, Sendable, Equatable {
  case unknownVerb(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  case missingValue(of: String)
  case unexpectedValue(of: String)
  case invalidValue(of: String, expected: String)
  case unexpectedWord(String)
  case missingWord(String)
  /// Words that are well-formed one by one and make no sense together.
  case contradiction(String)

  /// Why, in one line without a full stop.
  public var reason: String {
    switch self {
    case .unknownVerb: "there is no such verb"
    case .unknownOption(let word, _): "there is no option \(word)"
    case .missingValue(let option): "\(option) needs a value"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .invalidValue(let option, let expected): "\(option) expects \(expected)"
    case .unexpectedWord(let word): "there is no place for \(word)"
    case .missingWord(let name): "\(name) is missing"
    case .contradiction(let reason): reason
    }
  }

  /// What was probably meant.
  public var suggestion: String? {
    switch self {
    case .unknownVerb(_, let suggestion), .unknownOption(_, let suggestion): suggestion
    case .missingValue, .unexpectedValue, .invalidValue, .unexpectedWord, .missingWord,
      .contradiction:
      nil
    }
  }
}

/// Finding the word that somebody meant.
public enum Suggestion {
  /// The nearest candidate, if it is near enough to be a slip of the finger.
  public static func nearest(
    to word: String,
    among candidates: some Sequence<String>
  ) -> String? {
    let limit = max(1, min(2, word.utf8.count / 3))
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Letters put in, left out, changed, or swapped with their neighbour.
  ///
  /// Source: optimal string alignment, as in git's `help.c`.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard left.count <= 64, right.count <= 64 else { return .max }
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(above[j + 1], row[j]) + 1
        cost = min(cost, above[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, before[j - 1] + 1)
        }
        row.append(cost)
      }
      (before, above) = (above, row)
    }
    return above[right.count]
  }
}
