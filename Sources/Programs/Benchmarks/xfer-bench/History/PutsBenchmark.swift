internal import LinuxIO

/// How many small entries a second are kept, each on the disk before its put is answered.
struct PutsBenchmark {
  private let laboratory: Laboratory
  private let stations: [Station]

  private var isQuick: Bool { laboratory.options.isQuick }
  private var duration: Duration { isQuick ? .milliseconds(500) : .seconds(3) }
  private var rounds: Int { isQuick ? 2 : 5 }
  private static let target = "4 clients"

  init(_ laboratory: Laboratory) throws(BenchmarkError) {
    self.laboratory = laboratory
    let places = [laboratory.options.disk, "/dev/shm"]
    stations = try places.map { place throws(BenchmarkError) in
      try Station(place, in: place, laboratory)
    }
  }

  func run() throws {
    var contest = Contest()
    for station in stations {
      try station.start()
      for (clients, board) in [(1, "bench"), (4, "bench"), (16, "bench"), (4, "clipboard")] {
        // Of a contest the samples are times: here those of one put.
        contest.enter(name(station, clients, board)) {
          1e9 / (try PutStorm.rate(of: clients, at: station, on: board, for: duration))
        }
      }
    }
    try contest.run(rounds: rounds, warmup: 1)
    var table = Table(
      "durable puts of small entries, a second; \(rounds) runs of \(fixed(duration / .seconds(1), 1)) s"
        + " each, in turn",
      columns: ["", "median", "min", "max", "target"]
    )
    for (name, samples) in zip(contest.names, contest.samples) {
      let rate = 1e9 / samples.median
      let isJudged = name.hasPrefix(laboratory.options.disk) && name.contains(Self.target)
      table.add([
        name, fixed(rate, 0), fixed(1e9 / samples.maximum, 0), fixed(1e9 / samples.minimum, 0),
        isJudged
          ? laboratory.verdicts.judge("durable puts: \(name)", rate, atLeast: 1000) : "",
      ])
    }
    table.show()
    for station in stations { try showDisk(station) }
  }

  private func name(_ station: Station, _ clients: Int, _ board: String) -> String {
    let which = board == "clipboard" ? ", each takes CLIPBOARD" : ""
    return "\(station.name): \(clients) \(clients == 1 ? "client" : "clients")\(which)"
  }

  /// What a put cannot be quicker than, alone.
  private func showDisk(_ station: Station) throws {
    let block = [UInt8](repeating: 120, count: 4096)
    let file = try UnnamedFile(in: Array(station.directory.utf8)).descriptor
    var samples = Samples()
    for _ in 0..<200 {
      samples.add(
        try time {
          try file.descriptor.writeAll(block)
          try file.descriptor.synchronizeData()
        }
      )
    }
    let kind = laboratory.fileSystem(of: station.directory)
    print(
      "  \(station.name) is \(kind): 4 KiB more in a file and fdatasync take it"
        + " \(fixed(samples.median / 1e3, 1)) us (median of 200, p90 \(fixed(samples.percentile(0.9) / 1e3, 1)))"
    )
  }
}
