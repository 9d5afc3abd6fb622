internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Varlink
internal import Wire

/// An entry that the daemon offers on a board, and what ends that.
struct CurrentOffer {
  let entry: Entry
  /// Whether a paste gets it; until then, what the display tells of owners may be older than it.
  var isClaimed = true
  /// Pastes that are left, if they are counted.
  var limit: PasteLimit?
  /// The pastes that go on, if they are counted.
  var pastes: [Paster: OpenPaste] = [:]
  /// What comes back when the entry is used up or expires.
  var previous: Entry?
  /// Whether the store had that one.
  var isPreviousKept = false
  /// Runs when the entry expires.
  var expiry: EventLoop.Timer?
  /// Calls that wait until the entry was pasted or replaced.
  var waiting: [VarlinkCall] = []

  /// Whether its files are still offered as cut; `nil` if they never were.
  var cutMark: CutMark?
  /// Since when a paste gets it.
  var claimed: MonotonicTime?

  /// The board that it is a mirror of, which keeps the entry.
  var mirrored: BoardName?

  init(entry: Entry) { self.entry = entry }

  /// One whose files are offered as cut, if they are: nobody had it before, or moved them.
  init(new entry: Entry) {
    self.init(entry: entry)
    cutMark = entry.isCut ? CutMark() : nil
  }

  /// What of it is offered over X.
  var content: SelectionOffer {
    SelectionOffer(items: entry.items, isSensitive: entry.isSensitive, cutMark: cutMark)
  }

  /// Whether the store has it: neither what is secret, nor what is there for some pastes only.
  var isKept: Bool { !entry.isSensitive && limit == nil && mirrored == nil }

  /// Whether what a put with `restore` would bring back after it is in the store.
  var bringsBackKept: Bool { isTemporary ? isPreviousKept : isKept }

  /// Whether it ends by itself.
  var isTemporary: Bool { limit != nil || expiry != nil }

  /// Ends the offer, and tells those who wait for that.
  mutating func end(_ outcome: PutReply.Outcome, on state: BoardLedger.State) {
    expiry?.cancel()
    for paste in pastes.values { paste.end?.cancel() }
    answerWaiting(outcome, on: state)
  }

  /// Answers those who wait until the entry was pasted or replaced.
  mutating func answerWaiting(_ outcome: PutReply.Outcome, on state: BoardLedger.State) {
    for call in waiting {
      let reply = PutReply(
        entry: entry.id.description,
        board: state.board.description,
        changeCount: state.changeCount,
        outcome: outcome
      )
      // A reply of this size always fits; if the client has gone there is nobody to tell.
      try? call.reply(reply)
    }
    waiting = []
  }
}
