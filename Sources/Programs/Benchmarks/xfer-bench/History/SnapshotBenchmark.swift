internal import CProcesses
internal import Varlink

/// A large file that is put by content, beside `cp` and `cat`.
struct SnapshotBenchmark {
  private let laboratory: Laboratory
  private let station: Station
  private let hasReflinks: Bool

  private var isQuick: Bool { laboratory.options.isQuick }
  private var size: Int { isQuick ? 64 << 20 : 1 << 30 }
  private var rounds: Int { isQuick ? 3 : 7 }
  private var log: Log { laboratory.log }
  private var payload: String { "\(station.directory)-payload.bin" }
  private var text: String { "\(station.directory)-payload.txt" }
  private var copy: String { "\(station.directory)-copy" }
  private var title: String {
    let kind = laboratory.fileSystem(of: station.directory)
    return "\(sizeName(size)) on \(kind), \(hasReflinks ? "with" : "without") reflinks"
  }

  init(_ laboratory: Laboratory, on disk: String, hasReflinks: Bool) throws(BenchmarkError) {
    self.laboratory = laboratory
    self.hasReflinks = hasReflinks
    station = try Station("snapshots", in: disk, laboratory)
  }

  func run() throws {
    try station.start()
    _ = try laboratory.file(size, at: payload, isText: false)
    _ = try laboratory.file(size, at: text)
    try laboratory.synchronize(payload)
    try measurePut()
    _ = try station.command(putWords).run(log)
    station.settle()
    _ = try station.command(getWords, output: .file(copy)).run(log)
    try laboratory.compare(copy, payload, "xfer get of a snapshot")
    try measureGet()
    try measureStatus()
  }

  private var putWords: [String] { put(payload) }
  private func put(_ path: String) -> [String] { ["put", "--snapshot", path] }
  private var getWords: [String] { ["get"] }

  /// A put without a target.
  private let ofText = "the same of text"

  private func measurePut() throws {
    let reflink = hasReflinks ? "always" : "never"
    let script = "cp --reflink=\(reflink) '\(payload)' '\(copy)' && sync -d '\(copy)'"
    var contest = Contest()
    contest.enter("cp --reflink=\(reflink) && sync -d") {
      let taken = try Command(["sh", "-c", script]).run(log).nanoseconds
      laboratory.remove(copy)
      try rest()
      return taken
    }
    for (name, path) in [("xfer put --snapshot", payload), (ofText, text)] {
      contest.enter(name) {
        let taken = try station.command(put(path)).run(log).nanoseconds
        try forget()
        return taken
      }
    }
    try contest.run(rounds: rounds, warmup: 1)
    show("put, synced", contest)
    print("  text is looked through, since readers are to be told what encodings hold it")
  }

  private func measureGet() throws {
    var contest = Contest()
    contest.enter("cat > file") {
      try take(Command(["cat", payload], output: .file(copy)))
    }
    contest.enter("xfer get > file") { try take(station.command(getWords, output: .file(copy))) }
    try contest.run(rounds: rounds, warmup: 1)
    show("get into a file", contest)
  }

  private func take(_ command: Command) throws -> Double {
    let taken = try command.run(log).nanoseconds
    laboratory.remove(copy)
    try rest()
    return taken
  }

  /// Removes what was put, and lets the daemon end what it does with it.
  private func forget() throws {
    _ = try station.command(["remove", "@1"]).run(log)
    try rest()
  }

  private func rest() throws {
    station.settle()
    try laboratory.synchronize(payload)
  }

  private func show(_ what: String, _ contest: Contest) {
    var table = Table(
      "\(title): \(what); \(rounds) runs each, in turn",
      columns: ["", "median ms", "min ms", "max ms", "MB/s", "of the other's speed"]
    )
    let other = contest.samples.first?.median ?? .nan
    for (name, samples) in zip(contest.names, contest.samples) {
      let ratio = other / samples.median
      let judged = name.hasPrefix("xfer")
      table.add([
        name, fixed(samples.median / 1e6, 1), fixed(samples.minimum / 1e6, 1),
        fixed(samples.maximum / 1e6, 1), fixed(Double(size) * 1e3 / samples.median, 0),
        judged
          ? laboratory.verdicts.judge("\(title): \(name)", ratio, atLeast: 0.9) : fixed(ratio, 2),
      ])
    }
    table.show()
  }

  // MARK: Others meanwhile

  private func measureStatus() throws {
    var table = Table(
      "\(title): the daemon meanwhile, with status asked for every millisecond",
      columns: ["", "asked", "median ms", "slowest ms, target", "peak MiB, target"]
    )
    let get = station.command(getWords).words.joined(separator: " ")
    try watch("while it gets it", Command(["sh", "-c", "exec \(get) > '\(copy)'"]), &table)
    laboratory.remove(copy)
    try forget()
    try watch("while it puts it", station.command(putWords), &table)
    try forget()
    table.show()
  }

  private func watch(_ name: String, _ command: Command, _ table: inout Table) throws {
    let client = try station.connect()
    ProcessFacts.resetPeak(station.process)
    var samples = Samples()
    let job = try Background(command, log)
    while job.isRunning {
      samples.add(try time { try client.ask("Status") })
      processes_sleep(1_000_000)
    }
    let peak = ProcessFacts.mebibytes(station.process, "VmHWM")
    let slowest = samples.maximum / 1e6
    table.add([
      name, "\(samples.count)", milliseconds(samples.median),
      laboratory.verdicts.judge("\(title): status \(name)", slowest, atMost: 20),
      laboratory.verdicts.judge("\(title): memory \(name)", peak, atMost: 48, decimals: 1),
    ])
  }
}
