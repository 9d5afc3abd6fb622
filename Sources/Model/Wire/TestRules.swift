/// The parameters of `TestRules`.
public struct TestRulesRequest: Codable, Sendable, Equatable {
  public var entry: String
  public var board: String?
  public var display: String?

  public init(entry: String, board: String? = nil) {
    self.entry = entry
    self.board = board
  }
}

/// What `TestRules` answers.
public struct TestRulesReply: Codable, Sendable, Equatable {
  public var entry: String
  /// How each rule fares, in order.
  public var rules: [TestedRule]
  /// What all of them together would do.
  public var verdict: Verdict

  public init(entry: String, rules: [TestedRule], verdict: Verdict) {
    self.entry = entry
    self.rules = rules
    self.verdict = verdict
  }
}

/// How a rule fares with an entry.
public struct TestedRule: Codable, Sendable, Equatable {
  public var rule: String
  /// Nothing if it cannot be told.
  public var matches: Bool?
  /// All of them, or those up to the first that does not hold.
  public var conditions: [TestedCondition]

  public init(rule: String, matches: Bool?, conditions: [TestedCondition]) {
    self.rule = rule
    self.matches = matches
    self.conditions = conditions
  }
}

/// How a condition of a rule fares.
public struct TestedCondition: Codable, Sendable, Equatable {
  /// Its key in the configuration.
  public var condition: String
  /// What the rule says: one of these, a number of bytes for sizes.
  public var wanted: [String]
  /// What there is of it; of a text how many bytes were looked at.
  public var found: [String]
  /// Nothing if it cannot be told.
  public var holds: Bool?

  public init(condition: String, wanted: [String], found: [String], holds: Bool?) {
    self.condition = condition
    self.wanted = wanted
    self.found = found
    self.holds = holds
  }
}

/// What rules do with something that is copied.
public struct Verdict: Codable, Sendable, Equatable {
  public var ignored = false
  public var sensitive = false
  public var pinned = false
  public var tags: [String] = []
  /// Milliseconds.
  public var expire: Int?
  /// The board that gets it instead of its own.
  public var board: String?
  public var commands: [RuleCommand] = []

  public init() {}
}

/// What a rule has run.
public struct RuleCommand: Codable, Sendable, Equatable {
  public var rule: String
  /// The program and its arguments.
  public var command: [String]

  public init(rule: String, command: [String]) {
    self.rule = rule
    self.command = command
  }
}
