internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

/// A selection as it was seen last, on a server without XFIXES.
struct PolledOwner {
  var owner: Window?
  /// Whether the owner says when it claimed, which tells one claim from the next.
  var tellsTime = false
  /// What it said last.
  var time: UInt32?
  var isAsked = false
}

// Noticing claims on a server without XFIXES: it is asked now and then.
extension Desktop {
  /// How often; more would keep the processor of an idle machine awake.
  static let pollingPause = Duration.milliseconds(500)

  /// Looks for changes until the session ends, if the server does not tell of them.
  func beginPolling(_ session: Session) {
    guard !session.isWatching else { return }
    session.polling = loop.schedule(after: Self.pollingPause) { [weak self] in
      self?.assumeIsolated { desktop in
        guard let session = desktop.session else { return }
        desktop.poll(session)
        desktop.beginPolling(session)
      }
    }
  }

  /// Looks once, if the server does not tell of changes.
  func poll(_ session: Session) {
    guard !session.isWatching else { return }
    for selection in Selection.allCases {
      // That the server has gone the next drain finds out.
      guard let owner = try? [window(owning: selection, session)] else { return }
      look(at: selection, owner[0], session)
    }
  }

  private func look(at selection: Selection, _ owner: Window?, _ session: Session) {
    let known = session.polled[selection] ?? PolledOwner()
    guard owner == known.owner else {
      session.polled[selection] = PolledOwner(owner: owner)
      let hasGone = owner == nil && known.owner.map { !exists($0, session) } ?? false
      return noteOwner(owner, of: selection, by: hasGone ? .ownerGone : .claim, session)
    }
    guard known.tellsTime, !known.isAsked, owner != session.window else { return }
    session.polled[selection]?.isAsked = true
    loop.task(in: self) { await $0.askTime(of: selection) }
  }

  private func exists(_ window: Window, _ session: Session) -> Bool {
    (try? session.connection.property(session.clock, of: window, byteCount: 0)) != nil
  }

  /// Notes whether an owner can be asked for the time of its claim: xclip answers that with its content.
  func noteTargets(_ targets: [TargetName], of selection: Selection, _ session: Session) {
    session.polled[selection]?.tellsTime = targets.contains(.timestamp)
  }

  private func askTime(of selection: Selection) async {
    let before = session?.polled[selection]?.owner
    let sink = TargetSink()
    let content = try? await convert(
      selection,
      target: .timestamp,
      timeout: limits.nextPiece,
      cap: 4,
      into: sink
    )
    guard let session, session.polled[selection]?.owner == before else { return }
    session.polled[selection]?.isAsked = false
    // One that does not answer properly is not asked again.
    guard content?.elementBits == .thirtyTwo, let time = sink.words.first else {
      session.polled[selection]?.tellsTime = false
      return
    }
    let last = session.polled[selection]?.time
    session.polled[selection]?.time = time
    guard let last, last != time, let owner = before else { return }
    noteOwner(owner, of: selection, by: .claim, at: ServerTime(rawValue: time), session)
  }
}
