internal import Pasteboards
internal import TOML

// What is wrong with a rule is noted, so that all of it is named at once.

extension RuleSetting: Decodable {
  private enum Key: String, CodingKey { case name, match, `do` }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: Key.self)
    name = "rule \((decoder.codingPath.last?.intValue ?? 0) + 1)"
    if table.contains(.name) {
      try decoder.attempt {
        name = try table.one(.name, "a name is 1 to 255 bytes, no control characters") {
          isName($0) ? $0 : nil
        }
      }
    }
    try decoder.attempt { match = try table.decode(Match.self, forKey: .match) }
    try decoder.attempt { actions = try table.decode(RuleActions.self, forKey: .do) }
  }
}

extension RuleSetting.Match: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case type, source, title, board, text, larger, smaller
  }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: Key.self)
    guard try !decoder.isEmpty else {
      throw decoder.mistake("matches everything: it must have a condition, such as board")
    }
    try decoder.attempt {
      types = try table.list(.type, "must be the name of a type, such as \"public.image\"") {
        (1...255).contains($0.utf8.count) ? $0 : nil
      }
    }
    try decoder.attempt {
      sources = try table.list(.source, "must not be empty") { $0.isEmpty ? nil : $0 }
    }
    try decoder.attempt {
      boards = try table.list(.board, BoardName.rule) { BoardName($0) }
    }
    try decoder.attempt { titles = try table.patterns(.title) }
    try decoder.attempt { texts = try table.patterns(.text) }
    try decoder.attempt { larger = try table.read(.larger) }
    try decoder.attempt {
      smaller = try table.read(.smaller)
      guard let smaller, smaller.bytes - 1 <= larger?.bytes ?? -1 else { return }
      let other = larger.map { " and larger than \($0)" } ?? ""
      throw table.mistake(at: .smaller, "no size is smaller than this\(other)")
    }
  }
}

extension RuleActions: Decodable {
  private enum Key: String, CodingKey { case ignore, sensitive, pin, tags, expire, board, run }

  init(from decoder: any Decoder) throws {
    self.init()
    let table = try decoder.container(keyedBy: Key.self)
    guard try !decoder.isEmpty else {
      throw decoder.mistake("does nothing: it must have an action, such as ignore = true")
    }
    try decoder.attempt { ignores = try table.wish(.ignore) }
    try decoder.attempt { marksSensitive = try table.wish(.sensitive) }
    try decoder.attempt { pins = try table.read(.pin) }
    try decoder.attempt {
      tags = try table.list(.tags, "a tag is 1 to 255 bytes, no control characters") {
        isName($0) ? $0 : nil
      }
    }
    try decoder.attempt {
      expiry = try table.read(.expire)
      guard expiry == .zero else { return }
      throw table.mistake(at: .expire, "must be longer than nothing")
    }
    try decoder.attempt {
      guard table.contains(.board) else { return }
      board = try table.one(.board, BoardName.rule) { BoardName($0) }
    }
    try decoder.attempt { command = try table.command(.run) }
    if ignores, try decoder.container(keyedBy: Word.self).allKeys.count > 1 {
      try decoder.note(
        table.mistake(at: .ignore, "of what is ignored there is nothing left: say only ignore")
      )
    }
    if marksSensitive, !command.isEmpty {
      try decoder.note(table.mistake(at: .run, "no command gets what is sensitive"))
    }
  }
}

/// Whether it can be the name of something.
private func isName(_ text: String) -> Bool {
  (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
}

extension BoardName {
  /// What is said to who breaks it.
  static let rule = "a board's name is 1 to 255 bytes, no control characters"
}

// MARK: Reading

extension Decoder {
  /// Reads a part of a value; a mistake in it is noted, and the part stays as it is.
  fileprivate func attempt(_ read: () throws -> Void) throws {
    do { try read() } catch { try note(error) }
  }

  /// Whether the table has no keys at all, known or not.
  fileprivate var isEmpty: Bool {
    get throws { try container(keyedBy: Word.self).allKeys.isEmpty }
  }

  fileprivate func mistake(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }
}

extension KeyedDecodingContainer {
  /// A value as every other key has it; `nil` if it is not there.
  fileprivate func read<Value: ConfigurationValue>(_ key: Key) throws -> Value? {
    guard contains(key) else { return nil }
    return try decode(Reading<Value>.self, forKey: key).value
  }

  /// Something that is done or not mentioned.
  fileprivate func wish(_ key: Key) throws -> Bool {
    guard let isWished: Bool = try read(key) else { return false }
    guard isWished else { throw mistake(at: key, "must be true, or not there") }
    return true
  }

  /// A word of which `make` makes a value or nothing.
  fileprivate func one<Value>(
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
  fileprivate func list<Value>(
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

  fileprivate func patterns(_ key: Key) throws -> [PatternSetting] {
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
  fileprivate func command(_ key: Key) throws -> [String] {
    guard contains(key) else { return [] }
    let words = try decode([String].self, forKey: key)
    guard words.first?.isEmpty == false, !words.contains(where: { $0.utf8.contains(0) }) else {
      throw mistake(at: key, "must be a program and its arguments: [\"notify-send\", \"copied\"]")
    }
    return words
  }

  fileprivate func mistake(
    at key: Key,
    number: Int? = nil,
    _ message: String
  ) -> DecodingError {
    let path: [any CodingKey] = codingPath + [key] + (number.map { [Word(intValue: $0)] } ?? [])
    return .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
}

/// A word, or a list of some.
private struct OneOrMore: Decodable {
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
