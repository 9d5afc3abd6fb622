/// Reads a command's words by its table of parameters.
///
/// Clusters (`-pn`), values that follow or cling (`-t TYPE`, `-tTYPE`, `--type=TYPE`), `-` as a
/// word, and `--` after which everything is a word.
///
/// Source: POSIX.1-2024 XBD §12.2, and GNU's long options without abbreviation.
struct Scanner<Root: Command> {
  private let parameters = Root.parameters
  private var root = Root()
  private var words: [[UInt8]] = []
  private var index = 0
  /// How many words with a place of their own were filled.
  private var placed = 0

  mutating func scan(_ words: [[UInt8]]) throws(UsageError) -> Scanned<Root> {
    self.words = words
    while let word = next() {
      if word == [.dash, .dash] {
        try takeTail()
      } else if word.starts(with: [.dash, .dash]) {
        guard try takeLong(word.dropFirst(2)) else { return .help }
      } else if word.first == .dash, word.count > 1 {
        guard try takeCluster(word.dropFirst()) else { return .help }
      } else {
        try take(word: word)
      }
    }
    let required = parameters.filter { $0.kind == .word && $0.isRequired }
    if placed < required.count { throw .missingWord(required[placed].name) }
    return .command(root)
  }

  private mutating func next() -> [UInt8]? {
    guard index < words.count else { return nil }
    defer { index += 1 }
    return words[index]
  }

  private mutating func takeTail() throws(UsageError) {
    let tail = parameters.first { $0.kind == .tail }
    while let word = next() {
      guard let tail else {
        try take(word: word)
        continue
      }
      _ = tail.store(&root, word)
    }
  }

  /// `false` if it asks for help.
  private mutating func takeLong(_ word: ArraySlice<UInt8>) throws(UsageError) -> Bool {
    let parts = word.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first ?? []
    let value = parts.count > 1 ? Array(parts[1]) : nil
    guard let parameter = parameters.first(where: { $0.hasLongName(name) }) else {
      if "help".utf8.elementsEqual(name), value == nil { return false }
      throw unknown(name)
    }
    let spelling = "--" + parameter.name
    if parameter.kind == .flag {
      guard value == nil else { throw .unexpectedValue(of: spelling) }
      _ = parameter.store(&root, [])
    } else {
      guard let value = value ?? next() else { throw .missingValue(of: spelling) }
      try store(value, in: parameter, as: spelling)
    }
    return true
  }

  /// `false` if it asks for help.
  private mutating func takeCluster(_ letters: ArraySlice<UInt8>) throws(UsageError) -> Bool {
    var rest = letters
    while let byte = rest.popFirst() {
      let spelling = "-" + Word.shown([byte])
      guard let parameter = parameters.first(where: { $0.letter?.asciiValue == byte }) else {
        if byte == UInt8(ascii: "h") { return false }
        throw .unknownOption(spelling, suggestion: nil)
      }
      if parameter.kind == .flag {
        _ = parameter.store(&root, [])
        continue
      }
      guard let value = rest.isEmpty ? next() : Array(rest) else {
        throw .missingValue(of: spelling)
      }
      try store(value, in: parameter, as: spelling)
      break
    }
    return true
  }

  private mutating func take(word: [UInt8]) throws(UsageError) {
    var place = 0
    for parameter in parameters {
      if parameter.kind == .word {
        if place == placed {
          placed += 1
          return try store(word, in: parameter, as: parameter.name)
        }
        place += 1
      }
      if parameter.kind == .rest { return try store(word, in: parameter, as: parameter.name) }
    }
    throw .unexpectedWord(Word.shown(word))
  }

  private mutating func store(
    _ value: [UInt8],
    in parameter: Parameter<Root>,
    as spelling: String
  ) throws(UsageError) {
    if !parameter.store(&root, value) {
      throw .invalidValue(of: spelling, expected: parameter.expected)
    }
  }

  private func unknown(_ name: ArraySlice<UInt8>) -> UsageError {
    let names = parameters.filter { $0.kind == .flag || $0.kind == .option }.map(\.name)
    let word = Word.shown(Array(name))
    let suggestion = Suggestion.nearest(to: word, among: names + ["help"])
    return .unknownOption("--" + word, suggestion: suggestion.map { "--" + $0 })
  }
}

extension Parameter {
  fileprivate func hasLongName(_ name: ArraySlice<UInt8>) -> Bool {
    (kind == .flag || kind == .option) && self.name.utf8.elementsEqual(name)
  }
}

extension UInt8 {
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let equals = UInt8(ascii: "=")
}
