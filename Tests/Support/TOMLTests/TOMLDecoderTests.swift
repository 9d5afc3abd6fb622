import TOML
import Testing

@Suite("TOML decoder")
struct TOMLDecoderTests {
  private struct Everything: Decodable, Equatable {
    struct Inner: Decodable, Equatable {
      var name: String
      var note: String?
    }
    enum Level: String, Decodable { case info, debug }

    var flag: Bool
    var small: UInt8
    var ratio: Double
    var level: Level
    var words: [String]
    var inner: Inner
    var list: [Inner]
    var map: [String: Int]
    var missing: Int?
  }

  private static let document = """
    flag = true
    small = 255
    ratio = 2
    level = "debug"
    words = ["a", "b"]
    map = { x = 1, y = 2 }
    [inner]
    name = "n"
    [[list]]
    name = "one"
    note = "!"
    [[list]]
    name = "two"
    """

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws(TOMLError) -> T {
    try TOMLDecoder.decode(type, from: Array(text.utf8), file: "c.toml")
  }

  @Test func `a document becomes a value`() throws {
    let value = try decode(Everything.self, Self.document)
    let expected = Everything(
      flag: true,
      small: 255,
      ratio: 2,
      level: .debug,
      words: ["a", "b"],
      inner: .init(name: "n"),
      list: [.init(name: "one", note: "!"), .init(name: "two")],
      map: ["x": 1, "y": 2]
    )
    #expect(value == expected)
  }

  @Test(arguments: [
    ("flag = true", "flag = 1", "c.toml:1:8: must be true or false, not an integer"),
    ("small = 255", "small = 256", "c.toml:2:9: must be between 0 and 255"),
    ("ratio = 2", "ratio = \"2\"", "c.toml:3:9: must be a number, not a string"),
    (
      "words = [\"a\", \"b\"]", "words = [\"a\", 1]",
      "c.toml:5:15: must be a string, not an integer"
    ),
    ("map = {", "map = { z = false,", "c.toml:6:13: must be an integer, not a boolean"),
    ("flag = true", "", "c.toml: the key 'flag' is missing"),
    ("name = \"two\"", "", "c.toml:12:1: the key 'name' is missing"),
    (
      "name = \"n\"", "nmae = 1\nname = \"n\"",
      "c.toml:8:1: unknown key 'nmae'; did you mean 'name'?"
    ),
    ("flag = true", "flag = true\nqqqqqq = 1", "c.toml:2:1: unknown key 'qqqqqq'"),
    ("[inner]", "[other]\n[inner]", "c.toml:7:2: unknown key 'other'"),
    ("[[list]]", "[[list]]\nnoet = 1", "c.toml:10:1: unknown key 'noet'; did you mean 'note'?"),
  ])
  func `an error names the place`(line: String, changed: String, message: String) throws {
    let range = try #require(Self.document.firstRange(of: line))
    let last = Self.document.ranges(of: line).last ?? range
    let place = line.hasPrefix("name = \"two") ? last : range
    let text = Self.document.replacingCharacters(in: place, with: changed)
    let error = #expect(throws: TOMLError.self) { try decode(Everything.self, text) }
    #expect(error?.description == message)
  }

  @Test func `a table that is no table is an error`() {
    #expect(throws: TOMLError.self) { try decode([String: [String: Int]].self, "a = 1") }
    #expect(throws: TOMLError.self) { try decode([String: Int].self, "[a]") }
  }

  /// A table that goes on behind a number that is none.
  private struct Lenient: Decodable {
    struct Strict: Decodable {
      var number: Int
      var after: Int
    }

    var number = 0
    var strict: Strict?

    private enum Key: String, CodingKey { case number, strict }

    init(from decoder: any Decoder) throws {
      let table = try decoder.container(keyedBy: Key.self)
      do { number = try table.decode(Int.self, forKey: .number) } catch { try decoder.note(error) }
      do { strict = try table.decode(Strict.self, forKey: .strict) } catch {
        try decoder.note(error)
      }
    }
  }

  @Test func `a mistake that is noted hinders nothing`() throws {
    let text = "strict = { number = \"x\", after = 1 }\nnumber = \"x\"\nnumbr = 1"
    let table = try TOMLTable(parsing: Array(text.utf8), file: "c.toml")
    let result = try TOMLDecoder.decode(Lenient.self, from: table, file: "c.toml")
    #expect(
      result.mistakes.map(\.description) == [
        "c.toml:1:21: must be an integer, not a string",
        "c.toml:2:10: must be an integer, not a string",
        "c.toml:3:1: unknown key 'numbr'; did you mean 'number'?",
      ]
    )
    #expect(throws: TOMLError.self) {
      try TOMLDecoder.decode(Lenient.self, from: Array(text.utf8), file: "c.toml")
    }
  }

  @Test func `all unknown keys are listed in the order of their places`() throws {
    let table = try TOMLTable(
      parsing: Array("noet = 1\nname = \"x\"\nzz = 1\n\"na\u{301}me\" = 1".utf8),
      file: "c.toml"
    )
    let result = try TOMLDecoder.decode(Everything.Inner.self, from: table, file: "c.toml")
    #expect(result.value.name == "x")
    #expect(
      result.mistakes.map(\.description) == [
        "c.toml:1:1: unknown key 'noet'; did you mean 'note'?", "c.toml:3:1: unknown key 'zz'",
        "c.toml:4:1: unknown key 'na\u{301}me'; did you mean 'name'?",
      ]
    )
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
