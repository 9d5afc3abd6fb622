internal import CProcesses

/// How many of a program's copies are noticed, and what that costs, beside other clipboard managers.
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
    let theirs = try Rival.all.map { ($0, try measure($0, &table)) }
    table.show()
    guard let ours else { return }
    for (rival, theirs) in theirs {
      guard let theirs = theirs?[rival.rate], let ours = ours[rival.rate] else { continue }
      let verdict = laboratory.verdicts.judge(
        "CPU of a capture beside \(rival.name)",
        ours / theirs,
        atMost: rival.share
      )
      print("  CPU of a capture at \(rival.rate) a second, xferd to \(rival.name): \(verdict)")
    }
  }

  /// Another clipboard manager.
  private struct Rival {
    let name: String
    let words: [String]
    /// Copies a second of which it still keeps all.
    let rate: Int
    /// How much of its processor time may be ours.
    let share: Double

    static let all = [
      Rival(
        name: "xfce4-clipman",
        words: ["dbus-run-session", "--", "xfce4-clipman"],
        rate: 50,
        share: 1
      ),
      Rival(name: "copyq", words: ["copyq"], rate: 10, share: 0.2),
    ]
  }

  private func measureOurs(_ table: inout Table) throws -> [Int: Double]? {
    guard let daemon = try laboratory.daemon() else { return nil }
    defer { daemon.stop() }
    var costs: [Int: Double] = [:]
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
      costs[rate] = churn.costOfOne
    }
    return costs
  }

  private func measure(_ rival: Rival, _ table: inout Table) throws -> [Int: Double]? {
    let isThere = "command -v \(rival.name) && command -v \(rival.words[0])"
    guard try Command(["sh", "-c", isThere]).attempt(log).code == 0 else {
      print("\n\(rival.name) is not installed")
      return nil
    }
    let manager = try Background(Command(rival.words), log)
    defer { manager.stop() }
    // It says nothing when it is ready; then it is quiet.
    processes_sleep(1_000_000_000)
    ProcessFacts.settle(manager.process)
    var costs: [Int: Double] = [:]
    for rate in Self.rates {
      let churn = try self.churn(rate, beside: manager.process)
      table.add(row(rival.name, rate, churn))
      costs[rate] = churn.costOfOne
    }
    return costs
  }

  private struct Churn {
    /// How many of the copies were read.
    let distinct: Int
    let reads: Int
    /// Milliseconds of processor time of the manager.
    let cost: Double

    /// The same for each copy that it read.
    var costOfOne: Double { cost / Double(max(1, distinct)) }
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
    [
      name, rate == 0 ? "no pause" : "\(rate)", "\(churn.distinct)", "", "\(churn.reads)",
      fixed(churn.costOfOne, 2),
    ]
  }

  private func entryCount() throws -> Int {
    let count = "'\(laboratory.options.programs)/xfer' list -l 1000000 | wc -l"
    let (_, output) = try Command(["sh", "-c", count]).runReading(log)
    let digits = String(decoding: output, as: UTF8.self).filter(\.isNumber)
    return Int(digits) ?? 0
  }
}
