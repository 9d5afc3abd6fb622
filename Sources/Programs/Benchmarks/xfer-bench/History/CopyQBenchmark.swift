internal import CProcesses

/// The history beside that of CopyQ, each through its own command line.
struct CopyQBenchmark {
  private let laboratory: Laboratory
  private let station: Station
  private let texts = HistoryTexts()

  private var count: Int { laboratory.options.isQuick ? 1000 : 10_000 }
  private var rounds: Int { laboratory.options.isQuick ? 3 : 7 }
  private var log: Log { laboratory.log }
  private var title: String { "\(count) entries, beside CopyQ" }

  /// `nil` if CopyQ is not installed.
  init?(_ laboratory: Laboratory) throws(BenchmarkError) {
    guard try Command(["sh", "-c", "command -v copyq"]).attempt(laboratory.log).code == 0 else {
      print("\ncopyq is not installed")
      return nil
    }
    self.laboratory = laboratory
    station = try Station("\(laboratory.options.disk)", in: laboratory.options.disk, laboratory)
  }

  func run() throws {
    _ = try HistoryGenerator.fill(station.directory, with: count)
    try station.start()
    station.settle()
    // What its words are written in.
    processes_set_variable("LC_ALL", "C.UTF-8")
    let server = try Background(copyq(), log)
    defer { end(server) }
    try fill(server)
    let rare = texts.text(of: EntriesBenchmark.oneOnTheClipboard(from: count / 3, texts))
    try check(rare)
    try measure(rare)
    compareMemory(server)
  }

  /// CopyQ, whose socket and files are where the laboratory's environment says, apart from the user's.
  ///
  /// It has another X server than xferd, or it would take up whatever is put there.
  private func copyq(_ words: String...) -> Command {
    processes_set_variable("DISPLAY", laboratory.display)
    return Command(["copyq"] + words)
  }

  private func end(_ server: Background) {
    // What does not end by itself is ended.
    _ = try? copyq("exit").attempt(log)
    server.stop()
  }

  private func fill(_ server: Background) throws {
    let deadline = processes_now() + 30_000_000_000
    while try copyq("config", "maxitems", "\(count + 1000)").attempt(log).code != 0 {
      guard server.isRunning, processes_now() < deadline else {
        throw log.failure("copyq does not answer")
      }
      processes_sleep(100_000_000)
    }
    // A word of a command line has 128 KiB at most.
    for start in stride(from: 0, to: count, by: 250) {
      let all = (start..<min(start + 250, count)).map { "\"\(texts.text(of: $0))\"" }
      _ = try copyq("eval", "add(\(all.joined(separator: ",")))").run(log)
    }
  }

  // The value of a script is printed as well, so it is an empty text. CopyQ reads `\n` in a word of a
  // command line before its script does.
  private static let show = "print(t+String.fromCharCode(10))"

  private var listScript: String { "for(i=0;i<size();++i){t=str(read(i));\(Self.show)};\"\"" }

  private func searchScript(_ text: String) -> String {
    "for(i=0;i<size();++i){t=str(read(i));if(t.indexOf(\"\(text)\")>=0)\(Self.show)};\"\""
  }

  /// Both must have them all, and find the one.
  private func check(_ rare: String) throws {
    let size = try lines(copyq("size"))
    guard size.first == "\(count)" else {
      throw BenchmarkError("copyq has \(size.first ?? "?") entries instead of \(count)")
    }
    let found = [
      try lines(copyq("eval", searchScript(rare))),
      try lines(station.command(["list", "-a", "--search", rare])),
    ]
    guard found.allSatisfy({ $0.count == 1 })
    else { throw BenchmarkError("copyq and xfer do not find the same: \(found.map(\.count))") }
  }

  private func lines(_ command: Command) throws(BenchmarkError) -> [String] {
    let (_, bytes) = try command.runReading(log)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func measure(_ rare: String) throws {
    var table = Table(
      "\(title): whole process, ms; \(rounds) runs each, in turn",
      columns: ["", "copyq median", "min", "max", "xfer median", "min", "max", "times as fast"]
    )
    let list = listScript
    try compare("list all", copyq("eval", list), ["list", "-a"], &table)
    try compare(
      "search all, one is found",
      copyq("eval", searchScript(rare)),
      ["list", "-a", "--search", rare],
      &table
    )
    try compare("insert one", copyq("add", "one more"), ["put"], input: .pipe("one more"), &table)
    table.show()
  }

  private func compare(
    _ name: String,
    _ theirs: Command,
    _ ours: [String],
    input: Command.Input = .nothing,
    _ table: inout Table
  ) throws {
    var contest = Contest()
    contest.enter("copyq") { try theirs.run(log).nanoseconds }
    contest.enter("xfer") { try station.command(ours, input: input).run(log).nanoseconds }
    try contest.run(rounds: rounds, warmup: 1)
    let all = contest.samples.flatMap { [$0.median, $0.minimum, $0.maximum] }.map(milliseconds)
    let ratio = contest.of("copyq").median / contest.of("xfer").median
    table.add(
      [name] + all + [laboratory.verdicts.judge("\(title): \(name)", ratio, atLeast: 10)]
    )
  }

  private func compareMemory(_ server: Background) {
    var table = Table(
      "\(title): memory of all their processes, MiB",
      columns: ["", "copyq", "xferd", "xferd / copyq"]
    )
    let family = ProcessFacts.family(server.process)
    for (name, measure) in [
      ("resident", { ProcessFacts.mebibytes($0, "VmRSS") }),
      ("proportional (shared pages in part)", ProcessFacts.proportional),
    ] as [(String, (CInt) -> Double)] {
      let theirs = family.map(measure).reduce(0, +)
      let ours = measure(station.process)
      let verdict = laboratory.verdicts.judge(
        "\(title): \(name) memory",
        ours / theirs,
        atMost: 0.2
      )
      table.add([name, fixed(theirs, 1), fixed(ours, 1), verdict])
    }
    table.show()
    print("  copyq has \(family.count) processes")
  }
}
