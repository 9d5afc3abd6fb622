import Testing

@testable import Arguments

/// A verb with one parameter of each kind.
struct Sample: Command, Equatable {
  static let name = "sample"
  static let summary = "Try every kind of parameter"
  static let parameters: [Parameter<Self>] = [
    .flag("primary", "p", \.isPrimary, "Use the primary selection"),
    .flag("newline", "n", \.dropsNewline, "Drop one trailing newline"),
    .option("type", "t", \.type, "TYPE", "Type of the content"),
    .option("expire", nil, \.expire, "DURATION", "Forget it then"),
    .option("limit", "l", \.limit, "N", "No more than these"),
    .options("add", "r", \.added, "NAME", "Add one, again and again"),
    .option("color", nil, \.color, "WHEN", "When to use colour"),
    .flag("once", nil, \.pastes, sets: 1, "After one paste"),
    .word("ENTRY", \.entry, "The entry"),
    .rest("FILE", \.files, "Files"),
    .tail("COMMAND", \.command, "Run this"),
  ]

  enum When: String, ArgumentChoice { case always, never }

  var isPrimary = false
  var dropsNewline = false
  var type: String?
  var expire: Duration?
  var limit = 10
  var added: [[UInt8]] = []
  var color: When?
  var pastes: Int?
  var entry: String?
  var files: [[UInt8]] = []
  var command: [[UInt8]] = []
}

struct Strict: Command {
  static let name = "strict"
  static let summary = "Want one word"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .word("DIR", \.directory, required: true, "Where")
  ]
  var directory: [UInt8]?
}

@Suite("Scanner")
struct ScannerTests {
  static func scan(_ words: [String]) throws(UsageError) -> Sample? {
    guard case .command(let sample) = try Sample.scan(words.map { Array($0.utf8) }) else {
      return nil
    }
    return sample
  }

  static func sample(_ change: (inout Sample) -> Void) -> Sample {
    var sample = Sample()
    change(&sample)
    return sample
  }

  @Test(arguments: [
    ([], sample { _ in }),
    (["-p"], sample { $0.isPrimary = true }),
    (
      ["-pn"],
      sample {
        $0.isPrimary = true
        $0.dropsNewline = true
      }
    ),
    (["-t", "png"], sample { $0.type = "png" }),
    (["-tpng"], sample { $0.type = "png" }),
    (["-t=png"], sample { $0.type = "=png" }),
    (["--type", "png"], sample { $0.type = "png" }),
    (["--type=png"], sample { $0.type = "png" }),
    (["--type="], sample { $0.type = "" }),
    (["--type=a=b"], sample { $0.type = "a=b" }),
    (["--type", "--primary"], sample { $0.type = "--primary" }),
    (
      ["-pnt", "png"],
      sample {
        $0.isPrimary = true
        $0.dropsNewline = true
        $0.type = "png"
      }
    ),
    (
      ["-ptn"],
      sample {
        $0.isPrimary = true
        $0.type = "n"
      }
    ),
    (["-t", "a", "-t", "b"], sample { $0.type = "b" }),
    (["-ra", "--add=b", "-r", "c"], sample { $0.added = ["a", "b", "c"].map { Array($0.utf8) } }),
    (["--expire", "10m"], sample { $0.expire = .seconds(600) }),
    (["-l7"], sample { $0.limit = 7 }),
    (["--color=never"], sample { $0.color = .never }),
    (["--once"], sample { $0.pastes = 1 }),
    (["-"], sample { $0.entry = "-" }),
    (
      ["one", "two", "-p", "three"],
      sample {
        $0.entry = "one"
        $0.files = ["two", "three"].map { Array($0.utf8) }
        $0.isPrimary = true
      }
    ),
    (["--", "-p", "--", "x"], sample { $0.command = ["-p", "--", "x"].map { Array($0.utf8) } }),
    (
      ["one", "--", "two"],
      sample {
        $0.entry = "one"
        $0.command = [Array("two".utf8)]
      }
    ),
  ])
  func `words become a command`(_ words: [String], _ expected: Sample) throws {
    #expect(try Self.scan(words) == expected)
  }

  @Test(arguments: [
    (["--tpye", "x"], UsageError.unknownOption("--tpye", suggestion: "--type")),
    (["--type"], .missingValue(of: "--type")),
    (["-t"], .missingValue(of: "-t")),
    (["-pt"], .missingValue(of: "-t")),
    (["-x"], .unknownOption("-x", suggestion: nil)),
    (["-px"], .unknownOption("-x", suggestion: nil)),
    (["--primary=1"], .unexpectedValue(of: "--primary")),
    (["--zzzzzzzz"], .unknownOption("--zzzzzzzz", suggestion: nil)),
    (["--ENTRY=1"], .unknownOption("--ENTRY", suggestion: nil)),
    (["--color", "blue"], .invalidValue(of: "--color", expected: "always or never")),
    (["-l", "-3"], .invalidValue(of: "-l", expected: "a number")),
    (["-l", ""], .invalidValue(of: "-l", expected: "a number")),
    (["-l", "99999999999999999999"], .invalidValue(of: "-l", expected: "a number")),
    (
      ["--expire", "5"],
      .invalidValue(of: "--expire", expected: "a duration such as 500ms, 45s, 10m, 2h or 7d")
    ),
    (["--\u{1B}[2J"], .unknownOption("--\u{FFFD}[2J", suggestion: nil)),
  ])
  func `words that make no sense are errors`(_ words: [String], _ expected: UsageError) {
    #expect(throws: expected) { try Self.scan(words) }
  }

  @Test func `a verb without a place for words refuses them`() {
    #expect(throws: UsageError.unexpectedWord("two")) {
      try Strict.scan(["one", "two"].map { Array($0.utf8) })
    }
  }

  @Test func `a required word that is missing is named`() {
    #expect(throws: UsageError.missingWord("DIR")) { try Strict.scan([]) }
  }

  @Test func `without a tail everything after two dashes is a word`() throws {
    guard case .command(let strict) = try Strict.scan(["--", "-x"].map { Array($0.utf8) }) else {
      Issue.record("not a command")
      return
    }
    #expect(strict.directory == Array("-x".utf8))
  }

  @Test(arguments: [["--help"], ["-h"], ["-ph"], ["-p", "--help", "--nonsense"]])
  func `help is asked for`(_ words: [String]) throws {
    #expect(try Self.scan(words) == nil)
  }

  @Test func `file names keep bytes that are not text`() throws {
    let name: [UInt8] = [0x66, 0xFF, 0xFE]
    guard case .command(let sample) = try Sample.scan([Array("x".utf8), name]) else {
      Issue.record("not a command")
      return
    }
    #expect(sample.files == [name])
  }

  @Test func `text that is not UTF-8 is an error`() {
    #expect(throws: UsageError.invalidValue(of: "-t", expected: "text in UTF-8")) {
      try Sample.scan([Array("-t".utf8), [0xFF]])
    }
  }
}
