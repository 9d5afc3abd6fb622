/// Varlink's interface language, as far as our own description uses it.
///
/// Source: varlink.org, “Interface Definition”.
struct InterfaceDescription {
  indirect enum Shape: Equatable {
    case bool, int, float, string
    case array(Shape)
    case optional(Shape)
    case named(String)
    case structure([Field])
    case words([String])
  }

  struct Field: Equatable {
    let name: String
    let shape: Shape

    var isOptional: Bool {
      if case .optional = shape { return true }
      return false
    }
  }

  struct Method {
    let input: [Field]
    let output: [Field]
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var name = ""
  private(set) var types: [String: Shape] = [:]
  private(set) var methods: [String: Method] = [:]
  private(set) var errors: [String: [Field]] = [:]

  init(_ text: String) throws {
    var reader = Reader(text)
    try reader.take("interface")
    name = try reader.word()
    while let keyword = reader.peek {
      try reader.take(keyword)
      let subject = try reader.word()
      switch keyword {
      case "type": types[subject] = try reader.group()
      case "error": errors[subject] = try reader.fields()
      case "method":
        let input = try reader.fields()
        try reader.take("->")
        methods[subject] = Method(input: input, output: try reader.fields())
      default: throw Malformed(description: "unknown keyword \(keyword)")
      }
    }
  }

  /// A shape with its name replaced by what it stands for.
  func resolved(_ shape: Shape) -> Shape {
    guard case .named(let name) = shape else { return shape }
    return types[name] ?? shape
  }
}

/// The words and signs of a description, one after another.
private struct Reader {
  private var tokens: ArraySlice<String>

  init(_ text: String) {
    var tokens: [String] = []
    for line in text.split(separator: "\n") {
      var word = ""
      func flush() {
        if !word.isEmpty { tokens.append(word) }
        word = ""
      }
      for character in line.prefix(while: { $0 != "#" }) {
        switch character {
        case " ", "\t": flush()
        case "(", ")", ",", ":", "?", "[", "]":
          flush()
          tokens.append(String(character))
        default: word.append(character)
        }
      }
      flush()
    }
    self.tokens = tokens[...]
  }

  var peek: String? { tokens.first }

  mutating func word() throws -> String {
    guard let word = tokens.popFirst() else {
      throw InterfaceDescription.Malformed(description: "it ends too early")
    }
    return word
  }

  mutating func take(_ expected: String) throws {
    let found = try word()
    guard found == expected else {
      throw InterfaceDescription.Malformed(description: "\(found) instead of \(expected)")
    }
  }

  mutating func fields() throws -> [InterfaceDescription.Field] {
    guard case .structure(let fields) = try group() else {
      throw InterfaceDescription.Malformed(description: "words instead of fields")
    }
    return fields
  }

  /// `(name: type, …)` or `(word, …)`.
  mutating func group() throws -> InterfaceDescription.Shape {
    try take("(")
    var fields: [InterfaceDescription.Field] = []
    var words: [String] = []
    while peek != ")" {
      let name = try word()
      if peek == ":" {
        try take(":")
        fields.append(.init(name: name, shape: try shape()))
      } else {
        words.append(name)
      }
      if peek == "," { try take(",") }
    }
    try take(")")
    return words.isEmpty ? .structure(fields) : .words(words)
  }

  private mutating func shape() throws -> InterfaceDescription.Shape {
    switch peek {
    case "?":
      try take("?")
      return .optional(try shape())
    case "[":
      try take("[")
      try take("]")
      return .array(try shape())
    case "(": return try group()
    default: break
    }
    switch try word() {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case let name: return .named(name)
    }
  }
}
