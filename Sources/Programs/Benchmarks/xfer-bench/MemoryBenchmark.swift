internal import CProcesses

/// What the daemon holds while a gigabyte passes through it, and what it does when nothing happens.
struct MemoryBenchmark {
  let laboratory: Laboratory

  private var size: Int { laboratory.options.isQuick ? 64 << 20 : 1 << 30 }
  private var seconds: Int { laboratory.options.isQuick ? 3 : 30 }
  private var log: Log { laboratory.log }

  func run() throws {
    let payload = try laboratory.file(size)
    defer { laboratory.remove(payload) }
    var table = Table(
      "memory, MiB, with \(sizeName(size)) (peak: VmHWM, put back before each row)",
      columns: ["", "peak", "anonymous after", "file and shared after", "target"]
    )
    if let daemon = try laboratory.daemon() {
      try measure(daemon, payload, &table)
      daemon.stop()
    }
    try measurePeers(payload, &table)
    table.show()
    print(
      "  the peak of a command counts from its start, so it is never less than that of xfer-bench"
    )
  }

  private func measure(_ daemon: Background, _ payload: String, _ table: inout Table) throws {
    let process = daemon.process
    _ = try laboratory.xfer("put", input: .pipe("12345")).run(log)
    _ = try laboratory.xfer("get").run(log)
    let wakeups = idle(process)
    add("xferd, idle (resident)", process, ProcessFacts.mebibytes(process, "VmRSS"), 24, &table)

    ProcessFacts.resetPeak(process)
    _ = try laboratory.xfer("put", input: .file(payload)).run(log)
    add("xferd, put of a file", process, ProcessFacts.mebibytes(process, "VmHWM"), 48, &table)
    ProcessFacts.resetPeak(process)
    _ = try Command([laboratory.peer("fast-requestor"), "-q"]).run(log)
    add("xferd, a reader takes it", process, ProcessFacts.mebibytes(process, "VmHWM"), 48, &table)

    let owner = try laboratory.owner(of: payload)
    ProcessFacts.resetPeak(process)
    let outcome = try laboratory.xfer("get").run(log)
    add("xferd, get from a C owner", process, ProcessFacts.mebibytes(process, "VmHWM"), 48, &table)
    table.add(["xfer, the same get", fixed(Double(outcome.peakKiB) / 1024, 1)])
    owner.stop()

    let verdict = laboratory.verdicts.judge(
      "idle wake-ups",
      Double(wakeups),
      atMost: 0,
      decimals: 0
    )
    print("\nxferd, idle for \(seconds) s: voluntary context switches of all threads: \(verdict)")
  }

  private func measurePeers(_ payload: String, _ table: inout Table) throws {
    let owner = try laboratory.owner(of: payload)
    defer { owner.stop() }
    let readers = [
      Command([laboratory.peer("fast-requestor")]),
      Command(["xclip", "-o", "-selection", "clipboard"]),
    ]
    for reader in readers {
      let outcome = try reader.run(log)
      table.add(["\(reader.name), from a C owner", fixed(Double(outcome.peakKiB) / 1024, 1)])
    }
  }

  private func add(
    _ name: String,
    _ process: CInt,
    _ peak: Double,
    _ limit: Double,
    _ table: inout Table
  ) {
    let shared =
      ProcessFacts.mebibytes(process, "RssFile") + ProcessFacts.mebibytes(process, "RssShmem")
    table.add([
      name, fixed(peak, 1), fixed(ProcessFacts.mebibytes(process, "RssAnon"), 1), fixed(shared, 1),
      laboratory.verdicts.judge("memory: \(name)", peak, atMost: limit, decimals: 1),
    ])
  }

  /// How often a thread of the process woke up while nobody asked it anything.
  private func idle(_ process: CInt) -> Int {
    processes_sleep(1_000_000_000)
    let before = ProcessFacts.switches(process)
    processes_sleep(Int64(seconds) * 1_000_000_000)
    return ProcessFacts.switches(process) - before
  }
}
