import Testing
import UniformTypeIdentifiers

@testable import Pasteboards

@Suite("Rules")
struct RuleTests {
  /// Matches where the bytes hold a text; of some texts it cannot tell.
  struct Needle: RulePattern {
    var text: String
    var isTooCostly = false

    func matches(_ bytes: [UInt8]) -> Bool? {
      isTooCostly ? nil : String(decoding: bytes, as: UTF8.self).contains(text)
    }
  }

  /// A password manager's copy of which nothing has been read.
  static let early = CopyFacts(
    board: .clipboard,
    types: [.html, .utf8PlainText],
    origin: Origin(
      board: .clipboard,
      windowClass: "KeePassXC",
      windowTitle: "Passwords - KeePassXC",
      program: "keepassxc"
    )
  )

  static func facts(
    _ byteCount: Int? = nil,
    _ text: String? = nil,
    isComplete: Bool = false
  ) -> CopyFacts {
    var facts = early
    facts.byteCount = byteCount
    facts.text = text.map { Array($0.utf8) }
    facts.isComplete = isComplete
    return facts
  }

  static func conditions(_ change: (inout RuleConditions) -> Void) -> RuleConditions {
    var conditions = RuleConditions()
    change(&conditions)
    return conditions
  }

  static func rule(
    _ name: String = "r",
    when: (inout RuleConditions) -> Void,
    then: (inout RuleActions) -> Void = { $0.tags = ["t"] }
  ) -> Rule {
    var actions = RuleActions()
    then(&actions)
    return Rule(name: name, conditions: conditions(when), actions: actions)
  }

  private static func matches(
    _ facts: CopyFacts,
    _ when: (inout RuleConditions) -> Void
  ) -> Bool? {
    rule(when: when).examine(facts).matches
  }

  // MARK: Conditions that are known from the beginning

  @Test(arguments: [
    (["KeePassXC"], true), (["keepassxc"], true), (["KEEPASSXC"], true),
    (["xterm", "keepassxc"], true), (["keepass"], false), (["xterm"], false), ([""], false),
  ])
  func `a source is the window class or the program, in whatever case`(
    _ sources: [String],
    _ holds: Bool
  ) {
    #expect(Self.matches(Self.early) { $0.sources = sources } == holds)
  }

  @Test(arguments: [
    ([UTType.html], true), ([.text], true), ([.image, .plainText], true), ([.image], false),
    ([.utf8PlainText], true), ([.json], false), ([.data], true),
  ])
  func `a type matches by conformance`(_ types: [UTType], _ holds: Bool) {
    #expect(Self.matches(Self.early) { $0.types = types } == holds)
  }

  @Test func `a board is compared, and a title searched`() throws {
    #expect(Self.matches(Self.early) { $0.boards = [.primary, .clipboard] } == true)
    #expect(Self.matches(Self.early) { $0.boards = [.primary] } == false)
    #expect(Self.matches(Self.early) { $0.titles = [Needle(text: "Passwords")] } == true)
    #expect(Self.matches(Self.early) { $0.titles = [Needle(text: "Mail")] } == false)
  }

  @Test func `what is not known of the program matches nothing`() {
    var facts = Self.early
    facts.origin = nil
    #expect(Self.matches(facts) { $0.sources = ["keepassxc"] } == false)
    #expect(Self.matches(facts) { $0.titles = [Needle(text: "")] } == false)
    facts.origin = Origin(board: .clipboard, program: "keepassxc")
    #expect(Self.matches(facts) { $0.sources = ["keepassxc"] } == true)
    #expect(Self.matches(facts) { $0.titles = [Needle(text: "")] } == false)
  }

  // MARK: Conditions that are known later

  @Test(
    arguments: [
      (facts(), nil, nil), (facts(99), nil, nil), (facts(100), nil, false),
      (facts(101), true, false), (facts(99, isComplete: true), false, true),
      (facts(100, isComplete: true), false, false), (facts(101, isComplete: true), true, false),
      (facts(isComplete: true), false, true),
    ] as [(CopyFacts, Bool?, Bool?)]
  )
  func `a size is told as soon as it can be`(_ facts: CopyFacts, _ larger: Bool?, _ smaller: Bool?)
  {
    #expect(Self.matches(facts) { $0.larger = 100 } == larger)
    #expect(Self.matches(facts) { $0.smaller = 100 } == smaller)
  }

  @Test(
    arguments: [
      (facts(), nil), (facts(5), nil), (facts(nil, "my key"), true), (facts(nil, "my"), false),
      (facts(2, "my", isComplete: true), false), (facts(6, "my key", isComplete: true), true),
      (facts(9, isComplete: true), false),
    ] as [(CopyFacts, Bool?)]
  )
  func `a text is told when it is known`(_ facts: CopyFacts, _ holds: Bool?) {
    #expect(Self.matches(facts) { $0.texts = [Needle(text: "key")] } == holds)
  }

  @Test func `where no text is on offer no text is waited for`() {
    var facts = Self.early
    facts.types = [.png]
    #expect(Self.matches(facts) { $0.texts = [Needle(text: "key")] } == false)
  }

  @Test func `only the first MiB of a text is looked at`() {
    let filler = String(repeating: "x", count: CopyFacts.textLimit - 3)
    let facts = [filler + "key", filler + "xkey"].map { Self.facts(nil, $0) }
    #expect(facts.map { Self.matches($0) { $0.texts = [Needle(text: "key")] } } == [true, false])
  }

  @Test(
    arguments: [
      ([false, nil], nil), ([nil, true], true), ([false, false], false), ([true, nil], true),
    ] as [([Bool?], Bool?)]
  )
  func `one pattern of several is enough`(_ answers: [Bool?], _ holds: Bool?) {
    let patterns = answers.map { answer in
      Needle(text: answer == true ? "key" : "other", isTooCostly: answer == nil)
    }
    #expect(Self.matches(Self.facts(nil, "my key")) { $0.texts = patterns } == holds)
  }

  // MARK: All conditions together

  @Test(
    arguments: [
      // source, larger than 100, text
      (["keepassxc"], facts(), nil), (["xterm"], facts(), false),
      (["keepassxc"], facts(101), nil), (["keepassxc"], facts(nil, "key"), nil),
      (["keepassxc"], facts(101, "key"), true), (["keepassxc"], facts(nil, "my"), false),
      (["keepassxc"], facts(99, "key", isComplete: true), false),
    ] as [([String], CopyFacts, Bool?)]
  )
  func `one that fails decides, else one that cannot be told`(
    _ sources: [String],
    _ facts: CopyFacts,
    _ holds: Bool?
  ) {
    let found = Self.matches(facts) {
      ($0.sources, $0.larger, $0.texts) = (sources, 100, [Needle(text: "key")])
    }
    #expect(found == holds)
  }

  @Test func `an explanation ends with the first condition that does not hold`() {
    let rule = Self.rule(
      when: {
        $0.boards = [.clipboard]
        $0.sources = ["xterm", "emacs"]
        $0.texts = [Needle(text: "key")]
      }
    )
    #expect(
      rule.examine(Self.facts(nil, "key")).conditions == [
        ConditionFinding(.board, wanted: ["clipboard"], found: ["clipboard"], holds: true),
        ConditionFinding(
          .source,
          wanted: ["xterm", "emacs"],
          found: ["KeePassXC", "keepassxc"],
          holds: false
        ),
      ]
    )
  }

  @Test func `an explanation repeats nothing of a text`() {
    let rule = Self.rule(when: { $0.texts = [Needle(text: "key")] })
    #expect(
      rule.examine(Self.facts(nil, "my key")).conditions == [
        ConditionFinding(.text, wanted: ["key"], found: ["6"], holds: true)
      ]
    )
    #expect(rule.examine(Self.facts()).conditions.map(\.found) == [[]])
  }

  @Test func `of many types only some are named`() {
    var facts = Self.early
    facts.types = Array(repeating: .png, count: 1000)
    let rule = Self.rule(when: { $0.types = [.text] })
    #expect(rule.examine(facts).conditions.first?.found.count == 16)
  }
}
