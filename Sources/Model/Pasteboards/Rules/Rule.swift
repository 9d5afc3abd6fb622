/// What a user says of what other programs copy: when it is meant, and what is done with it then.
public struct Rule: Sendable {
  /// What explanations call it.
  public let name: String
  public let conditions: RuleConditions
  public let actions: RuleActions

  public init(name: String, conditions: RuleConditions, actions: RuleActions) {
    self.name = name
    self.conditions = conditions
    self.actions = actions
  }

  /// Looks whether the rule is meant, as far as that can be told.
  public func examine(_ facts: CopyFacts) -> RuleFinding {
    RuleFinding(rule: name, conditions: conditions.examine(facts), actions: actions)
  }
}

/// What a rule does; what it does not mention stays as it is.
public struct RuleActions: Sendable, Equatable {
  /// Nothing of it is kept.
  public var ignores = false
  /// It is treated as a secret.
  public var marksSensitive = false
  public var pins: Bool?
  public var tags: [String] = []
  /// When it ends by itself.
  public var expiry: Duration?
  /// The board that gets it in place of its own.
  public var board: BoardName?
  /// The program that gets its content, and its arguments.
  public var command: [String] = []

  public init() {}
}

/// How a rule fared with something that was copied.
public struct RuleFinding: Sendable, Equatable {
  public let rule: String
  /// What was looked at: all conditions, or those up to the first that does not hold.
  public let conditions: [ConditionFinding]
  /// What the rule does when it matches.
  public let actions: RuleActions

  public init(rule: String, conditions: [ConditionFinding], actions: RuleActions) {
    self.rule = rule
    self.conditions = conditions
    self.actions = actions
  }

  /// Whether all conditions hold; `nil` as long as none fails and one cannot be told.
  public var matches: Bool? {
    if conditions.contains(where: { $0.holds == false }) { return false }
    return conditions.contains { $0.holds == nil } ? nil : true
  }
}

/// All rules, in the order in which they say what is done.
public struct RuleSet: Sendable {
  public let rules: [Rule]

  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// How each rule fares.
  public func explain(_ facts: CopyFacts) -> [RuleFinding] { rules.map { $0.examine(facts) } }

  /// What is done, as far as that can be told.
  public func judge(_ facts: CopyFacts) -> RuleVerdict {
    RuleVerdict(explain(facts), isFinal: facts.isComplete)
  }
}
