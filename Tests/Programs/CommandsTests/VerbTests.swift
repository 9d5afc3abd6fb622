import Arguments
import LinuxIO
import Testing

@testable import Commands

@Suite("Verbs")
struct VerbTests {
  /// What is wrong with a verb's table.
  struct Complaints: VerbBody {
    func callAsFunction<V: Verb>(_ verb: V.Type) -> [String] {
      var found: [String] = []
      let declarations = V.parameters.map(\.declaration)
      let texts = [V.summary] + declarations.map(\.help)
      found += texts.filter { $0.isEmpty || $0.hasSuffix(".") || $0.contains("\n") }
      let isRequired = declarations.contains { $0.kind == .word && !$0.spelling.hasPrefix("[") }
      if isRequired != V.wantsWords { found.append("\(V.name): words are wanted or not") }
      let letters = declarations.compactMap(\.letter)
      if Set(letters).count != letters.count { found.append("\(V.name): a letter twice") }
      let names = declarations.map(\.name)
      if Set(names).count != names.count { found.append("\(V.name): a name twice") }
      for parameter in declarations where parameter.name == "help" || parameter.letter == "h" {
        found.append("\(V.name): help is taken")
      }
      for line in Usage(of: V.self).description.split(separator: "\n") where line.count > 100 {
        found.append("\(V.name): a long line")
      }
      return found
    }
  }

  struct Name: VerbBody {
    func callAsFunction<V: Verb>(_ verb: V.Type) -> String { V.name }
  }

  @Test(arguments: VerbName.allCases)
  func `a verb's table is well-formed`(_ name: VerbName) throws {
    #expect(try name.open(Complaints()) == [])
    #expect(try name.open(Name()) == name.rawValue)
  }

  @Test func `the documentation is what help prints`() throws {
    let path =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/") + "/Documentation/Commands.md"
    let expected = Self.documentation
    if Environment.isSet("XFER_UPDATE_GOLDEN") {
      let file = try FileSystem.open(Array(path.utf8), .replace, permissions: 0o644)
      try file.writeAll(Array(expected.utf8))
    }
    let found = try FileSystem.read(Array(path.utf8))
    #expect(String(decoding: found, as: UTF8.self) == expected)
  }

  /// `Documentation/Commands.md`, made from the verbs.
  static var documentation: String {
    var text = """
      # Commands

      Made from the tables in `Sources/Programs/Commands`; a test compares. To make it anew:
      `XFER_UPDATE_GOLDEN=1 swift test --filter VerbTests`.

      ```
      \(Help.overview)```

      """
    for name in VerbName.allCases {
      text += "\n## xfer \(name.rawValue)\n\n```\n\(name.usage)```\n"
    }
    return text + "\n" + exitCodes
  }

  static let exitCodes = """
    ## Exit codes

    | code | when |
    |---|---|
    | 0 | done |
    | 1 | nothing there, or not of that type (standard error names what there is); `put --wait`: replaced, not pasted; `list`: something was asked of the entries, and none is so |
    | 64 | words that make no sense; binary content for a terminal without `--force` |
    | 65 | content that does not fit its type or is larger than may be; a configuration with an error; an archive of which something could not be written or taken |
    | 66 | input that is missing or cannot be read |
    | 69 | no daemon, or no X display where one is needed |
    | 73 | an output file that cannot be created |
    | 74 | a read or write that failed |
    | 75 | no answer in time, from the selection's owner, from what makes the content (a command, a client that promised it) or from xferd; another program took the selection at the same moment |
    | 76 | the selection's owner broke the protocol; it, or what makes the content, refused, failed or went away before all was there; an answer of xferd that makes no sense |
    | 77 | not permitted |
    | 130 | interrupted |

    An error is one line, `xfer: WHAT: WHY`, and at most one line of advice.

    """
}
