internal import CProcesses
internal import Pasteboards
internal import Varlink

/// A daemon with a long history beside one with none.
struct EntriesBenchmark {
  private let laboratory: Laboratory
  private let empty: Station
  private let full: Station
  private let count: Int

  private var isQuick: Bool { laboratory.options.isQuick }
  private var mostForSearch: Double { count > 10_000 ? 100 : 15 }
  private var title: String { "\(count) entries beside an empty store" }

  init(_ laboratory: Laboratory) throws(BenchmarkError) {
    self.laboratory = laboratory
    count = laboratory.options.entryCount
    empty = try Station("no entries", in: laboratory.options.disk, laboratory)
    full = try Station("\(count) entries", in: laboratory.options.disk, laboratory)
  }

  func run() throws {
    let seconds = try HistoryGenerator.fill(full.directory, with: count)
    try laboratory.synchronize(full.directory)
    print("\nmade \(count) entries in \(fixed(seconds, 1)) s, \(size(full.directory)) on")
    print("  \(laboratory.fileSystem(of: full.directory)): \(laboratory.options.disk)")
    for station in [empty, full] {
      try station.start()
      // What it does with a history that it has not seen before disturbs no measurement.
      station.settle()
    }
    try measureSearches()
    try measurePutsAndGets()
    showMemory()
    try measureStarts()
  }

  private func size(_ directory: String) -> String {
    let command = Command(["du", "-sm", directory])
    guard let (_, bytes) = try? command.runReading(laboratory.log) else { return "?" }
    return "\(String(decoding: bytes.prefix { $0 != 9 }, as: UTF8.self)) MiB"
  }

  // MARK: Lists and searches

  private func measureSearches() throws {
    let rounds = isQuick ? 5 : 15
    var table = Table(
      "\(title): xfer list -l 50 …, whole process, ms; \(rounds) runs each, in turn",
      columns: ["", "empty", "median", "min", "p90", "max", "found", "target"]
    )
    try measure("all", [], atMost: 15, rounds, &table)
    for search in searches() {
      let most = search.isJudged ? mostForSearch : nil
      try measure(search.name, search.words, atMost: most, rounds, &table)
    }
    table.show()
    print("  without a target: what no index helps with, so that every entry is looked at")
  }

  private struct Search {
    let name: String
    let words: [String]
    var isJudged = true
  }

  private func searches() -> [Search] {
    let texts = HistoryTexts()
    let rare = String(texts.text(of: Self.oneOnTheClipboard(from: count / 3, texts)).prefix(25))
    return [
      Search(name: "search: 25 characters of one", words: ["--search", rare]),
      Search(name: "search: the most common word", words: ["--search", texts.words[0]]),
      Search(name: "search: a common word", words: ["--search", texts.words[100]]),
      Search(name: "search: nowhere, of common words", words: ["--search", Self.absent(texts, 0)]),
      Search(
        name: "search: nowhere, of rarer words",
        words: ["--search", Self.absent(texts, 200)]
      ),
      Search(name: "search: nowhere", words: ["--search", "quixotic jazz"]),
      Search(name: "search: 3 common characters", words: ["--search", "tra"]),
      Search(name: "search: 2 characters", words: ["--search", "st"]),
      Search(name: "search: 2 characters, nowhere", words: ["--search", "qx"], isJudged: false),
      Search(name: "regex", words: ["--regex", "[aeiou]n tr[aeiou]"]),
      Search(name: "regex, nowhere", words: ["--regex", "q[0-9]x"], isJudged: false),
      Search(name: "-t public.image", words: ["-t", "public.image"]),
      Search(name: "--tag \(GeneratedEntry.tags[4])", words: ["--tag", GeneratedEntry.tags[4]]),
    ]
  }

  /// The number of an entry that has a text which is long enough to be the only one.
  static func oneOnTheClipboard(from first: Int, _ texts: HistoryTexts) -> Int {
    let number = (first...).first { number in
      guard number % 1000 != 500, texts.text(of: number).count >= 40 else { return false }
      let made = try? GeneratedEntry(number, texts, filesIn: [])
      return made?.board == .clipboard
    }
    return number ?? first
  }

  /// Words in an order that is nowhere: but each of their trigrams is somewhere.
  private static func absent(_ texts: HistoryTexts, _ rank: Int) -> String {
    let words = Array(texts.words[rank..<(rank + 4)].reversed())
    return (words + words.prefix(2)).joined(separator: " ")
  }

  private func measure(
    _ name: String,
    _ words: [String],
    atMost limit: Double?,
    _ rounds: Int,
    _ table: inout Table
  ) throws {
    let words = ["list", "-l", "50"] + words
    var contest = Contest()
    contest.enter("empty") { try empty.run(words) }
    contest.enter("full") { try full.run(words) }
    let command = full.command(words)
    let (_, bytes) = try command.runReading(laboratory.log, codes: 0...1)
    try contest.run(rounds: rounds, warmup: 1)
    let samples = contest.of("full")
    let median = samples.median / 1e6
    table.add([
      name, milliseconds(contest.of("empty").median), milliseconds(samples.median),
      milliseconds(samples.minimum), milliseconds(samples.percentile(0.9)),
      milliseconds(samples.maximum), "\(bytes.count { $0 == 10 })",
      limit.map { laboratory.verdicts.judge("\(title): \(name)", median, atMost: $0) } ?? "",
    ])
  }

  // MARK: Puts and gets

  private func measurePutsAndGets() throws {
    let rounds = isQuick ? 20 : 200
    var table = Table(
      "\(title): put and get of 60 bytes, ms; \(rounds) runs each (over Varlink five times as many)",
      columns: ["", "empty", "full", "empty p90", "full p90", "median of full / empty"]
    )
    let text = String(HistoryTexts().text(of: 1).prefix(60))
    try compare("xfer put", rounds, &table) { station in
      { try station.run(["put"], input: .pipe(text)) }
    }
    try compare("xfer get", rounds, &table) { station in { try station.run(["get"]) } }
    try compare("Put over Varlink", rounds * 5, &table) { station in
      let client = try station.connect()
      return { try time { try client.ask("Put", .put(text)) } }
    }
    try compare("Get over Varlink", rounds * 5, &table) { station in
      let client = try station.connect()
      let request: JSON = ["types": ["public.utf8-plain-text"], "delivery": "inline"]
      return { try time { try client.ask("Get", request) } }
    }
    table.show()
  }

  private func compare(
    _ name: String,
    _ rounds: Int,
    _ table: inout Table,
    _ turn: (Station) throws -> () throws -> Double
  ) throws {
    var contest = Contest()
    contest.enter("empty", try turn(empty))
    contest.enter("full", try turn(full))
    try contest.run(rounds: rounds, warmup: 5)
    let (none, all) = (contest.of("empty"), contest.of("full"))
    let ratio = contest.pairedRatio
    table.add([
      name, milliseconds(none.median), milliseconds(all.median),
      milliseconds(none.percentile(0.9)), milliseconds(all.percentile(0.9)),
      laboratory.verdicts.judge("\(title): \(name)", ratio, atMost: 1.1),
    ])
  }

  // MARK: The daemon

  private func showMemory() {
    var table = Table(
      "\(title): memory of the daemon after all that, MiB",
      columns: ["", "anonymous", "file and shared", "resident, target"]
    )
    for station in [empty, full] {
      let process = station.process
      let value = ProcessFacts.mebibytes(process, "VmRSS")
      let files =
        ProcessFacts.mebibytes(process, "RssFile") + ProcessFacts.mebibytes(process, "RssShmem")
      let subject = "\(title): resident memory, \(station.name)"
      table.add([
        station.name, fixed(ProcessFacts.mebibytes(process, "RssAnon"), 1), fixed(files, 1),
        laboratory.verdicts.judge(subject, value, atMost: 48, decimals: 1),
      ])
    }
    table.show()
  }

  private func measureStarts() throws {
    let rounds = isQuick ? 5 : 15
    var contest = Contest()
    for (name, station) in [("empty", empty), ("full", full)] {
      contest.enter(name) {
        station.stop()
        let taken = try station.start()
        station.settle()
        return taken
      }
    }
    try contest.run(rounds: rounds, warmup: 1)
    var table = Table(
      "\(title): from the daemon's start until it names the newest entry, ms; \(rounds) runs each",
      columns: ["", "median", "min", "max", "target"]
    )
    for (name, samples) in zip([empty.name, full.name], contest.samples) {
      let median = samples.median / 1e6
      table.add([
        name, milliseconds(samples.median), milliseconds(samples.minimum),
        milliseconds(samples.maximum),
        laboratory.verdicts.judge("\(title): start with \(name)", median, atMost: 100),
      ])
    }
    table.show()
  }
}

/// How long something takes, in nanoseconds.
func time<Result>(_ work: () throws -> Result) rethrows -> Double {
  let start = processes_now()
  _ = try work()
  return Double(processes_now() - start)
}
