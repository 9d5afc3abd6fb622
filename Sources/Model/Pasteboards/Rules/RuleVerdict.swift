/// What all rules together say of something that was copied.
///
/// Each rule that matches has its say, in order: a later one wins where both speak of the same thing,
/// but tags and commands add up, and what is ignored or sensitive stays so.
public struct RuleVerdict: Sendable, Equatable {
  /// Nothing of it is kept; then nothing else is said.
  public private(set) var isIgnored = false
  /// It is a secret, which no command gets.
  public private(set) var isSensitive = false
  public private(set) var isPinned = false
  /// Each once.
  public private(set) var tags: [String] = []
  /// When it ends by itself.
  public private(set) var expiry: Duration?
  /// The board that gets it in place of its own.
  public private(set) var board: BoardName?
  public private(set) var commands: [Command] = []
  /// Whether more knowledge of it may make it a secret; until then it must be treated as one.
  public private(set) var mayBecomeSensitive = false

  /// What a rule has run.
  public struct Command: Sendable, Equatable {
    public let rule: String
    /// The program and its arguments.
    public let words: [String]

    public init(rule: String, words: [String]) {
      self.rule = rule
      self.words = words
    }
  }

  /// Adds up how rules fared, in their order.
  ///
  /// `isFinal` says that no more will be known. A rule of which it still cannot be told whether it
  /// matches then makes a secret, if it says so, and does nothing else: that is the mistake that can
  /// be made good.
  public init(_ findings: [RuleFinding], isFinal: Bool) {
    for finding in findings {
      switch finding.matches {
      case false?: continue
      case true?: add(finding)
      case nil where isFinal: isSensitive = isSensitive || finding.actions.marksSensitive
      case nil: mayBecomeSensitive = mayBecomeSensitive || finding.actions.marksSensitive
      }
    }
    if isIgnored { self = Self.ignoring }
    if isSensitive { (mayBecomeSensitive, commands) = (false, []) }
  }

  /// Without any rule.
  public init() {}

  private static let ignoring: RuleVerdict = {
    var verdict = RuleVerdict()
    verdict.isIgnored = true
    return verdict
  }()

  private mutating func add(_ finding: RuleFinding) {
    let actions = finding.actions
    isIgnored = isIgnored || actions.ignores
    isSensitive = isSensitive || actions.marksSensitive
    isPinned = actions.pins ?? isPinned
    tags += actions.tags.filter { !tags.contains($0) }
    expiry = actions.expiry ?? expiry
    board = actions.board ?? board
    if !actions.command.isEmpty {
      commands.append(Command(rule: finding.rule, words: actions.command))
    }
  }
}
