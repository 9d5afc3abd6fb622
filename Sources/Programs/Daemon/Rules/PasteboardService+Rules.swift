internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Wire

// What the user says of what other programs copy.
extension PasteboardService {
  /// The rules that are in force, with the types as they are declared now.
  var rules: RuleSet { configuration.rule.rules }

  /// What the rules say of something that was copied; elsewhere, since a pattern may take its time.
  func verdict(on facts: CopyFacts) async -> RuleVerdict {
    RuleVerdict(await intake.examine(facts, by: rules), isFinal: facts.isComplete)
  }

  /// Has what rules say run with an entry; nobody waits for it.
  func run(_ commands: [RuleVerdict.Command], for entry: Entry, on board: BoardName) {
    run(commands.map { (owner: "the rule '\($0.rule)'", words: $0.words) }, for: entry, on: board)
  }

  /// As this, of whoever says so.
  func run(
    _ commands: [(owner: String, words: [String])],
    for entry: Entry,
    on board: BoardName
  ) {
    guard !commands.isEmpty, !entry.isSensitive else { return }
    // What a command copies that gives back what it was given would have it run again, without end.
    lastRuns = lastRuns.filter { .now - $0.value < .seconds(1) }
    guard lastRuns[entry.id] == nil else { return }
    lastRuns[entry.id] = .now
    let log = log
    loop.task(in: intake) { intake in
      for command in commands {
        intake.run(command.words, of: command.owner, for: entry, on: board) {
          log.write(.warning, $0)
        }
      }
    }
  }

  /// Tells how the rules fare with an entry.
  func testRules(_ request: TestRulesRequest) async throws(PasteboardError) -> TestRulesReply {
    let entry = try await entry(named: request.entry, on: try board(named: request.board))
    let facts = await intake.facts(of: entry, on: try await board(of: entry.id))
    let findings = await intake.examine(facts, by: rules)
    return TestRulesReply(
      entry: entry.id.description,
      rules: findings.map(TestedRule.init),
      verdict: Verdict(RuleVerdict(findings, isFinal: facts.isComplete))
    )
  }

  /// The board that an entry stands on.
  private func board(of id: Entry.ID) async throws(PasteboardError) -> BoardName {
    if let board = offers.first(where: { $0.value.entry.id == id })?.key { return board }
    do {
      guard let board = try await history.board(of: id) else {
        throw StoreError.noSuchEntry(id.description)
      }
      return board
    } catch let error as StoreError {
      throw PasteboardError(error)
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }
}

extension TestedRule {
  init(_ finding: RuleFinding) {
    self.init(
      rule: finding.rule,
      matches: finding.matches,
      conditions: finding.conditions.map { condition in
        TestedCondition(
          condition: condition.condition.rawValue,
          wanted: condition.wanted,
          found: condition.found,
          holds: condition.holds
        )
      }
    )
  }
}

extension Verdict {
  fileprivate init(_ verdict: RuleVerdict) {
    self.init()
    ignored = verdict.isIgnored
    sensitive = verdict.isSensitive
    pinned = verdict.isPinned
    tags = verdict.tags
    expire = verdict.expiry.map { Int($0 / .milliseconds(1)) }
    board = verdict.board?.description
    commands = verdict.commands.map { RuleCommand(rule: $0.rule, command: $0.words) }
  }
}
