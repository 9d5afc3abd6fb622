internal import Glibc
internal import TestSupport
import Testing
internal import Wire

// What a daemon recorded.
extension Session {
  /// The entries of a board, the newest first.
  func history(of board: String = "clipboard") throws -> [EntrySummary] {
    try WireClient(self).allEntries(of: board)
  }

  /// The titles of a board's entries, the newest first.
  func recordedTitles(of board: String = "clipboard") throws -> [String] {
    try history(of: board).map(\.title)
  }

  /// Waits until the history of a board is as it should be, and says what it is if that never comes.
  func expectHistory(
    of board: String = "clipboard",
    within limit: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: ([EntrySummary]) throws -> Bool
  ) throws {
    let client = try WireClient(self)
    var last: [EntrySummary] = []
    let comes = try holds(within: limit) {
      last = try client.allEntries(of: board)
      return try isRight(last)
    }
    #expect(
      comes,
      "\(last.count) entries: \(last.prefix(8).map { ($0.title.prefix(40), $0.types, $0.size) })",
      sourceLocation: sourceLocation
    )
  }

  /// Waits until these are the titles of a board's entries, the newest first.
  func expectTitles(
    _ titles: [String],
    of board: String = "clipboard",
    within limit: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectHistory(of: board, within: limit, sourceLocation: sourceLocation) {
      $0.map(\.title) == titles
    }
  }

  /// What an entry holds as some type.
  func content(of entry: String = "@1", as type: String, from board: String = "clipboard") throws
    -> [UInt8]?
  {
    let got = try xfer("get", entry, "-b", board, "-t", type)
    return got.status == 0 ? got.out : nil
  }

  /// Waits until the daemon has read a text that a program copied, which need not be written by then.
  func expectRead(_ owner: RawOwner, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let isRead = try holds(within: .seconds(10)) {
      try owner.targets.contains("UTF8_STRING") && status("conversions") == "0"
    }
    #expect(isRead, "\(owner.targets)", sourceLocation: sourceLocation)
  }

  /// The paths of files of this session that hold some text, the X server's and foreign programs' apart.
  func filesHolding(_ text: String) throws -> [String] {
    try run(["grep", "-rlaF", "-D", "skip", "-e", text, scratch]).lines
  }

  /// The files that the daemon has open or mapped, with a name or without, and that hold some text.
  ///
  /// Memory that only looks like a file is none, and programs are not searched.
  func openFilesHolding(_ text: String) throws -> [String] {
    let paths = ["fd", "map_files"].flatMap { folder in
      Files.names(in: "/proc/\(daemonPid)/\(folder)").map { "/proc/\(daemonPid)/\(folder)/\($0)" }
    }
    let files = paths.filter { path in
      guard let target = Files.target(ofLink: path) else { return false }
      let others = ["/memfd:", "/usr/", Programs.buildDirectory]
      return target.hasPrefix("/") && !others.contains { target.hasPrefix($0) }
    }
    guard !files.isEmpty else { throw HarnessError("the daemon has nothing open") }
    return try run(["grep", "-laF", "-D", "skip", "-e", text] + files).lines
  }

  /// Processes of anybody that show some text in their arguments or environment.
  func processesShowing(_ text: String) -> [pid_t] {
    Processes.all.filter { pid in
      ["cmdline", "environ"].contains { name in
        Files.text("/proc/\(pid)/\(name)")?.contains(text) == true
      }
    }
  }
}
