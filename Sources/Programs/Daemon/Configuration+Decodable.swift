internal import TOML

extension Configuration: Decodable {
  /// Takes what the file says and leaves the rest at its default.
  init(from decoder: any Decoder) throws {
    self.init()
    let file = try decoder.container(keyedBy: Word.self)
    var sections: [String: KeyedDecodingContainer<Word>] = [:]
    for key in ConfigurationKey.all {
      guard !key.section.isEmpty else {
        try key.take(from: file, into: &self)
        continue
      }
      if sections[key.section] == nil, file.contains(Word(stringValue: key.section)) {
        sections[key.section] = try file.nestedContainer(
          keyedBy: Word.self,
          forKey: Word(stringValue: key.section)
        )
      }
      guard let section = sections[key.section] else { continue }
      try key.take(from: section, into: &self)
    }
  }
}

extension ConfigurationKey {
  /// Reads the key if it is there; a mistake in it is noted, so that those of others are found as well.
  fileprivate func take(
    from section: KeyedDecodingContainer<Word>,
    into configuration: inout Configuration
  ) throws {
    let word = Word(stringValue: name)
    // Asked for even when absent, so that the decoder knows all keys and can suggest one.
    guard section.contains(word) else { return }
    do {
      try read(section.superDecoder(forKey: word), &configuration)
    } catch {
      try section.superDecoder().note(error)
    }
  }
}

/// Any key, or a place in a list.
struct Word: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension TOMLValue {
  /// The value as a TOML file has it, on one line.
  var text: String {
    switch self {
    case .string(let string): "\"" + string.map(TOMLValue.escaped).joined() + "\""
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .dateTime(let text): text
    case .array(let items): "[" + items.map(\.value.text).joined(separator: ", ") + "]"
    case .table(let table):
      "{ " + table.entries.map { "\($0.key) = \($0.node.value.text)" }.joined(separator: ", ")
        + " }"
    }
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    default: character.unicodeScalars.map(escaped).joined()
    }
  }

  /// Source: TOML 1.0.0, "String": no other control character may stand for itself.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension TOMLNode {
  /// A value that is not from a file.
  static func written(_ value: TOMLValue) -> TOMLNode {
    TOMLNode(value, at: TOMLPosition(file: ""))
  }
}

extension TOMLTable {
  /// A table that is not from a file.
  init(written values: [(String, TOMLValue)]) {
    self.init(values.map { .init(key: $0, at: TOMLPosition(file: ""), node: .written($1)) })
  }
}
