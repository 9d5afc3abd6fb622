import TOML
import Testing

@Suite("TOML table")
struct TOMLTableTests {
  private func table(_ text: String) throws(TOMLError) -> TOMLTable {
    try TOMLTable(parsing: Array(text.utf8), file: "a.toml")
  }

  private func place(_ line: Int, _ column: Int) -> TOMLPosition {
    TOMLPosition(file: "a.toml", line: line, column: column)
  }

  @Test(arguments: [
    (#"a = "x\ty""#, TOMLValue.string("x\ty")),
    ("a = 'x\\ty'", .string("x\\ty")),
    ("a = \"\"\"\none\ntwo\"\"\"", .string("one\ntwo")),
    ("a = \"\"\"\"a\"\"\"\"\"", .string("\"a\"\"")),
    ("a = \"\"\"\\\n  \u{e9}\"\"\"", .string("\u{e9}")),
    ("a = 9223372036854775807", .integer(.max)),
    ("a = -9223372036854775808", .integer(.min)),
    ("a = 0xff", .integer(255)),
    ("a = 1_000", .integer(1000)),
    ("a = 0.1", .float(0.1)),
    ("a = -inf", .float(-.infinity)),
    ("a = true", .boolean(true)),
    ("a = 1979-05-27T07:32:00.5-07:00", .dateTime("1979-05-27T07:32:00.5-07:00")),
    ("a = 1979-05-27 07:32:00Z", .dateTime("1979-05-27T07:32:00Z")),
    ("a = 1979-05-27", .dateTime("1979-05-27")),
    ("a = 07:32:00.000001", .dateTime("07:32:00.000001")),
  ])
  func `values arrive as they were written`(text: String, value: TOMLValue) throws {
    #expect(try table(text)["a"]?.value == value)
  }

  @Test func `keys and values know their places`() throws {
    let table = try table("[a]\n  b = 1\n\"c d\" = [ 1,\n  true ]\n")
    let a = try #require(table["a"])
    #expect(a.position == place(1, 1))
    guard case .table(let inner) = a.value else {
      Issue.record("a is no table")
      return
    }
    #expect(inner.entries.first { $0.key == "b" }?.keyPosition == place(2, 3))
    #expect(inner["b"]?.position == place(2, 7))
    #expect(inner.entries.first { $0.key == "c d" }?.keyPosition == place(3, 1))
    let elements: [TOMLNode] = [
      TOMLNode(.integer(1), at: place(3, 11)), TOMLNode(.boolean(true), at: place(4, 3)),
    ]
    #expect(inner["c d"]?.value == .array(elements))
  }

  @Test func `keys of equal text and different bytes are two keys`() throws {
    let table = try table("\"\u{e9}\" = 1\n\"e\u{301}\" = 2\n")
    #expect(table.entries.count == 2)
    #expect(table["\u{e9}"]?.value == .integer(1))
    #expect(table["e\u{301}"]?.value == .integer(2))
  }

  @Test func `an empty document is an empty table`() throws {
    #expect(try table("").entries.isEmpty)
    #expect(try table("# nothing\n").entries.isEmpty)
    #expect(try table("\u{feff}").entries.isEmpty)
  }

  @Test func `merging keeps what only one has and lets the later win`() throws {
    var merged = try table("x = 1\n[a]\nb = 1\nc = 1\n")
    let later = try TOMLTable(parsing: Array("y = 2\n[a]\nc = 2\n".utf8), file: "b.toml")
    merged.merge(later)
    #expect(merged["x"]?.value == .integer(1))
    #expect(merged["y"]?.position.file == "b.toml")
    guard case .table(let a)? = merged["a"]?.value else {
      Issue.record("a is no table")
      return
    }
    #expect(a["b"]?.position == place(3, 5))
    #expect(a["c"]?.value == .integer(2))
    #expect(a["c"]?.position == TOMLPosition(file: "b.toml", line: 3, column: 5))
  }

  @Test(arguments: [
    ("a = $", 1, 5), ("a = 1\na = 2", 2, 1), ("a", 1, 2), ("a = \"x", 1, 7), ("[a\n", 1, 3),
    ("a = 1 b = 2", 1, 7), ("a = 99999999999999999999", 1, 25), ("a = \u{1}", 1, 5),
    ("\n\na = 1979-13-01", 3, 12), ("a = 1\n[a.b]", 2, 4), ("[[", 1, 3), ("[[\u{8}[[x]]", 1, 3),
    ("a = 1\n\n[|]\nb = 1", 3, 1), ("\u{e9} = 1", 1, 1), ("a = \u{e9}", 1, 5),
  ])
  func `what is not TOML is refused where it is`(text: String, line: Int, column: Int) {
    let error = #expect(throws: TOMLError.self) { try table(text) }
    #expect(error?.position.line == line, "\(error?.description ?? "")")
    #expect(abs((error?.position.column ?? 0) - column) <= 4, "\(error?.description ?? "")")
    #expect(error?.explanation.isEmpty == false)
  }

  @Test(arguments: [
    [UInt8]("a = \"".utf8) + [0xff, 0xfe] + Array("\"".utf8), [0xc0, 0x80], [0], [0xef, 0xbb],
    [0xed, 0xa0, 0x80],
  ])
  func `bytes that are not UTF-8 text are refused`(bytes: [UInt8]) {
    #expect(throws: TOMLError.self) { try TOMLTable(parsing: bytes, file: "a.toml") }
  }

  /// The parts are start, repeated middle and end, since the whole would fill the log.
  @Test(arguments: [
    ("a", ".a", " = 1"), ("[a", ".a", "]"), ("x = { k = \"\"\"a\"\"\"\", b", ".a", " = 1 }"),
    ("x = [ '''a''''', { b", ".a", " = 1 } ]"), ("x = \"\\\\\"\n a", ".a", " = 1"),
    ("a = ", "[", ""), ("a = ", "{a=", ""), ("#", "          ", ""),
  ])
  func `documents beyond the limits are refused`(start: String, middle: String, end: String) {
    let text = start + String(repeating: middle, count: 110_000) + end
    #expect(throws: TOMLError.self) { try table(text) }
  }

  @Test func `dots in strings, comments and numbers are no key parts`() throws {
    let dots = String(repeating: ".", count: 100)
    let text = "a = \"\(dots)\" # \(dots)\nb = '\(dots)'\nc = '''\n\(dots)\n'''\nd = 1.5\n"
    #expect(try table(text).entries.count == 4)
  }

  @Test func `thousands of damaged documents are read or refused`() throws {
    let original = Array(
      """
      a.b = 1 # note
      "q.x" = 'y'
      [t]
      d = 1979-05-27T07:32:00.5-07:00
      n = [1, 2.5, inf, true, { k = "v\\u00e9" }]
      m = \"\"\"one é
      two\"\"\"
      [[x]]
      [[x]]
      y = { a.b = 1, c = [[1], [2]] }
      """.utf8
    )
    var random = SplitMix(state: 20)
    var refused = 0
    for _ in 0..<5000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(original.randomElement(using: &random) ?? 0, at: index)
        default: bytes.removeSubrange(index..<min(index + 9, bytes.count))
        }
      }
      do throws(TOMLError) {
        _ = try TOMLTable(parsing: bytes, file: "m")
      } catch {
        refused += 1
        #expect(error.position.line >= 1, "\(error)")
      }
    }
    #expect((1000..<5000).contains(refused))
  }
}

/// A generator that gives the same numbers in each run.
///
/// Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
