internal import Pasteboards
internal import TOML

// How tables of the configuration are read: what is wrong is noted, so that all of it is named at once.

/// Whether it can be the name of something.
func isName(_ text: String) -> Bool {
  (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
}

extension BoardName {
  /// What is said to who breaks it.
  static let rule = "a board's name is 1 to 255 bytes, no control characters"
}

// MARK: Reading

extension Decoder {
  /// Reads a part of a value; a mistake in it is noted, and the part stays as it is.
  func attempt(_ read: () throws -> Void) throws {
    do { try read() } catch { try note(error) }
  }

  /// Whether the table has no keys at all, known or not.
  var isEmpty: Bool {
    get throws { try container(keyedBy: Word.self).allKeys.isEmpty }
  }

  func mistake(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }
}

extension KeyedDecodingContainer {
  /// A value as every other key has it; `nil` if it is not there.
  func read<Value: ConfigurationValue>(_ key: Key) throws -> Value? {
    guard contains(key) else { return nil }
    return try decode(Reading<Value>.self, forKey: key).value
  }

  /// Something that is done or not mentioned.
  func wish(_ key: Key) throws -> Bool {
    guard let isWished: Bool = try read(key) else { return false }
    guard isWished else { throw mistake(at: key, "must be true, or not there") }
    return true
  }

  /// A word of which `make` makes a value or nothing.
  func one<Value>(
    _ key: Key,
    _ complaint: String,
    _ make: (String) -> Value?
  ) throws -> Value {
    guard let value = make(try decode(String.self, forKey: key)) else {
      throw mistake(at: key, complaint)
    }
    return value
  }

  /// One word or a list of some, of each of which `make` makes a value or nothing.
  func list<Value>(
    _ key: Key,
    _ complaint: String,
    _ make: (String) -> Value?
  ) throws -> [Value] {
    guard contains(key) else { return [] }
    let words = try decode(OneOrMore.self, forKey: key).words
    guard !words.isEmpty else { throw mistake(at: key, "must name something") }
    return try words.enumerated().map { number, word in
      guard let value = make(word) else { throw mistake(at: key, number: number, complaint) }
      return value
    }
  }

  func patterns(_ key: Key) throws -> [PatternSetting] {
    guard contains(key) else { return [] }
    let words = try decode(OneOrMore.self, forKey: key).words
    guard !words.isEmpty else { throw mistake(at: key, "must name something") }
    return try words.enumerated().map { number, word in
      do { return try PatternSetting(word) } catch {
        throw mistake(at: key, number: number, "\(error)")
      }
    }
  }

  /// A program and its arguments.
  func command(_ key: Key) throws -> [String] {
    guard contains(key) else { return [] }
    let words = try decode([String].self, forKey: key)
    guard words.first?.isEmpty == false, !words.contains(where: { $0.utf8.contains(0) }) else {
      throw mistake(at: key, "must be a program and its arguments: [\"notify-send\", \"copied\"]")
    }
    return words
  }

  func mistake(
    at key: Key,
    number: Int? = nil,
    _ message: String
  ) -> DecodingError {
    let path: [any CodingKey] = codingPath + [key] + (number.map { [Word(intValue: $0)] } ?? [])
    return .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
}

/// A word, or a list of some.
struct OneOrMore: Decodable {
  let words: [String]

  init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else {
      // It is no list, and so must be a word.
      words = [try decoder.singleValueContainer().decode(String.self)]
      return
    }
    var words: [String] = []
    while !list.isAtEnd { words.append(try list.decode(String.self)) }
    self.words = words
  }
}
