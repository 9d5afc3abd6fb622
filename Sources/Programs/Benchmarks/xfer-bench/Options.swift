/// What the words of the command line ask for.
struct Options {
  static let usage = """
    xfer-bench [--only NAME,…] [--quick] [--bin DIR] [--peers DIR] [--scratch DIR]

      --only       of startup, latency, transfers, memory, stuck, types
      --quick      fewer and smaller runs: to see that it works, not to measure
      --bin        where xfer and xferd are (.build/bin)
      --peers      sources of the C programs to measure against (Sources/Programs/Benchmarks)
      --scratch    where the files go (/dev/shm, else /tmp)
    """
  static let names = ["startup", "latency", "transfers", "memory", "stuck", "types"]

  var only = names
  var isQuick = false
  var wantsHelp = false
  var programs = ".build/bin"
  var sources = "Sources/Programs/Benchmarks"
  var scratch = "/dev/shm"

  init(_ words: [String]) throws(BenchmarkError) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--help", "-h": wantsHelp = true
      case "--only": only = try Self.value(of: word, &words).split(separator: ",").map(String.init)
      case "--bin": programs = try Self.value(of: word, &words)
      case "--peers": sources = try Self.value(of: word, &words)
      case "--scratch": scratch = try Self.value(of: word, &words)
      default: throw BenchmarkError("no option \(word)")
      }
    }
    for name in only where !Self.names.contains(name) {
      throw BenchmarkError("no benchmark \(name); there are \(Self.names.joined(separator: ", "))")
    }
  }

  private static func value(
    of option: String,
    _ words: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = words.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }
}
