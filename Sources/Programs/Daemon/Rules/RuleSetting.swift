internal import Pasteboards
internal import TOML
internal import UniformTypeIdentifiers

/// A rule as the configuration has it: a table of `[[rule]]`.
struct RuleSetting: Sendable, Equatable {
  var name: String
  var match = Match()
  /// The key `do`.
  var actions = RuleActions()

  /// The conditions; of a list any one, and an empty list says nothing.
  struct Match: Sendable, Equatable {
    /// Names, understood when the rule is applied: the types may not be read yet.
    var types: [String] = []
    var sources: [String] = []
    var titles: [PatternSetting] = []
    var boards: [BoardName] = []
    var texts: [PatternSetting] = []
    var larger: ByteCount?
    var smaller: ByteCount?
  }

  /// The rule as it is applied now.
  var rule: Rule {
    var conditions = RuleConditions()
    // Names that could not be wished for were refused when they were read.
    conditions.types = match.types.compactMap { try? NamedType(wished: $0).type }
    conditions.sources = match.sources
    conditions.titles = match.titles
    conditions.boards = match.boards
    conditions.texts = match.texts
    conditions.larger = match.larger?.bytes
    conditions.smaller = match.smaller?.bytes
    return Rule(name: name, conditions: conditions, actions: actions)
  }
}

/// The rules, in order.
struct RuleSettings: ConfigurationValue, Equatable {
  var all: [RuleSetting] = []

  init(_ all: [RuleSetting] = []) { self.all = all }

  init(reading container: any SingleValueDecodingContainer) throws {
    all = try container.decode([RuleSetting].self)
  }

  /// The rules as they are applied now: with the types as they are declared.
  var rules: RuleSet { RuleSet(all.map(\.rule)) }

  var written: TOMLValue { .array(all.map { .written(.table($0.written)) }) }
}

// MARK: Writing

extension RuleSetting {
  var written: TOMLTable {
    TOMLTable(written: [
      ("name", .string(name)), ("match", .table(match.written)), ("do", .table(actions.written)),
    ])
  }
}

extension RuleSetting.Match {
  /// As a file has it, with the keys that say something.
  fileprivate var written: TOMLTable {
    var values: [(String, TOMLValue)] = []
    let lists = [
      ("type", types), ("source", sources), ("title", titles.map(\.text)),
      ("board", boards.map(\.description)), ("text", texts.map(\.text)),
    ]
    for (key, words) in lists where !words.isEmpty {
      let isOne = words.count == 1
      values.append((key, isOne ? .string(words[0]) : .strings(words)))
    }
    if let larger { values.append(("larger", larger.written)) }
    if let smaller { values.append(("smaller", smaller.written)) }
    return TOMLTable(written: values)
  }
}

extension RuleActions {
  /// As a file has it, with the keys that say something.
  fileprivate var written: TOMLTable {
    var values: [(String, TOMLValue)] = []
    if ignores { values.append(("ignore", .boolean(true))) }
    if marksSensitive { values.append(("sensitive", .boolean(true))) }
    if let pins { values.append(("pin", .boolean(pins))) }
    if !tags.isEmpty { values.append(("tags", .strings(tags))) }
    if let expiry { values.append(("expire", expiry.written)) }
    if let board { values.append(("board", .string(board.description))) }
    if !command.isEmpty { values.append(("run", .strings(command))) }
    return TOMLTable(written: values)
  }
}

extension TOMLValue {
  static func strings(_ words: [String]) -> TOMLValue {
    .array(words.map { .written(.string($0)) })
  }
}
