/// Large contents through the X server, each way, beside a plain C program in the same place.
struct TransferBenchmark {
  let laboratory: Laboratory

  private var sizes: [Int] { laboratory.options.isQuick ? [16 << 20] : [100 << 20, 1 << 30] }
  private var rounds: Int { laboratory.options.isQuick ? 3 : 5 }
  /// xclip holds all in memory, so that a gigabyte of it would disturb the others.
  private static let mostForXclip = 100 << 20
  private var log: Log { laboratory.log }

  func run() throws {
    let daemon = try laboratory.daemon()
    defer { daemon?.stop() }
    for size in sizes {
      let payload = try laboratory.file(size)
      defer { laboratory.remove(payload) }
      try measureOwners(payload, size)
      try measureRequestors(payload, size)
      if daemon != nil { try measurePut(payload, size) }
    }
  }

  /// The C owner holds PRIMARY and ours CLIPBOARD, so that neither has to claim again for a turn.
  private func measureOwners(_ payload: String, _ size: Int) throws {
    let owner = try laboratory.owner(of: payload, selection: "PRIMARY")
    defer { owner.stop() }
    let read = Command([laboratory.peer("fast-requestor"), "-q"])
    let readC = Command(read.words + ["-s", "PRIMARY"])
    try check(Command(readC.words.filter { $0 != "-q" }), payload, "the C owner")
    var contest = Contest()
    contest.enter("C owner") { try readC.run(log).nanoseconds }
    if laboratory.hasXfer {
      _ = try laboratory.xfer("put", input: .file(payload)).run(log)
      try check(Command([laboratory.peer("fast-requestor")]), payload, "xferd as owner")
      contest.enter("xferd") { try read.run(log).nanoseconds }
    }
    if size <= Self.mostForXclip {
      // It stays behind as the owner of SECONDARY, until the X server ends.
      _ = try Command(["xclip", "-selection", "secondary", payload]).run(log)
      let readXclip = Command(read.words + ["-s", "SECONDARY"])
      contest.enter("xclip") { try readXclip.run(log).nanoseconds }
    }
    try contest.run(rounds: rounds, warmup: 1)
    show(
      "\(sizeName(size)): owner -> C requestor, discarding",
      contest,
      size,
      [("xferd", "C owner")]
    )
  }

  private func measureRequestors(_ payload: String, _ size: Int) throws {
    let owner = try laboratory.owner(of: payload)
    defer { owner.stop() }
    let requestor = Command([laboratory.peer("fast-requestor")])
    let get = laboratory.xfer("get")
    try check(requestor, payload, "the C requestor")
    if laboratory.hasXfer { try check(get, payload, "xfer get") }
    var contest = Contest()
    for sink in Sink.allCases {
      contest.enter("C requestor \(sink.rawValue)") { try take(requestor, sink) }
      if laboratory.hasXfer {
        contest.enter("xfer get \(sink.rawValue)") { try take(get, sink) }
      }
    }
    if size <= Self.mostForXclip {
      let xclip = Command(["xclip", "-o", "-selection", "clipboard"])
      contest.enter("xclip -o > /dev/null") { try xclip.run(log).nanoseconds }
    }
    try contest.run(rounds: rounds, warmup: 1)
    let pairs = Sink.allCases.map { ("xfer get \($0.rawValue)", "C requestor \($0.rawValue)") }
    show("\(sizeName(size)): C owner -> requestor", contest, size, pairs)
  }

  /// Without a target: how long it takes until the daemon has the content.
  private func measurePut(_ payload: String, _ size: Int) throws {
    let put = laboratory.xfer("put", input: .file(payload))
    var contest = Contest()
    contest.enter("xfer put < file") { try put.run(log).nanoseconds }
    contest.enter("cat file | xfer put") {
      try Command(["cat", payload]).run(into: laboratory.xfer("put"), log).nanoseconds
    }
    try contest.run(rounds: 3, warmup: 0)
    show("\(sizeName(size)): put, until it is owned", contest, size, [])
  }

  private enum Sink: String, CaseIterable {
    case null = "> /dev/null"
    case file = "> file"
    case cat = "| cat > /dev/null"
  }

  private func take(_ command: Command, _ sink: Sink) throws -> Double {
    switch sink {
    case .null: return try command.run(log).nanoseconds
    case .cat: return try command.run(into: Command(["cat"]), log).nanoseconds
    case .file:
      let path = "\(laboratory.scratch)/out"
      defer { laboratory.remove(path) }
      return try Command(command.words, output: .file(path)).run(log).nanoseconds
    }
  }

  private func check(_ command: Command, _ payload: String, _ subject: String) throws {
    let path = "\(laboratory.scratch)/out"
    defer { laboratory.remove(path) }
    _ = try Command(command.words, output: .file(path)).run(log)
    try laboratory.compare(path, payload, subject)
  }

  private func show(
    _ title: String,
    _ contest: Contest,
    _ size: Int,
    _ pairs: [(own: String, other: String)]
  ) {
    var table = Table(
      "\(title); \(contest.samples.first?.count ?? 0) runs each, in turn",
      columns: ["", "median ms", "min ms", "max ms", "MB/s", "of C"]
    )
    for (name, samples) in zip(contest.names, contest.samples) {
      let pair = pairs.first { $0.own == name }
      let ratio = pair.map { contest.of($0.other).median / samples.median }
      table.add([
        name, fixed(samples.median / 1e6, 1), fixed(samples.minimum / 1e6, 1),
        fixed(samples.maximum / 1e6, 1), fixed(Double(size) * 1e3 / samples.median, 0),
        ratio.map { laboratory.verdicts.judge("\(title): \(name)", $0, atLeast: 0.9) } ?? "",
      ])
    }
    table.show()
  }
}
