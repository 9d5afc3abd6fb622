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
    if reply.failed > 0 { parts.append("\(reply.failed) could not be \(done)") }
    var lines = reply.problems.prefix(limit).map(shown)
    if reply.problems.count > limit {
      lines.append("\(reply.problems.count - limit) more problems")
    }
    return lines + [parts.joined(separator: ", ")]
  }

  private static let limit = 20
}
