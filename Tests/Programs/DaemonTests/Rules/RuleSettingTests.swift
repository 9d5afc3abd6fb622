import Pasteboards
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("Rules of the configuration")
struct RuleSettingTests {
  static let file = "/h/.config/xfer/config.toml"

  static func sources(_ text: String) -> ConfigurationSources {
    ConfigurationSources(
      variable: { $0 == "HOME" ? Array("/h".utf8) : nil },
      read: { path in
        path.elementsEqual(file.utf8) ? .bytes(Array(text.utf8)) : .absent
      },
      names: { _ in [] }
    )
  }

  private static func load(_ text: String) throws -> [RuleSetting] {
    try Configuration.load(from: sources(text)).configuration.rule.all
  }

  /// What is wrong, without the file.
  private static func problems(_ text: String) -> [String] {
    do {
      _ = try load(text)
      return []
    } catch {
      return "\(error)".split(separator: "\n").map { String($0.dropFirst(file.utf8.count + 1)) }
    }
  }

  private static let full = """
    [[rule]]
    name = "keys"
    match.type = ["public.text", "image/png"]
    match.source = "KeePassXC"
    match.title = "^Pass"
    match.board = ["clipboard", "primary"]
    match.text = ["^-----BEGIN", "\\\\bAKIA"]
    match.larger = 10
    match.smaller = "1MiB"
    do = { sensitive = true, pin = false, tags = ["key", "a b"], expire = "10m", board = "work" }
    [[rule]]
    match = { board = "primary" }
    do = { run = ["notify-send", "copied"] }
    [[rule]]
    match = { smaller = 3 }
    do = { ignore = true }
    """

  @Test func `every key is read`() throws {
    let rules = try Self.load(Self.full)
    #expect(rules.map(\.name) == ["keys", "rule 2", "rule 3"])
    let rule = try #require(rules.first)
    #expect(rule.match.types == ["public.text", "image/png"])
    #expect(rule.match.sources == ["KeePassXC"])
    #expect(rule.match.titles.map(\.text) == ["^Pass"])
    #expect(rule.match.boards == [.clipboard, .primary])
    #expect(rule.match.texts.map(\.text) == ["^-----BEGIN", "\\bAKIA"])
    #expect(rule.match.larger == ByteCount(10))
    #expect(rule.match.smaller == .mebibytes(1))
    var actions = RuleActions()
    (actions.marksSensitive, actions.pins, actions.tags) = (true, false, ["key", "a b"])
    (actions.expiry, actions.board) = (.seconds(600), BoardName("work"))
    #expect(rule.actions == actions)
    #expect(rules[1].actions.command == ["notify-send", "copied"])
    #expect(rules[2].actions.ignores)
  }

  @Test func `a rule is applied with types by any of their names, and patterns`() throws {
    let rule = try #require(try Self.load(Self.full).first?.rule)
    #expect(rule.conditions.types == [.text, .png])
    #expect(rule.conditions.larger == 10)
    #expect(rule.conditions.smaller == 1 << 20)
    let pattern = try #require(rule.conditions.texts.last)
    #expect(pattern.matches(Array("my AKIA123".utf8)) == true)
    #expect(pattern.matches(Array("myAKIA".utf8)) == false)
  }

  @Test func `a pattern that takes too long tells nothing`() throws {
    let pattern = try PatternSetting("^(a|aa)+$")
    let text = Array((String(repeating: "a", count: 200) + "!").utf8)
    #expect(pattern.matches(text) == nil)
  }

  @Test func `what show prints reads back to the same`() throws {
    let shown = ConfigurationCheck(sources: Self.sources(Self.full)).run(.show, json: false)
    let text = String(decoding: shown.output, as: UTF8.self)
    #expect(try Self.load(text) == Self.load(Self.full))
    #expect(text.contains("[[rule]]                    # \(Self.file):1\nname = \"keys\"\n"))
    #expect(text.contains("do = { run = [\"notify-send\", \"copied\"] }\n"))
  }

  @Test(arguments: ["a\u{1}b", "\t", "q\"\\", "é"])
  func `what show prints keeps characters that TOML escapes`(_ title: String) throws {
    var setting = RuleSetting(name: "r")
    setting.match.titles = [try PatternSetting("\\Q" + title)]
    setting.actions.pins = true
    var configuration = Configuration()
    configuration.rule = RuleSettings([setting])
    let shown = ConfigurationText.table(configuration, origins: [:])
    #expect(try Self.load(String(decoding: shown.output, as: UTF8.self)) == [setting])
  }

  @Test func `show prints rules as JSON`() {
    let text = "[[rule]]\nmatch.board = [\"primary\", \"x\"]\ndo = { pin = true, tags = \"t\" }"
    let shown = ConfigurationCheck(sources: Self.sources(text)).run(.show, json: true)
    let json = String(decoding: shown.output, as: UTF8.self)
    let rule =
      "\"rule\":[{\"name\":\"rule 1\",\"match\":{\"board\":[\"primary\",\"x\"]},"
      + "\"do\":{\"pin\":true,\"tags\":[\"t\"]}}]"
    #expect(json.contains(rule), "\(json)")
    #expect(json.contains("\"rule\":\"\(Self.file):1\""))
  }

  @Test(arguments: [
    // What match says.
    ("match = {}", "2:9: matches everything: it must have a condition, such as board"),
    ("match = 1", "2:9: must be a table, not an integer"),
    ("match = { tpye = \"a.b\" }", "2:11: unknown key 'tpye'; did you mean 'type'?"),
    ("match = { type = 1 }", "2:18: must be a string, not an integer"),
    ("match = { type = [] }", "2:18: must name something"),
    (
      "match = { type = [\"a.b\", \"\"] }",
      "2:26: must be the name of a type, such as \"public.image\""
    ),
    ("match = { source = \"\" }", "2:20: must not be empty"),
    ("match = { source = [\"a\", 1] }", "2:26: must be a string, not an integer"),
    (
      "match = { title = \"(\" }",
      "2:19: malformed pattern at byte 1: missing closing parenthesis"
    ),
    (
      "match = { text = [\"a\", \"[\"] }",
      "2:24: malformed pattern at byte 1: missing terminating ] for character class"
    ),
    (
      "match = { board = \"\" }",
      "2:19: a board's name is 1 to 255 bytes, no control characters"
    ),
    ("match = { larger = \"1Gb\" }", "2:20: must be a size: \"64KiB\", \"10MB\""),
    ("match = { smaller = 0 }", "2:21: no size is smaller than this"),
    (
      "match = { larger = 10, smaller = \"11B\" }",
      "2:34: no size is smaller than this and larger than 10B"
    ),
    ("mach = { board = \"x\" }", "1:1: the key 'match' is missing"),
  ])
  func `a mistake in what a rule matches is told with its place`(
    _ line: String,
    _ problem: String
  ) {
    let found = Self.problems("[[rule]]\n\(line)\ndo = { ignore = true }")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
    #expect(found.count == (line.hasPrefix("mach") ? 2 : 1), "\(found)")
  }

  @Test(arguments: [
    ("do = {}", "3:6: does nothing: it must have an action, such as ignore = true"),
    ("do = { ignor = true }", "3:8: unknown key 'ignor'; did you mean 'ignore'?"),
    ("do = { ignore = false }", "3:17: must be true, or not there"),
    ("do = { sensitive = 1 }", "3:20: must be true or false, not an integer"),
    ("do = { pin = \"yes\" }", "3:14: must be true or false, not a string"),
    (
      "do = { ignore = true, pin = true }",
      "3:17: of what is ignored there is nothing left: say only ignore"
    ),
    (
      "do = { sensitive = true, run = [\"cat\"] }",
      "3:32: no command gets what is sensitive"
    ),
    ("do = { tags = [] }", "3:15: must name something"),
    ("do = { tags = [\"a\\nb\"] }", "3:16: a tag is 1 to 255 bytes, no control characters"),
    ("do = { expire = \"0s\" }", "3:17: must be longer than nothing"),
    ("do = { expire = 10 }", "3:17: must be a string, not an integer"),
    (
      "do = { board = \"\" }",
      "3:16: a board's name is 1 to 255 bytes, no control characters"
    ),
    ("do = { board = [\"a\", \"b\"] }", "3:16: must be a string, not an array"),
    ("do = { run = \"cat\" }", "3:14: must be an array, not a string"),
    (
      "do = { run = [] }",
      "3:14: must be a program and its arguments: [\"notify-send\", \"copied\"]"
    ),
    (
      "do = { run = [\"\"] }",
      "3:14: must be a program and its arguments: [\"notify-send\", \"copied\"]"
    ),
    ("name = \"n\"", "1:1: the key 'do' is missing"),
    ("name = \"\"\ndo.pin = true", "3:8: a name is 1 to 255 bytes, no control characters"),
    ("nam = \"x\"\ndo.pin = true", "3:1: unknown key 'nam'; did you mean 'name'?"),
  ])
  func `a mistake in what a rule does is told with its place`(_ line: String, _ problem: String) {
    #expect(Self.problems("[[rule]]\nmatch = { board = \"primary\" }\n\(line)") == [problem])
  }

  @Test func `all mistakes of all rules are told`() {
    let text = """
      rul = 1
      [[rule]]
      match = { title = "(", text = ["a", "["], sorce = "x" }
      do = { expire = "soon", ignore = false }
      [[rule]]
      match = { larger = "x" }
      [limits]
      transfers = 0
      [log]
      level = 1
      """
    let places = Self.problems(text).map { $0.split(separator: " ").first.map { String($0) } ?? "" }
    #expect(
      places == [
        "1:1:", "3:19:", "3:37:", "3:43:", "4:17:", "4:34:", "5:1:", "6:20:", "8:13:", "10:9:",
      ]
    )
  }

  @Test func `a rule is no section and no value`() {
    #expect(Self.problems("[rule]") == ["1:1: must be an array, not a table"])
    #expect(Self.problems("rule = 1") == ["1:8: must be an array, not an integer"])
  }
}
