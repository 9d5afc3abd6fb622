import Arguments
import Testing
import Wire

@testable import Commands

@Suite("What rules say of an entry")
struct RulesTests {
  static func reply(_ change: (inout Verdict) -> Void = { _ in }) -> TestRulesReply {
    func condition(
      _ name: String,
      _ wanted: [String],
      _ found: [String],
      _ holds: Bool?
    ) -> TestedCondition {
      TestedCondition(condition: name, wanted: wanted, found: found, holds: holds)
    }
    var verdict = Verdict()
    change(&verdict)
    return TestRulesReply(
      entry: "0123456789abcdef",
      rules: [
        TestedRule(
          rule: "keys",
          matches: true,
          conditions: [
            condition("source", ["keepassxc", "x"], ["KeePassXC"], true),
            condition("larger", ["1000"], ["2000"], true),
            condition("text", ["^a"], ["2000"], true),
          ]
        ),
        TestedRule(
          rule: "two\tlines\n",
          matches: false,
          conditions: [
            condition("board", ["clipboard"], ["clipboard"], true),
            condition("type", ["public.image", "public.url"], ["public.html"], false),
          ]
        ),
        TestedRule(
          rule: "rule 3",
          matches: nil,
          conditions: [
            condition("smaller", ["1000"], ["2"], true), condition("text", ["b"], [], nil),
          ]
        ),
      ],
      verdict: verdict
    )
  }

  @Test func `a line a rule says whether and why, then comes what is done`() throws {
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    let reply = Self.reply {
      ($0.sensitive, $0.pinned, $0.tags, $0.expire) = (true, true, ["a", "b"], 600_000)
      $0.board = "work"
      $0.commands = [RuleCommand(rule: "keys", command: ["notify-send", "a b"])]
    }
    let expected = """
      keys\tyes\tsource is KeePassXC; 2000 B is larger than 1000 B; the text matches ^a
      two␉lines␊\tno\ttype is public.html, not public.image or public.url
      rule 3\tunknown\tthe text was not looked at for b

      sensitive\tnever on disk, in history or in a log
      pin\tno limit removes it
      tag\ta
      tag\tb
      expire\tafter 10 min 0 s
      board\twork
      run\tnotify-send a b (keys)\n
      """
    #expect(Rules.text(reply, rendering) == expected)
  }

  @Test func `people get columns`() throws {
    let (rendering, _) = try RenderingTests.rendering(isTerminal: true)
    let text = Rules.text(Self.reply { $0.ignored = true }, rendering)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "RULE        MATCHES  WHY")
    #expect(lines.last(where: { !$0.isEmpty }) == "ignore      nothing of it is kept")
  }

  @Test func `what does nothing says so`() throws {
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    #expect(Rules.text(Self.reply(), rendering).hasSuffix("\n\nnothing\tis done\n"))
    let none = TestRulesReply(entry: "0123456789abcdef", rules: [], verdict: Verdict())
    #expect(Rules.text(none, rendering) == "nothing\tthere are no rules\n")
  }

  @Test(
    arguments: [
      ("title", ["^Mail"], ["Inbox"], false, "the title 'Inbox' does not match ^Mail"),
      ("title", ["^Mail"], [], false, "the title is not known; wanted is ^Mail"),
      ("source", ["a", "b"], [], false, "the source is not known; wanted is a or b"),
      ("source", ["a"], ["X", "y"], false, "source is X, y, not a"),
      ("text", ["a"], [], false, "there is no text for a"),
      ("text", ["a"], ["5"], false, "the text does not match a"),
      ("text", ["a"], ["5"], nil, "the text takes too long to be searched for a"),
      ("larger", ["10"], ["5"], false, "5 B is not larger than 10 B"),
      ("smaller", ["10"], ["50"], false, "50 B is not smaller than 10 B"),
      ("larger", ["10"], ["5"], nil, "5 B is larger than 10 B, as far as is known"),
    ] as [(String, [String], [String], Bool?, String)]
  )
  func `what decided is said in words`(
    _ condition: String,
    _ wanted: [String],
    _ found: [String],
    _ holds: Bool?,
    _ words: String
  ) throws {
    let tested = TestedCondition(
      condition: condition,
      wanted: wanted,
      found: found,
      holds: holds
    )
    let rule = TestedRule(rule: "r", matches: holds, conditions: [tested])
    let reply = TestRulesReply(entry: "", rules: [rule], verdict: Verdict())
    let (rendering, _) = try RenderingTests.rendering(isTerminal: false)
    let line = Rules.text(reply, rendering).split(separator: "\n").first
    #expect(line?.split(separator: "\t").last.map { String($0) } == words)
  }

  @Test func `words name an action and an entry`() throws {
    let command = try HistoryWordsTests.command(Rules.self, ["test", "-b", "work", "@2"])
    #expect(command.request == TestRulesRequest(entry: "@2", board: "work"))
    for words in [[], ["test"], ["tset", "@1"], ["test", "x"], ["test", "@1", "@2"]] {
      #expect(throws: UsageError.self) { try HistoryWordsTests.command(Rules.self, words) }
    }
  }
}
