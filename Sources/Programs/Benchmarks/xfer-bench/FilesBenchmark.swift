internal import CProcesses
internal import LinuxIO

/// Files brought into a directory, beside `cp -a`.
struct FilesBenchmark {
  private let laboratory: Laboratory
  private let directory: String
  private let program: String

  private var isQuick: Bool { laboratory.options.isQuick }
  private var fileCount: Int { isQuick ? 1000 : 10_000 }
  private var rounds: Int { isQuick ? 3 : 9 }
  private var log: Log { laboratory.log }

  init(_ laboratory: Laboratory) throws {
    self.laboratory = laboratory
    directory = try Laboratory.directory(in: laboratory.options.disk)
    program = String(decoding: try CurrentProcess.executablePath(), as: UTF8.self)
  }

  func run() throws {
    defer { processes_remove_tree(directory) }
    try makeSources()
    var table = Table(
      """
      files on \(laboratory.fileSystem(of: directory)), by xfer's engine and by cp -a; \(rounds) runs \
      each, in turn
      """,
      columns: [
        "", "cp ms", "engine ms", "min", "max", "peak MiB", "of cp's speed, median of pairs",
      ]
    )
    try compare("a directory of \(fileCount) files of 1-4 KiB", "many", &table)
    try compare("\(fileCount) single files", "many/*", &table)
    try compare("a sparse file of 2 GiB, 128 MiB of data", "sparse", &table)
    table.show()
  }

  /// `what` is for a shell in the directory of the sources.
  private func compare(_ name: String, _ what: String, _ table: inout Table) throws {
    var contest = Contest()
    var peak = 0
    contest.enter("cp") { try measure("cp -a -t", what).nanoseconds }
    contest.enter("engine") {
      let outcome = try measure("'\(program)' --transfer", what)
      peak = max(peak, outcome.peakKiB)
      return outcome.nanoseconds
    }
    try contest.run(rounds: rounds, warmup: 1)
    let (other, own) = (contest.of("cp"), contest.of("engine"))
    table.add([
      name, fixed(other.median / 1e6, 1), fixed(own.median / 1e6, 1),
      fixed(own.minimum / 1e6, 1), fixed(own.maximum / 1e6, 1), fixed(Double(peak) / 1024, 1),
      laboratory.verdicts.judge("files: \(name)", 1 / contest.pairedRatio, atLeast: 0.8),
    ])
  }

  /// Into a new directory: ext4 looks long for inodes where many have just been removed.
  private func measure(_ program: String, _ what: String) throws -> Outcome {
    let target = try Laboratory.directory(in: directory)
    try laboratory.synchronize(directory)
    let script = "cd '\(directory)/source' && exec \(program) '\(target)' \(what)"
    return try Command(["sh", "-c", script]).run(log)
  }

  private func makeSources() throws {
    // Sizes from 1 to 4 KiB; in the large one 1 MiB of data every 16 MiB.
    let script = """
      mkdir -p '\(directory)/source/many' && cd '\(directory)/source' && head -c 4096 /dev/urandom > b && \
      n=0; while [ $n -lt \(fileCount) ]; do head -c $((1024 + n * 37 % 3072)) b > many/file-$n; \
      n=$((n + 1)); done; truncate -s 2G sparse; n=0; while [ $n -lt 128 ]; do \
      dd if=/dev/urandom of=sparse bs=1M count=1 seek=$((n * 16)) conv=notrunc 2> /dev/null; \
      n=$((n + 1)); done; rm b
      """
    _ = try Command(["sh", "-c", script]).run(log)
  }

  // MARK: The engine, in a process of its own

  /// Brings the files at these paths into a directory.
  static func transfer(_ sources: [String], into directory: String) throws(FileTransferError) {
    let target = try TargetDirectory(Array(directory.utf8))
    for source in sources {
      let name = source.split(separator: "/").last.map { Array($0.utf8) } ?? []
      let names = NameChoice(onConflict: .rename) { number in
        number == 1 ? name : name + Array(" (\(number))".utf8)
      }
      _ = try FileTransfer(Array(source.utf8), into: target, as: names, .copy).run()
    }
  }
}
