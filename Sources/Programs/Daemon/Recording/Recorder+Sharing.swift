internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections

// Content that is being read goes to others as it comes, since many owners serve one reader at a time.
extension Recorder {
  /// What becomes of somebody's wish for a content of a claim.
  enum Share: Sendable {
    /// All of it was given to the sink.
    case whole
    /// It was read before.
    case kept(Representation)
    /// The claim is read to its end, and what came of it is reported.
    case reported
    /// It is not being read, nor will be.
    case unread
  }

  /// Gives content of the claim that is being read to `sink` as well, as it comes.
  ///
  /// - Throws: What the owner did wrong; also if for `patience` nothing came at all.
  func share(
    _ target: TargetName,
    of claim: Int,
    on selection: Selection,
    within patience: Duration,
    with sink: any ContentSink
  ) async throws(DesktopError) -> Share {
    let capture = captures.first { $0.isOf(selection, claim) }
    if let capture {
      if let known = capture.given(target) { return .kept(known) }
      guard capture.kept[target] != nil || capture.mayRead(target) else { return .unread }
    } else if next[selection]?.number != claim {
      return .reported
    }
    readerCount += 1
    let id = readerCount
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        readers.append(
          CaptureReader(
            id: id,
            selection: selection,
            claim: claim,
            target: target,
            patience: patience,
            sink: sink,
            continuation: continuation
          )
        )
        wait(for: id)
        capture?.endRest()
        if let capture { share(capture) }
      }
    } onCancel: {
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.endSharing(.failure(.cancelled)) { $0.id == id } }
      }
    }
    return try result.get()
  }

  /// Gives what is being read to all who want that.
  func share(_ capture: Capture) {
    // What may yet turn out to be a secret is not to be written anywhere.
    guard let sink = capture.sink, capture.secrecy == .open else { return }
    for index in readers.indices where readers[index].wants(capture) {
      let reader = readers[index]
      if reader.server == nil, sink.add(reader.sink, as: reader.id) {
        readers[index].server = capture
      }
    }
  }

  /// Gives what was read, and is no secret by now, to all who have waited for that.
  func giveKept(of capture: Capture) {
    for (target, known) in capture.kept where capture.given(target) != nil {
      endSharing(.success(.kept(known))) {
        $0.server == nil && $0.target == target && capture.isOf($0.selection, $0.claim)
      }
    }
  }

  /// The content that a capture was reading came, or failed; `nil` if it is read once more.
  func endSharing(of capture: Capture, _ result: Result<Share, DesktopError>?) {
    if let result { return endSharing(result) { $0.server === capture } }
    for index in readers.indices where readers[index].server === capture {
      readers[index].server = nil
    }
  }

  /// Nothing of a claim is read any more.
  func endSharing(of claim: Claim) {
    endSharing(.success(.reported)) {
      $0.selection == claim.selection && $0.claim == claim.number
    }
  }

  private func endSharing(
    _ result: Result<Share, DesktopError>,
    _ mayGo: (CaptureReader) -> Bool
  ) {
    let ending = readers.filter(mayGo)
    readers.removeAll(where: mayGo)
    for reader in ending {
      reader.timer?.cancel()
      reader.server?.sink?.remove(reader.id)
      reader.continuation.resume(returning: result)
    }
  }

  /// Ends the wait of a reader if nothing of the claim comes, whatever the reader wants of it.
  private func wait(for id: Int) {
    guard let index = readers.firstIndex(where: { $0.id == id }) else { return }
    let reader = readers[index]
    let progress = captures.first { $0.isOf(reader.selection, reader.claim) }?.progress ?? 0
    guard reader.timer == nil || progress > reader.progress else {
      return endSharing(.failure(.timedOut(reader.server == nil ? .answer : .piece))) {
        $0.id == id
      }
    }
    readers[index].progress = progress
    // Before the first byte pieces are announced, of which nobody here is told.
    let patience = progress == 0 ? reader.patience * 2 : reader.patience
    readers[index].timer = loop.schedule(after: patience) { [weak self] in
      self?.assumeIsolated { $0.wait(for: id) }
    }
  }
}

/// Somebody who wants a content of a claim as it comes.
struct CaptureReader {
  let id: Int
  let selection: Selection
  let claim: Int
  let target: TargetName
  let patience: Duration
  let sink: any ContentSink
  let continuation: CheckedContinuation<Result<Recorder.Share, DesktopError>, Never>
  var timer: EventLoop.Timer?
  /// How far the claim was read when it was last looked at.
  var progress = 0
  /// What gives it the content; `nil` until that is being read.
  var server: Capture?

  func wants(_ capture: Capture) -> Bool {
    capture.isOf(selection, claim) && capture.target == target
  }
}
