/// What the words of the command line ask for.
struct Options {
  static let usage = """
    xfer-bench [--only NAME,…] [--quick] [--bin DIR] [--peers DIR] [--scratch DIR]
               [--entries N] [--disk DIR] [--reflink-disk DIR] [--make-history DIR]
               [--transfer DIR FILE…]

      --only          of startup, latency, transfers, memory, captures, stuck, types; else all of these
                      of entries, puts, snapshots, copyq: only when named, since they take minutes
                      and write gigabytes to the disk; history is these four
                      files: only when named, as it is about the disk
      --quick         fewer and smaller runs: to see that it works, not to measure
      --bin           where xfer and xferd are (.build/bin)
      --peers         sources of the C programs to measure against (Sources/Programs/Benchmarks)
      --scratch       where the files go (/dev/shm, else /tmp)
      --entries       how many the long history has (1000000; with --quick 10000)
      --disk          where histories and snapshots go (/var/tmp)
      --reflink-disk  snapshots also there, beside cp --reflink=always (XFS, Btrfs)
      --transfer      only brings the files that follow into DIR, as files does for itself
      --make-history  only makes a long history, for an xferd with DIR as XDG_STATE_HOME
    """
  private static let usual = [
    "startup", "latency", "transfers", "memory", "captures", "stuck", "types",
  ]
  private static let disks = ["files"]
  private static let history = ["entries", "puts", "snapshots", "copyq"]

  var only = usual
  var isQuick = false
  var wantsHelp = false
  var programs = ".build/bin"
  var sources = "Sources/Programs/Benchmarks"
  var scratch = "/dev/shm"
  var disk = "/var/tmp"
  var reflinkDisk: String?
  var historyPlace: String?
  /// Where to bring files to, and which.
  var transfer: (directory: String, files: [String])?
  private var entries: Int?

  var entryCount: Int { entries ?? (isQuick ? 10_000 : 1_000_000) }

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
      case "--entries": entries = try Self.count(of: word, &words)
      case "--disk": disk = try Self.value(of: word, &words)
      case "--reflink-disk": reflinkDisk = try Self.value(of: word, &words)
      case "--transfer":
        transfer = (try Self.value(of: word, &words), Array(words))
        words = []
      case "--make-history": historyPlace = try Self.value(of: word, &words)
      default: throw BenchmarkError("no option \(word)")
      }
    }
    only = only.flatMap { $0 == "history" ? Self.history : [$0] }
    let names = Self.usual + Self.history + Self.disks
    for name in only where !names.contains(name) {
      throw BenchmarkError("no benchmark \(name); there are \(names.joined(separator: ", "))")
    }
  }

  private static func count(
    of option: String,
    _ words: inout ArraySlice<String>
  ) throws(BenchmarkError) -> Int {
    guard let count = Int(try value(of: option, &words)), count > 0 else {
      throw BenchmarkError("\(option) needs a number from 1 on")
    }
    return count
  }

  private static func value(
    of option: String,
    _ words: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = words.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }
}
