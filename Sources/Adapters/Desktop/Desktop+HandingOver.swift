internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

// Leaving what we offer to another clipboard manager when we end.
extension Desktop {
  /// Has another clipboard manager keep what we offer on CLIPBOARD; `false` if there is none, or it does not.
  ///
  /// What it asks of us meanwhile is answered as always.
  ///
  /// Source: freedesktop.org clipboard manager specification, the client's side.
  public func handOver(within patience: Duration) async -> Bool {
    guard let session, let id = ownerships[.clipboard]?.currentID,
      let generation = ownerships[.clipboard]?.generation(at: .currentTime),
      generation.id == id, !generation.offer.isSensitive,
      let owner = try? [session.connection.owner(of: session.clipboardManager)][0],
      !session.connection.owns(owner), handOver == nil
    else { return false }
    do {
      let names = generation.offer.targets.filter { !$0.isWithoutContent }
      let atoms = try session.names.atoms(of: names, session.connection).map(\.rawValue)
      let property = try session.names.atom("_XFER_SAVE", session.connection)
      try session.connection.changeProperty(
        property,
        of: session.window,
        type: .atom,
        words: atoms
      )
      session.connection.convert(
        session.clipboardManager,
        to: try session.names.atom(.saveTargets, session.connection),
        property: property,
        requestor: session.window,
        at: Timestamp(rawValue: generation.claimTime.rawValue)
      )
    } catch {
      return false
    }
    loop.schedule(after: patience) { [weak self] in
      self?.assumeIsolated { $0.endHandOver(false) }
    }
    return await withCheckedContinuation { handOver = $0 }
  }

  /// The manager has kept everything, or refuses, or there is nobody to wait for.
  func endHandOver(_ isKept: Bool) {
    handOver?.resume(returning: isKept)
    handOver = nil
  }
}
