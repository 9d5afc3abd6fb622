internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store

/// What other programs do to one bound board, as far as the history and a rescue are concerned.
struct ForeignBoard {
  /// What one of them copied.
  struct Copy {
    let claim: Int
    let owner: WindowID
    let time: MonotonicTime
    var entry: Entry
    /// Of its files, which tell it from others.
    let checksums: FileChecksums
    /// When it ends by itself.
    let deadline: MonotonicTime?
    /// Whether the history has it.
    var isStored = false
  }

  /// Somebody who waits until it is known what was copied.
  struct Waiter {
    let id: Int
    let claim: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  var rescue = Rescue()
  var timer: EventLoop.Timer?
  /// Offers what was there before.
  var offering: Task<Void, Never>?
  /// The last claim of another program, also when that has gone; `nil` once somebody else had it, or it
  /// was cleared.
  var claim: Int?
  /// The window of that.
  var owner: WindowID?
  /// The number of the last change that was a secret, whoever says so.
  var secretChange: Int?
  /// Why nothing is kept of that, if nothing is.
  var refusal: String?
  /// Claims of which it is not known what was copied, with what was recorded of them.
  var unreported: [Int: BoardLedger.State] = [:]
  private var waiters: [Waiter] = []
  private var waiterCount = 0
  /// What was copied last, unless something was put, or it was cleared, since.
  private(set) var copy: Copy?
  /// Copies up to that claim are forgotten, also those that are still on their way.
  private var forgotten = 0
  /// The claim that the user cleared before the history had all of it.
  private var discarded: Int?

  /// A copy within so much time of the one before it may be the same one once more.
  private static let mergeWindow = Duration.milliseconds(150)

  /// What is there now, if it was copied and is known.
  var currentCopy: Copy? { copy.flatMap { $0.claim == claim ? $0 : nil } }

  /// Why what is there now is not kept, or not yet.
  var pendingRefusal: String? {
    if let claim, unreported[claim] != nil { return "it is still being read" }
    return currentCopy?.entry.isEmpty == true ? "it is larger than what is kept" : nil
  }

  /// The entry that a new copy supersedes, if it is the last one once more.
  func superseded(by new: Copy) -> Entry.ID? {
    guard let copy, copy.owner == new.owner, new.time - copy.time <= Self.mergeWindow,
      new.entry.supersedes(
        copy.entry,
        sameFiles: { file, former in
          guard let checksum = new.checksums[file] else { return false }
          return file.byteCount == former.byteCount && copy.checksums[former] == checksum
        }
      )
    else { return nil }
    return copy.entry.id
  }

  /// Remembers a copy, unless a later one, or something else, has taken its place.
  mutating func remember(_ new: Copy) {
    guard claim != nil, new.claim > forgotten, copy.map({ $0.claim < new.claim }) ?? true
    else { return }
    copy = new
  }

  /// Notes under which id the history has a copy.
  mutating func noteStored(_ id: Entry.ID, of claim: Int) {
    guard let known = copy, known.claim == claim else { return }
    copy?.entry = known.entry.with(id: id)
    copy?.isStored = true
  }

  /// Forgets what was copied up to now, whatever of it is on its way.
  mutating func forget() {
    forgotten = max(forgotten, claim ?? 0, copy?.claim ?? 0, unreported.keys.max() ?? 0)
    copy = nil
  }

  /// Forgets what is there now, which is to be no history either.
  mutating func discard() {
    forget()
    discarded = forgotten
  }

  func isDiscarded(_ claim: Int) -> Bool { claim == discarded }

  /// Forgets an entry that was removed.
  mutating func forget(_ ids: [Entry.ID]) {
    guard let copy, ids.contains(copy.entry.id) else { return }
    if copy.claim == claim { refusal = "its entry was removed" }
    forget()
  }

  // MARK: Waiting

  mutating func wait(for claim: Int, _ continuation: CheckedContinuation<Void, Never>) -> Int {
    waiterCount += 1
    waiters.append(Waiter(id: waiterCount, claim: claim, continuation: continuation))
    return waiterCount
  }

  mutating func endWaiting(_ mayGo: (Waiter) -> Bool) {
    let ending = waiters.filter(mayGo)
    waiters.removeAll(where: mayGo)
    for waiter in ending { waiter.continuation.resume() }
  }
}
