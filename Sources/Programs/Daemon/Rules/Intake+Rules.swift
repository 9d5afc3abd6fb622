internal import LinuxIO
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

extension Intake {
  /// What rules look at in an entry.
  func facts(of entry: Entry, on board: BoardName) -> CopyFacts { CopyFacts(of: entry, on: board) }

  /// How each rule fares; others have their turns in between.
  func examine(_ facts: CopyFacts, by rules: RuleSet) async -> [RuleFinding] {
    var findings: [RuleFinding] = []
    for rule in rules.rules {
      findings.append(rule.examine(facts))
      await loop.giveTurn()
    }
    return findings
  }

  // MARK: Commands

  /// As many commands of rules as may wait for their turn; each holds the content of its entry.
  private static let mostRuleCommands = 64

  /// Runs a program with its arguments and the content of an entry, when its turn comes.
  ///
  /// `failed` is told in one line, which calls it by its `owner`.
  func run(
    _ words: [String],
    of owner: String,
    for entry: Entry,
    on board: BoardName,
    failed: @escaping @Sendable (String) -> Void
  ) {
    @Sendable func fail(_ reason: String) {
      failed("the command of \(owner) \(reason)")
    }
    guard let name = words.first, let path = ProgramSearch.find(Array(name.utf8)) else {
      return fail("is not installed: \(words.first ?? "")")
    }
    guard ruleCommandCount < Self.mostRuleCommands else {
      return fail("was left out: \(Self.mostRuleCommands) others have not ended")
    }
    ruleCommandCount += 1
    loop.task(in: self) { intake in
      defer { intake.ruleCommandCount -= 1 }
      do throws(PasteboardError) {
        var limited = LimitedCommand(path: path, arguments: words.map { Array($0.utf8) })
        limited.environment = ContentCommand.environment(of: entry, on: board)
        limited.limits = .ofUser
        // Such as xclip, which goes to the background with what it was given.
        limited.background = intake.background
        if let payload = entry.commandInput {
          limited.input = try await intake.standardInput(payload, .open)
        }
        if case .failure(let failure) = await intake.ruleCommands.run(limited, sink: { _ in true }),
          failure != .cancelled
        {
          fail("\(failure)")
        }
      } catch {
        fail("has no input: \(error.cause)")
      }
    }
  }
}

extension Entry {
  /// What a command gets of it: plain text, else what comes first.
  fileprivate var commandInput: Payload? {
    let all = items.flatMap(\.representations).filter { $0.payload.kept != nil && !$0.isDerived }
    let text = all.first { $0.type.conforms(to: .plainText) }
    return (text ?? all.first)?.payload.kept
  }
}

extension ContentCommand {
  /// As much as a variable of the environment can hold and is of use.
  private static let longestVariable = 64 << 10

  /// What a command learns of an entry beside its content.
  fileprivate static func environment(of entry: Entry, on board: BoardName) -> [[UInt8]] {
    let kept = entry.items.flatMap(\.representations).filter { !$0.isDerived }
    let variables = [
      ("XFER_ENTRY=", entry.id.description),
      ("XFER_BOARD=", board.description),
      ("XFER_TYPES=", kept.map(\.type.identifier).joined(separator: "\n")),
      ("XFER_SOURCE=", entry.label.origin?.name ?? entry.label.source ?? ""),
    ].map { name, value in
      Array(name.utf8) + value.utf8.prefix(longestVariable).filter { $0 != 0 }
    }
    let names = variables.map { $0.prefix { $0 != UInt8(ascii: "=") } + [UInt8(ascii: "=")] }
    return environment.filter { ours in !names.contains(where: ours.starts(with:)) } + variables
  }
}
