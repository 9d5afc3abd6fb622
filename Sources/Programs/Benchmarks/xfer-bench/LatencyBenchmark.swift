internal import CProcesses

/// Whole-process time of putting and getting five bytes, beside xclip and xsel.
struct LatencyBenchmark {
  let laboratory: Laboratory
  private let content = "12345"

  private var rounds: Int { laboratory.options.isQuick ? 10 : 50 }
  private var small: String { "\(laboratory.scratch)/five" }

  static func startup(_ laboratory: Laboratory) throws {
    let benchmark = LatencyBenchmark(laboratory: laboratory)
    var commands = [
      Command(["/bin/true"]), Command([laboratory.peer("connect-only")]),
      Command(["xclip", "-version"]), Command(["xsel", "--version"]),
    ]
    if laboratory.hasXfer { commands.append(laboratory.xfer("--version")) }
    try benchmark.measure("start-up, whole process, ms", commands, isPiped: false, isJudged: false)
  }

  func run() throws {
    let daemon = try laboratory.daemon()
    defer { daemon?.stop() }
    let descriptor = processes_open(small, true)
    _ = processes_write(descriptor, content, content.utf8.count)
    processes_close(descriptor)

    for command in puts(.file(small)) { try checkPut(command) }
    try measure("put 5 bytes, stdin a file, ms", floor + puts(.file(small)))
    try measure("put 5 bytes, stdin a pipe, ms", floor + puts(.pipe(content)))
    if daemon != nil {
      _ = try laboratory.xfer("put", input: .file(small)).run(laboratory.log)
      try measureGets(owner: "xferd")
    }
    let owner = try laboratory.owner(of: small)
    try measureGets(owner: "a C program")
    owner.stop()
  }

  private var floor: [Command] {
    [Command(["/bin/true"]), Command([laboratory.peer("connect-only")])]
  }

  private func puts(_ input: Command.Input) -> [Command] {
    [
      Command(["xclip", "-selection", "clipboard"], input: input),
      Command(["xsel", "-b", "-i"], input: input),
    ] + (laboratory.hasXfer ? [laboratory.xfer("put", input: input)] : [])
  }

  private var gets: [Command] {
    [
      Command([laboratory.peer("fast-requestor")]),
      Command(["xclip", "-o", "-selection", "clipboard"]), Command(["xsel", "-b", "-o"]),
    ] + (laboratory.hasXfer ? [laboratory.xfer("get")] : [])
  }

  private func measureGets(owner: String) throws {
    for command in gets {
      let (_, bytes) = try command.runReading(laboratory.log)
      guard bytes == Array(content.utf8) else {
        throw BenchmarkError("\(command.name) from \(owner): the bytes differ")
      }
    }
    try measure("get 5 bytes, owner \(owner), stdout /dev/null, ms", floor + gets)
    try measure("get 5 bytes, owner \(owner), stdout a pipe, ms", floor + gets, isPiped: true)
  }

  /// Puts something else first, so that what is read can only come from this command.
  private func checkPut(_ command: Command) throws {
    let other = "\(laboratory.scratch)/other"
    processes_close(processes_open(other, true))
    let owner = try laboratory.owner(of: other)
    defer { owner.stop() }
    _ = try command.run(laboratory.log)
    // xsel returns before it owns.
    let deadline = processes_now() + 2_000_000_000
    let read = Command([laboratory.peer("fast-requestor")])
    while try read.runReading(laboratory.log).1 != Array(content.utf8) {
      guard processes_now() < deadline else {
        throw BenchmarkError("\(command.name): the bytes differ")
      }
      processes_sleep(1_000_000)
    }
  }

  private func measure(
    _ title: String,
    _ commands: [Command],
    isPiped: Bool = false,
    isJudged: Bool = true
  ) throws {
    var contest = Contest()
    let log = laboratory.log
    for command in commands {
      contest.enter(command.name) {
        isPiped
          ? try command.runReading(log).0.nanoseconds : try command.run(log).nanoseconds
      }
    }
    // The pause lets the former owner end, which would else disturb the next contender.
    try contest.run(rounds: rounds, warmup: 5, pause: .milliseconds(4))

    var table = Table(
      "\(title); \(rounds) runs each, in turn",
      columns: ["", "median", "p90", "min", "max", "of true", "of xclip", "of xsel"]
    )
    let xclip = median(contest, "xclip")
    let xsel = median(contest, "xsel")
    for (name, samples) in zip(contest.names, contest.samples) {
      let own = samples.median
      let isOurs = name.hasPrefix("xfer ") && isJudged
      let verdicts = laboratory.verdicts
      let subject = "\(title): \(name)"
      table.add([
        name, milliseconds(own), milliseconds(samples.percentile(0.9)),
        milliseconds(samples.minimum), milliseconds(samples.maximum),
        fixed(own / median(contest, "true"), 2),
        isOurs
          ? verdicts.judge("\(subject), of xclip", own / xclip, atMost: 0.7)
          : fixed(own / xclip, 2),
        isOurs
          ? verdicts.judge("\(subject), of xsel", own / xsel, atMost: 0.9) : fixed(own / xsel, 2),
      ])
    }
    table.show()
  }

  private func median(_ contest: Contest, _ prefix: String) -> Double {
    contest.names.first { $0.hasPrefix(prefix) }.map { contest.of($0).median } ?? .nan
  }
}
