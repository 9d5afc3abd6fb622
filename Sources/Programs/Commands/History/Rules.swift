import Arguments
import DaemonClient
import Wire

/// `xfer rules`: says how the rules of the configuration fare with an entry.
struct Rules: Verb {
  static let name = "rules"
  static let summary = "Say which rules match an entry, and why"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board that @N is of; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("ACTION", \.action, required: true, "test"),
    .word("ENTRY", \.entry, required: true, "Id, the first 4 digits or more of one, or @N"),
  ]
  static let discussion = """
    test judges the entry as if another program copied it now: a line for each [[rule]] of the
    configuration, with its name, whether it matches (yes, no, or unknown) and why; then, after an
    empty line, what would be done. Off a terminal words are divided by tabs. `xfer config default`
    says what rules can look at and do, `xfer config check` what is wrong with them.
    """

  enum Action: String, ArgumentChoice {
    case test
  }

  var board: String?
  var isJSON = false
  var color = ColorChoice.auto
  var action: Action?
  var entry: EntryName?

  var request: TestRulesRequest { TestRulesRequest(entry: entry?.text ?? "", board: board) }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let reply = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.testRules(request)
    }
    let rendering = Rendering(session.output, json: isJSON, color: color)
    try rendering.write(reply) { Self.text(reply, $0) }
    return .done
  }

  static func text(_ reply: TestRulesReply, _ rendering: Rendering) -> String {
    let table = reply.rules.isEmpty ? "" : Self.table(reply.rules, rendering) + "\n"
    let actions = reply.verdict.actions
    guard !actions.isEmpty else {
      let why = reply.rules.isEmpty ? "there are no rules" : "is done"
      return table + rendering.field("nothing", why)
    }
    return table + actions.map { rendering.field($0.name, $0.value, isWhole: true) }.joined()
  }

  /// Each rule, whether it matches, and why.
  static func table(_ rules: [TestedRule], _ rendering: Rendering) -> String {
    let rows = rules.map { [$0.rule, $0.matches.spoken, $0.reason(rendering)] }
    return rendering.table(["RULE", "MATCHES", "WHY"], rows, isWhole: true)
  }
}

extension Verdict {
  /// What is done, each by the key that says it.
  fileprivate var actions: [(name: String, value: String)] {
    var actions: [(name: String, value: String)] = []
    if ignored { actions.append(("ignore", "nothing of it is kept")) }
    if sensitive { actions.append(("sensitive", "never on disk, in history or in a log")) }
    if pinned { actions.append(("pin", "no limit removes it")) }
    actions += tags.map { ("tag", $0) }
    if let expire { actions.append(("expire", "after " + Self.time(expire))) }
    if let board { actions.append(("board", board)) }
    for command in commands {
      actions.append(("run", "\(command.command.joined(separator: " ")) (\(command.rule))"))
    }
    return actions
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds < 1000 ? "\(milliseconds) ms" : spoken(milliseconds: milliseconds)
  }
}

extension Bool? {
  fileprivate var spoken: String {
    switch self {
    case true?: "yes"
    case false?: "no"
    case nil: "unknown"
    }
  }
}

extension TestedRule {
  /// What decided: the condition that does not hold, else those that cannot be told, else all.
  fileprivate func reason(_ rendering: Rendering) -> String {
    conditions.filter { $0.holds == matches }.map { $0.reason(rendering) }.joined(separator: "; ")
  }
}

extension TestedCondition {
  fileprivate func reason(_ rendering: Rendering) -> String {
    let isSize = condition == "larger" || condition == "smaller"
    let wish = wanted.map { isSize ? size($0, rendering) : $0 }.joined(separator: " or ")
    switch (condition, holds) {
    case ("larger", _), ("smaller", _):
      let fact = found.first.map { size($0, rendering) } ?? "an unknown size"
      return "\(fact) is \(holds.negation)\(condition) than \(wish)\(holds.doubt)"
    case ("text", false?) where found.isEmpty: return "there is no text for \(wish)"
    case ("text", nil) where found.isEmpty: return "the text was not looked at for \(wish)"
    case ("text", _): return "the text \(holds.matching) \(wish)"
    case (_, false?) where found.isEmpty: return "the \(condition) is not known; wanted is \(wish)"
    case ("title", _): return "the title \(quoted) \(holds.matching) \(wish)"
    case (_, true?): return "\(condition) is \(found.joined(separator: ", "))"
    default: return "\(condition) is \(found.joined(separator: ", ")), not \(wish)"
    }
  }

  private var quoted: String { "'\(found.joined(separator: ", "))'" }

  private func size(_ bytes: String, _ rendering: Rendering) -> String {
    guard rendering.isForPeople, let count = Int(bytes) else { return bytes + " B" }
    return rendering.size(count)
  }
}

extension Bool? {
  fileprivate var negation: String { self == false ? "not " : "" }
  fileprivate var doubt: String { self == nil ? ", as far as is known" : "" }

  fileprivate var matching: String {
    switch self {
    case true?: "matches"
    case false?: "does not match"
    case nil: "takes too long to be searched for"
    }
  }
}
