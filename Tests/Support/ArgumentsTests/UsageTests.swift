import Testing

@testable import Arguments

@Suite("Usage")
struct UsageTests {
  @Test func `the help is the table`() {
    let expected = """
      sample: Try every kind of parameter

        -p, --primary          Use the primary selection
        -n, --newline          Drop one trailing newline
        -t, --type TYPE        Type of the content
            --expire DURATION  Forget it then
        -l, --limit N          No more than these
        -r, --add NAME         Add one, again and again
            --color WHEN       When to use colour
            --once             After one paste
        [ENTRY]                The entry
        FILE…                  Files
        -- COMMAND…            Run this

      """
    #expect(Usage(of: Sample.self).description == expected)
  }

  @Test(arguments: [
    UsageError.unknownVerb("x", suggestion: nil), .unknownOption("-x", suggestion: nil),
    .missingValue(of: "-t"), .unexpectedValue(of: "--primary"),
    .invalidValue(of: "-l", expected: "a number"), .unexpectedWord("x"), .missingWord("DIR"),
    .contradiction("a and b exclude each other"),
  ])
  func `an error is one line without a full stop`(_ error: UsageError) {
    #expect(!error.reason.isEmpty)
    #expect(!error.reason.contains("\n"))
    #expect(!error.reason.hasSuffix("."))
  }
}
