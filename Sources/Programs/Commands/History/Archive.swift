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
    var parts = [reply.entries == 1 ? "1 entry \(done)" : "\(reply.entries) entries \(done)"]
    if reply.skipped > 0 {
      parts.append("\(reply.skipped) \(reply.skipped == 1 ? "was" : "were") there already")
    }
    if reply.expired > 0 { parts.append("\(reply.expired) had expired") }
    // The limits are the user's own, and what they do is no failure.
    if reply.removed > 0 { parts.append("limits of history removed \(reply.removed)") }
    if reply.failed > 0 { parts.append("\(reply.failed) could not be \(done)") }
    var lines = reply.problems.prefix(limit).map(shown)
    if reply.problems.count > limit {
      lines.append("\(reply.problems.count - limit) more problems")
    }
    return lines + [parts.joined(separator: ", ")]
  }

  /// What an export says: nothing, if all that there is is in it.
  static func summary(ofExport reply: ArchiveReply) -> [String] {
    var (lines, written): ([String], ArchiveReply) = ([], reply)
    // What is not made yet is no failure, and not there already.
    written.skipped = 0
    if isIncomplete(written) { lines = summary(written, done: "written") }
    switch reply.skipped {
    case 0: break
    case 1: lines.append("1 entry is left out: nothing of it was made yet")
    case let count: lines.append("\(count) entries are left out: nothing of them was made yet")
    }
    return lines
  }

  /// Whether something could not be written, or taken.
  static func isIncomplete(_ reply: ArchiveReply) -> Bool {
    reply.failed > 0 || !reply.problems.isEmpty
  }

  private static let limit = 20
}
