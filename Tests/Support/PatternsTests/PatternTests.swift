import Patterns
import Testing

@Suite("Patterns", .timeLimit(.minutes(4)))
struct PatternTests {
  private func matches(
    _ pattern: String,
    _ subject: [UInt8],
    ignoresCase: Bool = false
  ) throws -> Bool {
    try Matcher(Pattern(pattern, ignoresCase: ignoresCase)).matches(subject)
  }

  @Test(arguments: [
    ("needle", "hay needle hay", true), ("needle", "hay", false), ("^hay", "hay needle", true),
    ("^needle", "hay needle", false), (#"\d{3}-\d{4}"#, "call 555-1234", true), ("", "", true),
    ("", "x", true), ("x", "", false), ("^$", "", true), (#"(\w+) \1"#, "the the", true),
    (#"(\w+) \1"#, "the then", true), (#"\b(\w+) \1\b"#, "the then", false),
    ("a\u{0}b", "xa\u{0}b", true), ("a.b", "a\u{0}b", true), ("(?i)NEEDLE", "needle", true),
    ("b|^a", "ca", false), ("(?s)a.b", "a\nb", true), ("a.b", "a\nb", false),
  ])
  func `plain`(pattern: String, subject: String, expected: Bool) throws {
    #expect(try matches(pattern, Array(subject.utf8)) == expected)
  }

  @Test(arguments: [
    ("^.$", "é", true), (#"^\w+$"#, "Straße", true), (#"^\p{Greek}+$"#, "λόγος", true),
    (#"^\p{Greek}+$"#, "logos", false), (#"\x{1F600}"#, "smile 😀", true), ("[à-ü]", "é", true),
  ])
  func `unicode`(pattern: String, subject: String, expected: Bool) throws {
    #expect(try matches(pattern, Array(subject.utf8)) == expected)
  }

  @Test(arguments: [("needle", "NeEdLe"), ("ÉTÉ", "été"), ("λόγος", "ΛΌΓΟΣ")])
  func `case is ignored on demand`(pattern: String, subject: String) throws {
    #expect(try matches(pattern, Array(subject.utf8), ignoresCase: true))
    #expect(try !matches(pattern, Array(subject.utf8)))
  }

  @Test func `any bytes may be searched`() throws {
    let broken: [UInt8] = [0xFF, 0xC3] + Array("needle".utf8) + [0x80, 0xED, 0xA0, 0x80, 0xF4]
    #expect(try matches("needle", broken))
    #expect(try matches("e", broken, ignoresCase: true))
    #expect(try !matches("nadel", broken))
    #expect(try !matches(".", [0xFF, 0xFE, 0x80]))
    #expect(try !matches("a.b", Array("a".utf8) + [0xFF] + Array("b".utf8)))
    for first in UInt8.min...UInt8.max {
      #expect(try matches("x$", [first, 0xE2, 0x82, first, 0x78]))
    }
  }

  @Test func `a part of the bytes is not read past its end`() throws {
    let bytes = Array("hay needle".utf8)
    let matcher = try Matcher(Pattern("needle$"))
    for count in bytes.indices {
      let isThere = try bytes.withUnsafeBytes {
        try matcher.matches(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      #expect(!isThere)
    }
    #expect(try matcher.matches(bytes))
  }

  @Test(arguments: [
    ("a(b", 3, "missing closing parenthesis"), ("a)b", 1, "unmatched closing parenthesis"),
    ("[z-a]", 3, "range out of order in character class"),
    ("é*+*", 4, "quantifier does not follow a repeatable item"),
    (#"a\C"#, 3, "using \\C is disabled by the application"),
    ("(*NONSENSE)a", 10, "(*VERB) not recognized or malformed"),
  ])
  func `a mistake has its place`(pattern: String, offset: Int, reason: String) throws {
    #expect(throws: PatternError.malformed(reason: reason, offset: offset)) {
      try Pattern(pattern)
    }
    let error = PatternError.malformed(reason: reason, offset: offset)
    #expect(error.description == "malformed pattern at byte \(offset): \(reason)")
  }

  @Test(arguments: ["a(?C)b", "a(?C255)b", #"a(?C"text")b"#])
  func `callouts are refused`(pattern: String) {
    #expect(throws: PatternError.malformed(reason: "callouts are not supported", offset: 0)) {
      try Pattern(pattern)
    }
  }

  @Test func `long and deep patterns are refused`() throws {
    let limit = Pattern.byteLimit
    #expect(throws: PatternError.tooLong(byteCount: limit + 1, limit: limit)) {
      try Pattern(String(repeating: "a", count: limit + 1))
    }
    let longest = String(repeating: "a", count: limit)
    #expect(try matches(longest, Array(longest.utf8)))
    let deep = String(repeating: "(", count: 1000) + String(repeating: ")", count: 1000)
    #expect(throws: PatternError.self) { try Pattern(deep) }
  }

  @Test func `one pattern serves many matchers`() async throws {
    let pattern = try Pattern("(needle|nadel)+$")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<8 {
        group.addTask {
          let matcher = try Matcher(pattern)
          return try (0..<200).count { number in
            let end = (number + index).isMultiple(of: 2) ? "needle" : "hay"
            return try matcher.matches(Array("hay \(number) \(end)".utf8))
          }
        }
      }
      for try await count in group { #expect(count == 100) }
    }
  }
}
