import DaemonClient
import Wire

/// What exporting and importing say.
enum Archive {
  /// Says on standard error what there is to say of a verb, or of a file.
  static func report(_ lines: [String], in what: String) {
    for line in lines { Application.complain("xfer: \(what): \(line)\n") }
  }

  /// What went wrong, as far as people read.
  static func problems(_ reply: ArchiveReply) -> [String] {
    var lines = reply.problems.prefix(limit).map(shown)
    if reply.problems.count > limit {
      lines.append("\(reply.problems.count - limit) more problems")
    }
    return lines
  }

  /// What came of an import or an export.
  static func summary(_ reply: ArchiveReply, done: String) -> String {
    var parts = [reply.entries == 1 ? "1 entry \(done)" : "\(reply.entries) entries \(done)"]
    if reply.skipped > 0 {
      parts.append("\(reply.skipped) \(reply.skipped == 1 ? "was" : "were") there already")
    }
    if reply.expired > 0 { parts.append("\(reply.expired) had expired") }
    // The limits are the user's own, and what they do is no failure.
    if reply.removed > 0 { parts.append("limits of history removed \(reply.removed)") }
    if reply.failed > 0 { parts.append("\(reply.failed) could not be \(done)") }
    return parts.joined(separator: ", ")
  }

  /// What an export says: nothing, if all that there is is in it.
  static func summary(ofExport reply: ArchiveReply) -> [String] {
    var (lines, written) = (problems(reply), reply)
    // What is not made yet is no failure, and not there already.
    written.skipped = 0
    if isIncomplete(written) { lines.append(summary(written, done: "written")) }
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

extension Failure {
  /// What a failed export or import means to the user: the archive is the subject of what concerns it.
  init(_ error: ClientError, of archive: String, in verb: String) {
    switch error {
    case .refused(.invalidPayload(_, let reason, let position)):
      let place = position.map { " at \(shown($0))" } ?? ""
      self.init(archive, shown(reason) + place, code: .data)
    case .refused(.inputFailed), .refused(.storageFailed): self.init(error, in: archive)
    default: self.init(error, in: verb)
    }
  }
}
