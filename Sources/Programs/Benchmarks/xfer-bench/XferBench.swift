internal import CProcesses
internal import LinuxIO

/// Prints tables; judges the targets but never fails because of one.
@main
struct XferBench {
  static func main() {
    processes_defer_signals()
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return print(Options.usage) }
      if let (directory, files) = options.transfer {
        return try FilesBenchmark.transfer(files, into: directory)
      }
      if let place = options.historyPlace { return try makeHistory(in: place, options.entryCount) }
      let laboratory = try Laboratory(options)
      defer { laboratory.close() }
      try laboratory.open()
      Machine.show(laboratory)
      for name in options.only { try run(name, laboratory) }
      laboratory.verdicts.show()
      Machine.showLoad()
    } catch let error as BenchmarkError {
      complain(error.sentence)
    } catch {
      complain("\(error)")
    }
  }

  private static func makeHistory(in place: String, _ count: Int) throws {
    let directory = Array("\(place)/xfer".utf8)
    try FileSystem.makeDirectories(Array(place.utf8))
    try FileSystem.makePrivateDirectory(directory)
    guard try FileSystem.names(in: directory).isEmpty else {
      throw BenchmarkError("\(place)/xfer is not empty")
    }
    let seconds = try HistoryGenerator.fill("\(place)/xfer", with: count)
    print("made \(count) entries in \(fixed(seconds, 1)) s")
  }

  private static func run(_ name: String, _ laboratory: Laboratory) throws {
    switch name {
    case "startup": try LatencyBenchmark.startup(laboratory)
    case "latency": try LatencyBenchmark(laboratory: laboratory).run()
    case "transfers": try TransferBenchmark(laboratory: laboratory).run()
    case "memory": try MemoryBenchmark(laboratory: laboratory).run()
    case "captures": try CaptureBenchmark(laboratory: laboratory).run()
    case "types": TypesBenchmark(laboratory: laboratory).run()
    case "files": try FilesBenchmark(laboratory).run()
    case "stuck": try StuckPeersBenchmark(laboratory: laboratory).run()
    default: try runHistory(name, laboratory)
    }
  }

  private static func runHistory(_ name: String, _ laboratory: Laboratory) throws {
    guard laboratory.hasXfer else { return print("\n\(name): needs xfer and xferd") }
    switch name {
    case "entries": try EntriesBenchmark(laboratory).run()
    case "puts": try PutsBenchmark(laboratory).run()
    case "snapshots":
      try SnapshotBenchmark(laboratory, on: laboratory.options.disk, hasReflinks: false).run()
      guard let disk = laboratory.options.reflinkDisk else { return }
      try SnapshotBenchmark(laboratory, on: disk, hasReflinks: true).run()
    default: try CopyQBenchmark(laboratory)?.run()
    }
  }

  private static func complain(_ sentence: String) {
    let line = "xfer-bench: \(sentence)\n"
    _ = processes_write(2, line, line.utf8.count)
    processes_exit(1)
  }
}
