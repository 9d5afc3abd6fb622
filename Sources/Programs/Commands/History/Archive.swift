import Arguments
import LinuxIO
import Wire

/// What exporting and importing say.
enum Archive {
  /// Says on standard error what came of it, and answers the code for it.
  static func report(_ lines: [String], in verb: String) {
    for line in lines { Application.complain("xfer: \(verb): \(line)\n") }
  }

  /// What came of an import or an export: what could not be done is named, as far as people read.
  static func summary(_ reply: ArchiveReply, done: String) -> [String] {
    let count = reply.entries == 1 ? "1 entry" : "\(reply.entries) entries"
    var lines = reply.problems.prefix(limit).map(shown)
    if reply.problems.count > limit {
      lines.append("\(reply.problems.count - limit) more problems")
    }
    guard reply.skipped > 0 else { return lines + ["\(count) \(done)"] }
    let others = reply.problems.isEmpty ? "there already" : "left out or there already"
    let verb = reply.skipped == 1 ? "was" : "were"
    return lines + ["\(count) \(done), \(reply.skipped) \(verb) \(others)"]
  }

  private static let limit = 20
}
