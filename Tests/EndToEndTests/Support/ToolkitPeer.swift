internal import Glibc

/// A program of some toolkit that owns and reads selections on our word.
///
/// It stays up, so that many stories and sizes cost one start. The line protocol is in `peer.py`.
final class ToolkitPeer {
  enum Kind: CaseIterable, Sendable {
    case gtk, qt, tk, gtk4, qt6

    fileprivate var command: [String] {
      switch self {
      case .gtk: [Programs.python, Programs.peer("gtk.py")]
      case .gtk4: [Programs.python, Programs.peer("gtk4.py")]
      case .qt: [Programs.python, Programs.peer("qt.py"), "5"]
      case .qt6: [Programs.python, Programs.peer("qt.py"), "6"]
      case .tk: ["wish", Programs.peer("tk.tcl")]
      }
    }
  }

  let kind: Kind
  let process: Child
  private let scratch: String

  init(_ kind: Kind, in session: Session) throws {
    self.kind = kind
    scratch = session.scratch
    process = try session.start(kind.command, input: .pipe, output: .pipe)
    guard readLine(from: process.output, within: .seconds(20)) == "ready" else {
      throw HarnessError("\(kind): \(String(decoding: process.errorsSoFar, as: UTF8.self))")
    }
  }

  var pid: pid_t { process.pid }

  /// Owns a selection with the content of files.
  func own(
    files: [(target: String, path: String)],
    selection: String = "CLIPBOARD"
  ) throws {
    let words = files.map { "\($0.target)=\($0.path)" }
    _ = try ask(["own", selection] + words)
  }

  /// Owns a selection with some bytes under one target.
  func own(_ target: String, _ bytes: [UInt8], selection: String = "CLIPBOARD") throws {
    let path = scratch + "/peer-own"
    try Files.write(bytes, to: path)
    try own(files: [(target, path)], selection: selection)
  }

  func ownText(file: String, selection: String = "CLIPBOARD") throws {
    _ = try ask(["own-text", selection, file])
  }

  func ownText(_ text: String, selection: String = "CLIPBOARD") throws {
    let path = scratch + "/peer-own"
    try Files.write(text, to: path)
    try ownText(file: path, selection: selection)
  }

  /// Reads a target into a file; false if there was nothing.
  func get(
    _ target: String,
    selection: String = "CLIPBOARD",
    into file: String
  ) throws -> Bool {
    try ask(["get", selection, target, file]).first == "ok"
  }

  func get(_ target: String, selection: String = "CLIPBOARD") throws -> [UInt8]? {
    let path = scratch + "/peer-got"
    return try get(target, selection: selection, into: path) ? Files.read(path) : nil
  }

  func getText(selection: String = "CLIPBOARD", into file: String) throws -> Bool {
    try ask(["get-text", selection, file]).first == "ok"
  }

  func getText(selection: String = "CLIPBOARD") throws -> [UInt8]? {
    let path = scratch + "/peer-got"
    return try getText(selection: selection, into: path) ? Files.read(path) : nil
  }

  func targets(of selection: String = "CLIPBOARD") throws -> [String] {
    Array(try ask(["targets", selection]).dropFirst())
  }

  func clear(_ selection: String = "CLIPBOARD") throws {
    _ = try ask(["clear", selection])
  }

  /// Leaves what it owns to the clipboard manager, and says how many milliseconds that took.
  func store(_ selection: String = "CLIPBOARD") throws -> Int {
    let answer = try ask(["store", selection])
    guard let time = answer.last.flatMap({ Int($0) }) else { throw HarnessError("\(answer)") }
    return time
  }

  /// Runs a program while the toolkit's loop stands still; `nil` if it did not end.
  func runInside(_ words: [String], seconds: Int) throws -> (status: Int?, milliseconds: Int) {
    let answer = try ask(["run", "\(seconds)"] + words)
    guard answer.count == 3, let time = Int(answer[2]) else { throw HarnessError("\(answer)") }
    return (Int(answer[1]), time)
  }

  /// Says something and waits for the answer, which begins with `ok` or is `none`.
  @discardableResult
  func ask(_ words: [String], within limit: Duration = .seconds(30)) throws -> [String] {
    try tell(words)
    return try answer(within: limit)
  }

  /// Says something without waiting; ``answer(within:)`` must follow.
  func tell(_ words: [String]) throws {
    try write(Array((words.joined(separator: "\t") + "\n").utf8), to: process.input)
  }

  func answer(within limit: Duration = .seconds(30)) throws -> [String] {
    guard let line = readLine(from: process.output, within: limit) else {
      throw HarnessError("\(kind) did not answer")
    }
    let answer = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard answer.first != "error" else { throw HarnessError("\(kind): \(line)") }
    return answer
  }

  /// Ends the program as its user would.
  func quit() throws {
    try tell(["quit"])
    process.closeInput()
    guard process.waited(within: .seconds(10)) != nil else {
      throw HarnessError("\(kind) did not quit")
    }
  }
}
