internal import LinuxIO
internal import Pasteboards
internal import Selections

/// One claim while it is read.
final class Capture {
  let claim: Recorder.Claim
  var task: Task<Void, Never>?
  /// Who has it, when that is known.
  var origin: Origin?
  /// How much of it was kept so far.
  var byteCount = 0
  /// Whether what is read may still turn out to be a secret.
  var secrecy = PayloadStorage.Secrecy.open
  /// What is being read, and what takes it.
  var target: TargetName?
  var sink: CapturingSink?
  /// Whether its owner answers one reader at a time, and forgets the others.
  var servesOne = false
  /// While its owner is left to others for a moment.
  private var rest: Rest?
  /// Whether another claim followed.
  private(set) var isOvertaken = false
  /// Whether content was coming by then: it is this claim's, though it ends later.
  private(set) var wasReceiving = false

  init(claim: Recorder.Claim) { self.claim = claim }

  func isOf(_ selection: Selection, _ number: Int) -> Bool {
    claim.selection == selection && claim.number == number
  }

  /// Notes that another claim followed.
  func overtake() {
    guard !isOvertaken else { return }
    isOvertaken = true
    wasReceiving = sink?.isReceiving ?? false
    endRest()
    // An owner that has not begun to answer would now answer for another claim, or not at all.
    if !wasReceiving { task?.cancel() }
  }

  // MARK: Rest

  private struct Rest {
    let timer: EventLoop.Timer
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Waits until `timer` ends the rest, or somebody else does.
  func rest(until timer: EventLoop.Timer, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { rest = Rest(timer: timer, continuation: $0) }
  }

  func endRest() {
    rest?.timer.cancel()
    rest?.continuation.resume()
    rest = nil
  }
}
