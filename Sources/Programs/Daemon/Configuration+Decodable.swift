internal import TOML

extension Configuration: Decodable {
  /// Takes what the file says and leaves the rest at its default.
  init(from decoder: any Decoder) throws {
    self.init()
    let file = try decoder.container(keyedBy: Word.self)
    var sections: [String: KeyedDecodingContainer<Word>] = [:]
    for key in ConfigurationKey.all {
      if sections[key.section] == nil, file.contains(Word(stringValue: key.section)) {
        sections[key.section] = try file.nestedContainer(
          keyedBy: Word.self,
          forKey: Word(stringValue: key.section)
        )
      }
      // Asked for even when absent, so that the decoder knows all keys and can suggest one.
      guard let section = sections[key.section], section.contains(Word(stringValue: key.name))
      else { continue }
      try key.read(section.superDecoder(forKey: Word(stringValue: key.name)), &self)
    }
  }

  private struct Word: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
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
    default: String(character)
    }
  }
}
