import Patterns
import Testing

/// Patterns that would run for hours, or for ever.
@Suite("Limits of patterns", .serialized, .timeLimit(.minutes(4)))
struct LimitsTests {
  private func subject(_ byteCount: Int) -> [UInt8] {
    [UInt8](repeating: 0x61, count: byteCount) + [0x62]
  }

  /// Generous, since the machine may be busy; without limits it would be minutes to centuries.
  private static let patience = Duration.seconds(2)

  @Test(arguments: [
    ("(a+)+$", 4096), ("(a|aa)+$", 4096), ("(a|a?)+$", 4096), ("(a*)*c?$", 4096),
    (#"(a+)+\1$"#, 4096), ("(?:a*a*a*a*)*$", 4096),
    // Few steps at each place, but each or all together over the whole subject.
    (#"(a+b)\1"#, 1 << 20), ("(?:a*+c|a)*[cd]", 1 << 20), ("a*a*[cd]", 1 << 16),
    (#"(?=(a+))\1[cd]"#, 1 << 16),
  ])
  func `a hostile pattern ends`(pattern: String, byteCount: Int) throws {
    let matcher = try Matcher(Pattern(pattern))
    let subject = subject(byteCount)
    let clock = ContinuousClock()
    let duration = clock.measure {
      #expect(throws: PatternError.tooCostly) { try matcher.matches(subject) }
    }
    #expect(duration < Self.patience)
  }

  @Test func `steps alone end what doubles with each byte`() throws {
    let limits = Pattern.Limits(
      stepCount: 100_000,
      kibibyteCount: 1 << 14,
      duration: .seconds(1000)
    )
    let matcher = try Matcher(Pattern("(a|aa)+$", limits: limits))
    #expect(throws: PatternError.tooCostly) { try matcher.matches(subject(4096)) }
  }

  @Test func `the matcher is good for the next subject`() throws {
    let matcher = try Matcher(Pattern("(a|aa)+$"))
    #expect(throws: PatternError.tooCostly) { try matcher.matches(subject(4096)) }
    #expect(try matcher.matches(subject(4096).dropLast()))
    #expect(try !matcher.matches(Array("b".utf8)))
  }

  @Test(arguments: ["(*LIMIT_MATCH=4000000000)", "(*LIMIT_DEPTH=4000000000)", "(*NO_JIT)", ""])
  func `a pattern cannot raise its limits`(prefix: String) throws {
    let limits = Pattern.Limits(stepCount: 1000, kibibyteCount: 1000, duration: .seconds(1000))
    let matcher = try Matcher(Pattern("\(prefix)(a+)+$", limits: limits))
    #expect(throws: PatternError.tooCostly) { try matcher.matches(subject(64)) }
    #expect(try matcher.matches(Array("aaa".utf8)))
  }

  @Test func `memory is bounded`() throws {
    let limits = Pattern.Limits(stepCount: .max, kibibyteCount: 64, duration: .seconds(1000))
    for prefix in ["", "(*NO_JIT)", "(*NO_JIT)(*LIMIT_HEAP=4000000000)"] {
      let matcher = try Matcher(Pattern("\(prefix)^(?:a|b)*c", limits: limits))
      #expect(throws: PatternError.tooCostly) { try matcher.matches(subject(1 << 20)) }
    }
  }

  @Test(arguments: [
    ("((a{1,60000}){1,60000}){1,60000}", 1), ("(?:(?:(?:a{200}){200}){200}){200}", 1),
    ("(?<=a|bc|def)", 300), ("[^a]{0,999}", 300), ("(a|b)*", 600), (#"\p{L}+"#, 600),
  ])
  func `compiling ends as well`(part: String, count: Int) throws {
    let pattern = String(repeating: part, count: count)
    let duration = ContinuousClock().measure {
      // Whether it is accepted is PCRE2's business.
      _ = try? Pattern(pattern)
    }
    #expect(duration < Self.patience)
  }

  @Test(arguments: ["needle", "[a-z]+@", "(?s)quick.*dog", #"\bcolou?r\b"#, "(?:[a-z]+ )+z"])
  func `an honest pattern searches a large text`(pattern: String) throws {
    let line = Array("the quick brown fox\n".utf8)
    let text = Array(repeatElement(line, count: (1 << 18) / line.count).joined())
    let limits = Pattern.Limits(
      stepCount: Pattern.Limits.default.stepCount,
      kibibyteCount: Pattern.Limits.default.kibibyteCount,
      duration: .seconds(10)
    )
    #expect(try !Matcher(Pattern(pattern, limits: limits)).matches(text))
  }
}
