internal import CProcesses

/// Whether peers that are stuck delay anybody else.
struct StuckPeersBenchmark {
  let laboratory: Laboratory

  private var log: Log { laboratory.log }
  private var rounds: Int { laboratory.options.isQuick ? 5 : 20 }

  func run() throws {
    guard let daemon = try laboratory.daemon() else { return }
    defer { daemon.stop() }
    let healthy = try measure()

    let payload = try laboratory.file(4 << 20)
    _ = try laboratory.xfer("put", input: .file(payload)).run(log)
    let readers = try (0..<3).map { _ in try stuckReader() }
    let owners = [
      try laboratory.owner(of: payload, selection: "PRIMARY", isMute: true),
      try laboratory.owner(of: payload, selection: "SECONDARY", isMute: true),
    ]
    let waiting = try ["primary", "secondary"].map {
      try Background(laboratory.xfer("get", "-b", $0, "--timeout", "60s"), log)
    }
    processes_sleep(200_000_000)
    let stuck = try measure()
    let left = (readers + waiting).filter(\.isRunning).count

    var table = Table(
      "latency beside stuck peers, ms; \(rounds) runs each, in turn",
      columns: ["", "healthy median", "healthy max", "stuck median", "stuck max", "target of max"]
    )
    for (name, samples) in zip(stuck.names, stuck.samples) {
      let before = healthy.of(name)
      let most = samples.maximum / 1e6
      table.add([
        name, milliseconds(before.median), milliseconds(before.maximum),
        milliseconds(samples.median), milliseconds(samples.maximum),
        laboratory.verdicts.judge("beside stuck peers: \(name)", most, atMost: 100),
      ])
    }
    table.show()
    print("  3 readers that never delete, 2 owners that never answer and a get waiting for each;")
    print("  \(left) of the 5 readers and gets were still waiting at the end")
    for process in readers + owners + waiting { process.stop() }
    laboratory.remove(payload)
  }

  private func stuckReader() throws(BenchmarkError) -> Background {
    var line = ""
    let command = Command([laboratory.peer("fast-requestor"), "-x"])
    let reader = try Background(command, awaitingLine: &line, log)
    guard line == "stuck" else { throw log.failure("a reader is not stuck: \(line)") }
    return reader
  }

  private func measure() throws -> Contest {
    var contest = Contest()
    let commands = [
      laboratory.xfer("put", input: .pipe("12345")), laboratory.xfer("get"),
      laboratory.xfer("types"), laboratory.xfer("status"),
      Command(["xclip", "-o", "-selection", "clipboard"]),
    ]
    for command in commands {
      contest.enter(command.name) { try command.run(log).nanoseconds }
    }
    try contest.run(rounds: rounds, warmup: 1)
    return contest
  }
}
