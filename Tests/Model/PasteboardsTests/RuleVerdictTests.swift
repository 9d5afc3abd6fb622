import Testing
import UniformTypeIdentifiers

@testable import Pasteboards

@Suite("Verdicts of rules")
struct RuleVerdictTests {
  private typealias Needle = RuleTests.Needle

  private static func always(_ name: String = "r", _ then: (inout RuleActions) -> Void) -> Rule {
    RuleTests.rule(name, when: { $0.boards = [.clipboard] }, then: then)
  }

  private static func ifText(_ name: String = "r", _ then: (inout RuleActions) -> Void) -> Rule {
    RuleTests.rule(name, when: { $0.texts = [Needle(text: "key")] }, then: then)
  }

  private static let costly = RuleTests.rule(
    when: { $0.texts = [Needle(text: "", isTooCostly: true)] },
    then: { $0.marksSensitive = true }
  )

  @Test func `without rules nothing is said`() {
    #expect(RuleSet().judge(RuleTests.early) == RuleVerdict())
  }

  @Test func `a later rule wins where both speak of the same, tags and commands add up`() throws {
    let set = RuleSet([
      Self.always("a") {
        ($0.pins, $0.tags, $0.expiry) = (true, ["x", "y"], .seconds(1))
        ($0.board, $0.command) = (.primary, ["one"])
      },
      RuleTests.rule("b", when: { $0.boards = [.primary] }, then: { $0.tags = ["not"] }),
      Self.always("c") { ($0.pins, $0.tags, $0.command) = (false, ["y", "z"], ["two", "2"]) },
      Self.always("d") { ($0.expiry, $0.board) = (.seconds(2), BoardName("work")) },
    ])
    let verdict = set.judge(RuleTests.early)
    #expect(!verdict.isPinned)
    #expect(verdict.tags == ["x", "y", "z"])
    #expect(verdict.expiry == .seconds(2))
    #expect(verdict.board == BoardName("work"))
    #expect(
      verdict.commands == [
        .init(rule: "a", words: ["one"]), .init(rule: "c", words: ["two", "2"]),
      ]
    )
    #expect(!verdict.isIgnored && !verdict.isSensitive && !verdict.mayBecomeSensitive)
  }

  @Test func `what is ignored stays so, and nothing else is said`() {
    let set = RuleSet([
      Self.always { ($0.tags, $0.command) = (["t"], ["c"]) }, Self.always { $0.ignores = true },
      Self.always { $0.pins = true }, Self.ifText { $0.marksSensitive = true },
    ])
    let verdict = set.judge(RuleTests.early)
    #expect(verdict.isIgnored)
    #expect(verdict.tags.isEmpty && verdict.commands.isEmpty && !verdict.isPinned)
    #expect(!verdict.mayBecomeSensitive)
  }

  @Test func `what is sensitive stays so, and no command gets it`() {
    let set = RuleSet([
      Self.always { $0.command = ["before"] }, Self.always { $0.marksSensitive = true },
      Self.always { ($0.command, $0.tags, $0.expiry) = (["after"], ["t"], .seconds(9)) },
    ])
    let verdict = set.judge(RuleTests.early)
    #expect(verdict.isSensitive)
    #expect(verdict.commands.isEmpty)
    #expect(verdict.tags == ["t"] && verdict.expiry == .seconds(9))
  }

  @Test(
    arguments: [
      // isSensitive, mayBecomeSensitive
      (RuleTests.facts(), false, true), (RuleTests.facts(100), false, true),
      (RuleTests.facts(nil, "key"), true, false), (RuleTests.facts(nil, "my"), false, false),
      (RuleTests.facts(3, "key", isComplete: true), true, false),
      (RuleTests.facts(2, "my", isComplete: true), false, false),
      (RuleTests.facts(9, isComplete: true), false, false),
    ]
  )
  func `as long as a rule could make it a secret it is said`(
    _ facts: CopyFacts,
    _ isSensitive: Bool,
    _ mayBecome: Bool
  ) {
    let verdict = RuleSet([Self.ifText { $0.marksSensitive = true }]).judge(facts)
    #expect(verdict.isSensitive == isSensitive)
    #expect(verdict.mayBecomeSensitive == mayBecome)
  }

  @Test func `it is ignored when it is known what its text is`() {
    let set = RuleSet([Self.ifText { $0.ignores = true }])
    #expect(!set.judge(RuleTests.early).isIgnored)
    #expect(set.judge(RuleTests.facts(nil, "key")).isIgnored)
    #expect(set.judge(RuleTests.facts(nil, "my")) == RuleVerdict())
  }

  @Test func `what another condition rules out can become nothing`() {
    let set = RuleSet([
      RuleTests.rule(
        when: { ($0.sources, $0.texts) = (["xterm"], [Needle(text: "key")]) },
        then: { $0.marksSensitive = true }
      )
    ])
    #expect(set.judge(RuleTests.early) == RuleVerdict())
  }

  @Test func `a rule that cannot be told yet does nothing yet`() {
    let set = RuleSet([Self.ifText { ($0.pins, $0.tags, $0.command) = (true, ["t"], ["c"]) }])
    #expect(set.judge(RuleTests.early) == RuleVerdict())
    #expect(set.judge(RuleTests.facts(nil, "key")).isPinned)
  }

  @Test func `what is a secret already cannot become one`() {
    let set = RuleSet([
      Self.always { $0.marksSensitive = true }, Self.ifText { $0.marksSensitive = true },
    ])
    #expect(set.judge(RuleTests.early).isSensitive)
    #expect(!set.judge(RuleTests.early).mayBecomeSensitive)
  }

  @Test func `of a secret or not, what can never be told makes a secret`() {
    let before = RuleSet([Self.costly]).judge(RuleTests.facts(nil, "text"))
    #expect(!before.isSensitive && before.mayBecomeSensitive)
    let after = RuleSet([Self.costly]).judge(RuleTests.facts(4, "text", isComplete: true))
    #expect(after.isSensitive && !after.mayBecomeSensitive)
    let other = RuleTests.rule(
      when: { $0.texts = [Needle(text: "", isTooCostly: true)] },
      then: { $0.ignores = true }
    )
    #expect(
      RuleSet([other]).judge(RuleTests.facts(4, "text", isComplete: true)) == RuleVerdict()
    )
  }

  // MARK: Entries

  private static func entry(
    _ representations: [(UTType, String)],
    isSensitive: Bool = false,
    label: Entry.Label = .init()
  ) -> Entry {
    let all = representations.map { type, text in
      Representation(type: type, payload: .inline(Array(text.utf8)))
    }
    return Entry(
      id: .init(rawValue: 1),
      items: [Item(representations: all)],
      time: 0,
      isSensitive: isSensitive,
      label: label
    )
  }

  @Test func `an entry is judged by where it was copied, else by where it is`() throws {
    let work = try #require(BoardName("work"))
    let put = CopyFacts(of: Self.entry([(.plainText, "x")], label: .init(source: "cat")), on: work)
    #expect(put.board == work)
    #expect(put.origin == Origin(board: work, program: "cat"))
    let origin = Origin(board: .primary, windowClass: "XTerm")
    let copied = CopyFacts(
      of: Self.entry([(.plainText, "x")], label: .init(source: "cat", origin: origin)),
      on: work
    )
    #expect(copied.board == .primary)
    #expect(copied.origin == origin)
  }

  @Test func `an entry's plain text is looked at, else the text that it has`() {
    let both = CopyFacts(of: Self.entry([(.html, "<b>"), (.utf8PlainText, "b")]), on: .clipboard)
    #expect(both.text == Array("b".utf8))
    #expect(both.byteCount == 4 && both.isComplete)
    #expect(both.types == [.html, .utf8PlainText])
    #expect(CopyFacts(of: Self.entry([(.html, "<b>")]), on: .clipboard).text == Array("<b>".utf8))
    #expect(CopyFacts(of: Self.entry([(.png, "x")]), on: .clipboard).text == nil)
  }

  @Test func `of an entry's text the first MiB is read`() {
    let long = String(repeating: "x", count: CopyFacts.textLimit + 1)
    let facts = CopyFacts(of: Self.entry([(.plainText, long)]), on: .clipboard)
    #expect(facts.text?.count == CopyFacts.textLimit)
    #expect(facts.byteCount == CopyFacts.textLimit + 1)
  }

  @Test func `the text of a secret is not read`() {
    let entry = Self.entry([(.plainText, "key")], isSensitive: true)
    let facts = CopyFacts(of: entry, on: .clipboard)
    #expect(facts.text == nil && !facts.isComplete)
    #expect(RuleSet([Self.ifText { $0.marksSensitive = true }]).judge(facts).mayBecomeSensitive)
  }
}
