internal import Desktop
internal import LinuxIO
internal import Selections

// Content that is being read goes to others as it comes, since many owners serve one reader at a time.
extension Recorder {
  /// Gives content of the claim that is being read to `sink` as well, as it comes.
  ///
  /// Returns when all of it came; `false` if it did not, or does not begin within `patience`.
  func share(
    _ target: TargetName,
    of claim: Int,
    on selection: Selection,
    within patience: Duration,
    with sink: any ContentSink
  ) async -> Bool {
    let capture = captures.first { $0.isOf(selection, claim) }
    guard capture != nil || next[selection]?.number == claim else { return false }
    return await withCheckedContinuation { continuation in
      let id = (readers.last?.id ?? 0) + 1
      let timer = loop.schedule(after: patience) { [weak self] in
        self?.assumeIsolated { $0.endSharing(false) { $0.id == id && !$0.isServed } }
      }
      let reader = CaptureReader(
        id: id,
        selection: selection,
        claim: claim,
        target: target,
        sink: sink,
        continuation: continuation,
        timer: timer
      )
      readers.append(reader)
      guard let capture else { return }
      capture.endRest()
      if let sink = capture.sink { share(sink, of: capture) }
    }
  }

  /// Gives what is being read to all who want that.
  func share(_ sink: CapturingSink, of capture: Capture) {
    // What may yet turn out to be a secret is not to be written anywhere.
    guard capture.secrecy == .open else { return }
    for index in readers.indices where readers[index].wants(capture) && !readers[index].isServed {
      readers[index].isServed = sink.add(readers[index].sink)
    }
  }

  /// A content of a capture came, or failed.
  func endSharing(of capture: Capture, isComplete: Bool) {
    endSharing(isComplete) { $0.wants(capture) && $0.isServed }
  }

  /// Nothing of a claim is read any more.
  func endSharing(of claim: Claim) {
    endSharing(false) { $0.selection == claim.selection && $0.claim == claim.number }
  }

  private func endSharing(_ isComplete: Bool, _ mayGo: (CaptureReader) -> Bool) {
    let ending = readers.filter(mayGo)
    readers.removeAll(where: mayGo)
    for reader in ending {
      reader.timer.cancel()
      reader.continuation.resume(returning: isComplete)
    }
  }
}

/// Somebody who wants a content of a claim as it comes.
struct CaptureReader {
  let id: Int
  let selection: Selection
  let claim: Int
  let target: TargetName
  let sink: any ContentSink
  let continuation: CheckedContinuation<Bool, Never>
  let timer: EventLoop.Timer
  /// Whether it has what came so far.
  var isServed = false

  func wants(_ capture: Capture) -> Bool {
    capture.isOf(selection, claim) && capture.target == target
  }
}
