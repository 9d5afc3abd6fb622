internal import Glibc

/// A Swift program that copies and pastes on our word; what it can do is in `Peers/SwiftPeer`.
final class SwiftPeer {
  private let process: Child
  private let scratch: String

  /// Starts it; what its closures are asked for leaves marks.
  init(in session: Session, environment extra: [String: String] = [:]) throws {
    scratch = session.scratch
    try? Files.makeDirectory(scratch + "/marks")
    process = try session.start(
      [Programs.swiftPeer],
      input: .pipe,
      output: .pipe,
      environment: ["MARKS": scratch + "/marks"].merging(extra) { $1 }
    )
  }

  var pid: pid_t { process.pid }

  /// The names of what its closures have been asked for.
  var marks: [String] { Files.names(in: scratch + "/marks") }

  func forgetMarks() {
    for mark in marks { unlink(scratch + "/marks/" + mark) }
  }

  /// Says something and waits for the words of the answer; `nil` if it is an error.
  func ask(_ words: String..., within limit: Duration = .seconds(30)) throws -> [String] {
    try tell(words)
    return try answer(within: limit)
  }

  /// Says something that must fail, and answers why it did.
  func complaint(_ words: String..., within limit: Duration = .seconds(30)) throws -> String {
    try tell(words)
    let (kind, rest) = try line(within: limit)
    guard kind == "error" else { throw HarnessError("\(words): \(kind) \(rest)") }
    return rest.joined(separator: "\t")
  }

  func tell(_ words: [String]) throws {
    try write(Array((words.joined(separator: "\t") + "\n").utf8), to: process.input)
  }

  func answer(within limit: Duration = .seconds(30)) throws -> [String] {
    let (kind, rest) = try line(within: limit)
    guard kind != "error" else { throw HarnessError("the Swift program: \(rest)") }
    return rest
  }

  /// The first word of the next line.
  func next(within limit: Duration = .seconds(30)) throws -> String {
    try line(within: limit).kind
  }

  private func line(within limit: Duration) throws -> (kind: String, rest: [String]) {
    guard let line = readLine(from: process.output, within: limit) else {
      throw HarnessError("the Swift program does not answer: \(complaintSoFar)")
    }
    let words = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    return (words.first ?? "", Array(words.dropFirst()))
  }

  /// What it has written to standard error.
  var complaintSoFar: String { String(decoding: process.errorsSoFar, as: UTF8.self) }

  /// Has it end as programs do, and waits for it.
  func exit(within limit: Duration = .seconds(20)) throws -> (status: Int?, complaint: String) {
    try tell(["exit"])
    let status = process.waited(within: limit)
    return (status, complaintSoFar)
  }

  /// Ends it at once, as a crash would.
  func kill() {
    process.send(SIGKILL)
    _ = process.waited(within: .seconds(5))
  }
}
