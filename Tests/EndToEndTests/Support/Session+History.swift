internal import Glibc
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

  /// The paths of files of this session that hold some text, the X server's and foreign programs' apart.
  func filesHolding(_ text: String) throws -> [String] {
    try run(["grep", "-rlaF", "-D", "skip", "-e", text, scratch]).lines
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
