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
