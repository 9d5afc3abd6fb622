internal import LinuxIO
internal import Pasteboards
internal import Selections

/// What other programs do to one bound board, as far as the history and a rescue are concerned.
struct ForeignBoard {
  /// What one of them copied.
  struct Copy {
    let claim: Int
    let owner: WindowID
    let time: MonotonicTime
    var entry: Entry
    /// When it ends by itself.
    var deadline: MonotonicTime?
  }

  var rescue = Rescue()
  var timer: EventLoop.Timer?
  /// The last claim of another program, also when that has gone; `nil` once somebody else had it, or it
  /// was cleared.
  var claim: Int?
  /// Claims of which no report has come, with what was recorded of them.
  var unreported: [Int: BoardLedger.State] = [:]
  /// Who waits for the report of a claim.
  var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]
  /// What was copied last, unless something was put, or it was cleared, since.
  var copy: Copy?
  /// Claims up to this one are not to come back: it was a secret, or nothing.
  var forgottenClaim = Int.min

  /// A copy within so much time of the one before it may be the same one once more.
  static let mergeWindow = Duration.milliseconds(150)

  /// The entry that a new copy supersedes, if it is the last one once more.
  func superseded(by entry: Entry, _ report: CaptureReport) -> Entry.ID? {
    guard let copy, copy.owner == report.owner, report.time - copy.time <= Self.mergeWindow,
      entry.supersedes(copy.entry)
    else { return nil }
    return copy.entry.id
  }
}
