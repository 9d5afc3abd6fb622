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
  /// What is still to be read, or may be; `nil` until the owner has said what it offers.
  var pending: Set<TargetName>?
  /// What was read.
  var kept: [TargetName: Representation] = [:]
  /// What is being read, and what takes it.
  private(set) var target: TargetName?
  private(set) var sink: CapturingSink?
  /// How many bytes came, of what was read before.
  private var receivedByteCount = 0
  /// Whether its owner answers one reader at a time, and forgets the others.
  var servesOne = false
  /// While its owner is left to others for a moment.
  private var pause: Pause?
  /// Whether another claim followed.
  private(set) var isOvertaken = false
  /// Whether content was coming by then: it is this claim's, though it ends later.
  private(set) var wasReceiving = false

  init(claim: Recorder.Claim) { self.claim = claim }

  func isOf(_ selection: Selection, _ number: Int) -> Bool {
    claim.selection == selection && claim.number == number
  }

  /// What was read of a target, if it may be given to anybody.
  func given(_ target: TargetName) -> Representation? {
    // What may yet turn out to be a secret is not to be written anywhere.
    secrecy == .open ? kept[target] : nil
  }

  /// Whether a target is being read, or may be.
  func mayRead(_ target: TargetName) -> Bool {
    target == self.target || pending?.contains(target) ?? true
  }

  /// Grows as long as something comes.
  var progress: Int { receivedByteCount + kept.count + (sink?.byteCount ?? 0) }

  func begin(_ target: TargetName, into sink: CapturingSink) {
    (self.target, self.sink) = (target, sink)
    pending?.remove(target)
  }

  func endContent() {
    receivedByteCount += sink?.byteCount ?? 0
    (target, sink) = (nil, nil)
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

  private struct Pause {
    let timer: EventLoop.Timer
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Waits until `timer` ends the rest, or somebody else does.
  func rest(until timer: EventLoop.Timer, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { pause = Pause(timer: timer, continuation: $0) }
  }

  func endRest() {
    pause?.timer.cancel()
    pause?.continuation.resume()
    pause = nil
  }
}
