/// Reads words by a table of declarations.
///
/// Clusters (`-pn`), values that follow or cling (`-t TYPE`, `-tTYPE`, `--type=TYPE`), `-` as a
/// word, and `--` after which everything is a word.
///
/// Source: POSIX.1-2024 XBD §12.2, and GNU's long options without abbreviation.
struct Scanner {
  /// A value for a parameter; a flag's is empty.
  struct Assignment {
    let index: Int
    let value: [UInt8]
    let isByLetter: Bool

    /// The parameter as the user wrote it.
    func spelling(of declaration: Declaration) -> String {
      guard declaration.hasDashes else { return declaration.name }
      if isByLetter, let letter = declaration.letter { return "-\(letter)" }
      return "--" + declaration.name
    }
  }

  private let declarations: [Declaration]
  private let words: [[UInt8]]
  private var index = 0
  /// How many words with a place of their own were filled.
  private var placed = 0
  private var found: [Assignment] = []

  init(_ words: [[UInt8]], by declarations: [Declaration]) {
    self.words = words
    self.declarations = declarations
  }

  /// The values in the order of the words; `nil` if the user asks for help.
  mutating func scan() throws(UsageError) -> [Assignment]? {
    while let word = next() {
      let dashes = word.first == .dash ? (word.count > 1 && word[1] == .dash ? 2 : 1) : 0
      if dashes == 0 || word.count == 1 {
        try take(word: word)
      } else if dashes == 1 {
        guard try takeCluster(word.dropFirst()) else { return nil }
      } else if word.count == 2 {
        try takeTail()
      } else {
        guard try takeLong(word.dropFirst(2)) else { return nil }
      }
    }
    var place = 0
    for declaration in declarations where declaration.kind == .word {
      if place >= placed, declaration.isRequired { throw .missingWord(declaration.name) }
      place += 1
    }
    return found
  }

  private mutating func next() -> [UInt8]? {
    guard index < words.count else { return nil }
    defer { index += 1 }
    return words[index]
  }

  private mutating func add(_ parameter: Int, _ value: [UInt8], isByLetter: Bool = false) {
    found.append(Assignment(index: parameter, value: value, isByLetter: isByLetter))
  }

  private mutating func takeTail() throws(UsageError) {
    let tail = declarations.firstIndex { $0.kind == .tail }
    while let word = next() {
      if let tail { add(tail, word) } else { try take(word: word) }
    }
  }

  /// `false` if it asks for help.
  private mutating func takeLong(_ word: ArraySlice<UInt8>) throws(UsageError) -> Bool {
    let equals = word.firstIndex(of: .equals)
    let name = word[..<(equals ?? word.endIndex)]
    let value = equals.map { Array(word[($0 + 1)...]) }
    guard
      let parameter = declarations.firstIndex(where: {
        $0.hasDashes && $0.name.utf8.elementsEqual(name)
      })
    else {
      if "help".utf8.elementsEqual(name), value == nil { return false }
      throw unknown(name)
    }
    let declaration = declarations[parameter]
    if declaration.kind == .flag {
      guard value == nil else { throw .unexpectedValue(of: "--" + declaration.name) }
      add(parameter, [])
    } else {
      guard let value = value ?? next() else { throw .missingValue(of: "--" + declaration.name) }
      add(parameter, value)
    }
    return true
  }

  /// `false` if it asks for help.
  private mutating func takeCluster(_ letters: ArraySlice<UInt8>) throws(UsageError) -> Bool {
    var rest = letters
    while let byte = rest.popFirst() {
      guard
        let parameter = declarations.firstIndex(where: { $0.letter?.value == UInt32(byte) })
      else {
        if byte == UInt8(ascii: "h") { return false }
        throw .unknownOption("-" + Word.shown([byte]), suggestion: nil)
      }
      if declarations[parameter].kind == .flag {
        add(parameter, [], isByLetter: true)
        continue
      }
      guard let value = rest.isEmpty ? next() : Array(rest) else {
        throw .missingValue(of: "-" + Word.shown([byte]))
      }
      add(parameter, value, isByLetter: true)
      break
    }
    return true
  }

  private mutating func take(word: [UInt8]) throws(UsageError) {
    var place = 0
    for (index, declaration) in declarations.enumerated() {
      switch declaration.kind {
      case .word:
        if place == placed {
          placed += 1
          return add(index, word)
        }
        place += 1
      case .rest: return add(index, word)
      case .flag, .option, .tail: continue
      }
    }
    throw .unexpectedWord(Word.shown(word))
  }

  private func unknown(_ name: ArraySlice<UInt8>) -> UsageError {
    let names = declarations.filter(\.hasDashes).map(\.name)
    let word = Word.shown(Array(name))
    let suggestion = Suggestion.nearest(to: word, among: names + ["help"])
    return .unknownOption("--" + word, suggestion: suggestion.map { "--" + $0 })
  }
}

extension UInt8 {
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let equals = UInt8(ascii: "=")
}
