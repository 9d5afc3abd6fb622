internal import CProcesses

/// How many of a program's copies are noticed, and what that costs, beside another clipboard manager.
struct CaptureBenchmark {
  let laboratory: Laboratory

  private var copies: Int { laboratory.options.isQuick ? 20 : 100 }
  private var log: Log { laboratory.log }

  /// Copies a second; 0 is without a pause.
  private static let rates = [10, 50, 200, 0]

  func run() throws {
    var table = Table(
      "copies of 1 KiB by one program, \(copies) at each rate",
      columns: ["", "a second", "read", "kept", "times read", "CPU, ms each", "target"]
    )
    let ours = try measureOurs(&table)
    let theirs = try measureTheirs(&table)
    table.show()
    guard let ours, let theirs else { return }
    let verdict = laboratory.verdicts.judge(
      "CPU of a capture beside clipman",
      ours / theirs,
      atMost: 1
    )
    print("  CPU of a capture at 50 a second, xferd to xfce4-clipman: \(verdict)")
  }

  private func measureOurs(_ table: inout Table) throws -> Double? {
    guard let daemon = try laboratory.daemon() else { return nil }
    defer { daemon.stop() }
    var cost: Double?
    for rate in Self.rates {
      let before = try entryCount()
      let churn = try self.churn(rate, beside: daemon.process)
      let kept = try entryCount() - before
      var cells = row("xferd", rate, churn)
      cells[3] = "\(kept)"
      if rate > 0 {
        let verdict = laboratory.verdicts.judge(
          "kept at \(rate) a second",
          Double(kept),
          atLeast: Double(copies)
        )
        cells.append(verdict)
      }
      table.add(cells)
      if rate == 50 { cost = churn.cost / Double(copies) }
    }
    return cost
  }

  private func measureTheirs(_ table: inout Table) throws -> Double? {
    let isThere = "command -v xfce4-clipman && command -v dbus-run-session"
    guard try Command(["sh", "-c", isThere]).attempt(log).code == 0 else {
      print("\nxfce4-clipman is not installed")
      return nil
    }
    let manager = try Background(Command(["dbus-run-session", "--", "xfce4-clipman"]), log)
    defer { manager.stop() }
    // It says nothing when it is ready; then it is quiet.
    processes_sleep(1_000_000_000)
    ProcessFacts.settle(manager.process)
    var cost: Double?
    for rate in Self.rates {
      let churn = try self.churn(rate, beside: manager.process)
      table.add(row("xfce4-clipman", rate, churn))
      if rate == 50 { cost = churn.cost / Double(copies) }
    }
    return cost
  }

  private struct Churn {
    /// How many of the copies were read.
    let distinct: Int
    let reads: Int
    /// Milliseconds of processor time of the manager.
    let cost: Double
  }

  private func churn(_ rate: Int, beside process: CInt) throws -> Churn {
    let count = rate == 0 ? copies * 100 : copies
    ProcessFacts.settle(process)
    let before = ProcessFacts.processorTime(process)
    let command = Command([laboratory.peer("churn"), "\(count)", "\(rate)", "1024"])
    let (_, output) = try command.runReading(log)
    ProcessFacts.settle(process)
    let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let distinct = Int(words[0]), let reads = Int(words[1]) else {
      throw BenchmarkError("churn says something else")
    }
    return Churn(
      distinct: distinct,
      reads: reads,
      cost: ProcessFacts.processorTime(process) - before
    )
  }

  private func row(_ name: String, _ rate: Int, _ churn: Churn) -> [String] {
    let count = rate == 0 ? copies * 100 : copies
    return [
      name, rate == 0 ? "no pause" : "\(rate)", "\(churn.distinct)", "", "\(churn.reads)",
      fixed(churn.cost / Double(rate == 0 ? max(1, churn.distinct) : count), 2),
    ]
  }

  private func entryCount() throws -> Int {
    let count = "'\(laboratory.options.programs)/xfer' list -l 1000000 | wc -l"
    let (_, output) = try Command(["sh", "-c", count]).runReading(log)
    let digits = String(decoding: output, as: UTF8.self).filter(\.isNumber)
    return Int(digits) ?? 0
  }
}
