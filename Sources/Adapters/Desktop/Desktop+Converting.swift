internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

// Carrying out the machine of a conversion.
extension Desktop {
  func handle(_ notify: SelectionNotify) {
    if let session, notify.requestor == session.window,
      notify.selection == session.clipboardManager
    {
      return endHandOver(notify.property != .none)
    }
    guard let conversion = conversions[notify.requestor],
      session?.selection(of: notify.selection) == conversion.selection,
      notify.property == .none || notify.property == conversion.slot.property
    else { return }
    run(conversion, .notified(isStored: notify.property != .none))
  }

  func run(_ conversion: Conversion, _ event: IncomingTransfer.Event) {
    for action in conversion.machine.handle(event) { perform(action, conversion) }
  }

  private func perform(_ action: IncomingTransfer.Action, _ conversion: Conversion) {
    guard let session else { return }
    let slot = conversion.slot
    switch action {
    case .ask: ask(conversion, session)
    case .setTimer(let wait): setTimer(wait, conversion)
    case .stopTimer: conversion.timer?.cancel()
    case .read(let offset): read(conversion, offset: offset, session)
    case .peek: peek(conversion, session)
    case .deleteProperty: session.connection.deleteProperty(slot.property, of: slot.window)
    case .begin(let type, _, _):
      conversion.deliver { try $0.begin(replyType: type, isIncremental: conversion.isIncremental) }
    // Done where the bytes are, in `read`.
    case .append: break
    case .finish(let outcome):
      // Where claims are not told of, one may have come since.
      poll(session)
      let claim = claimCounts[conversion.selection] ?? 0
      conversion.end(conversion.result(outcome, claim: claim))
      measure()
    case .unblock:
      conversion.blocksOwner = false
      beginNext(of: conversion.owner)
    case .release: release(conversion, session)
    case .retire: retire(conversion)
    }
  }

  private func ask(_ conversion: Conversion, _ session: Session) {
    let slot = conversion.slot
    guard let target = try? session.names.atom(conversion.target, session.connection) else {
      return
    }
    session.connection.deleteProperty(slot.property, of: slot.window)
    // With the current time: what most requestors do, and what no owner refuses as too old.
    session.connection.convert(
      session.atom(of: conversion.selection),
      to: target,
      property: slot.property,
      requestor: slot.window,
      at: Timestamp(rawValue: 0)
    )
  }

  private func read(_ conversion: Conversion, offset: Int, _ session: Session) {
    let slot = conversion.slot
    session.hasMovedPiece = true
    do {
      let property = try session.connection.property(
        slot.property,
        of: slot.window,
        offset: offset,
        byteCount: IncomingTransfer.sliceByteCount,
        delete: true
      )
      if property.type == session.incr { conversion.isIncremental = true }
      let slice = try self.slice(property, session)
      for action in conversion.machine.handle(.found(slice)) {
        if action == .append {
          property.withBytes { bytes in conversion.deliver { try $0.append(bytes) } }
        } else {
          perform(action, conversion)
        }
      }
      progress(of: conversion)
    } catch {
      // The server has gone, which the next drain finds out and tells everybody.
    }
  }

  /// A sink that failed is one that nobody listens to; and those in the queue wait for an owner
  /// who is at work.
  private func progress(of conversion: Conversion) {
    if conversion.hasSinkFailed { run(conversion, .cancelled) }
    for waiting in queues[conversion.owner] ?? [] { startQueueTimer(waiting) }
  }

  private func peek(_ conversion: Conversion, _ session: Session) {
    let slot = conversion.slot
    // Nothing is asked for, so that nothing of what nobody wants is copied.
    guard
      let property = try? session.connection.property(
        slot.property,
        of: slot.window,
        byteCount: 0
      ), let slice = try? self.slice(property, session)
    else { return }
    run(conversion, .found(slice))
  }

  private func slice(
    _ property: borrowing Property,
    _ session: Session
  ) throws(XError) -> IncomingTransfer.Slice {
    guard property.exists else { return .missing }
    let type = try session.names.name(of: property.type, session.connection) ?? TargetName("")
    let isNumber = property.format == 32 && property.byteCount == 4
    return IncomingTransfer.Slice(
      type: type,
      elementBits: Int(property.format),
      byteCount: property.byteCount,
      remainingByteCount: property.bytesAfter,
      firstItem: isNumber ? property.words?.first : nil
    )
  }

  private func setTimer(_ wait: IncomingTransfer.Wait, _ conversion: Conversion) {
    conversion.timer?.cancel()
    let patience =
      switch wait {
      case .answer: conversion.answerPatience
      case .piece: conversion.piecePatience
      case .grace: limits.grace
      }
    let window = conversion.slot.window
    let id = conversion.id
    conversion.timer = loop.schedule(after: patience) { [weak self] in
      self?.assumeIsolated { desktop in
        guard let conversion = desktop.conversions[window], conversion.id == id else { return }
        desktop.run(conversion, .timedOut)
      }
    }
  }

  private func release(_ conversion: Conversion, _ session: Session) {
    conversion.timer?.cancel()
    let slot = conversion.slot
    guard conversions[slot.window] === conversion else { return }
    conversions[slot.window] = nil
    retired.removeAll { $0 == slot.window }
    session.idleSlots.append(slot)
    session.foreign.unwatch(conversion.owner, for: .end, session.connection)
    measure()
    if conversion.blocksOwner { beginNext(of: conversion.owner) }
  }

  /// Keeps the window of a silent owner, which may die of writing to one that is gone; but not any
  /// number of them.
  private func retire(_ conversion: Conversion) {
    conversion.timer?.cancel()
    keepForAWhile(conversion)
  }

  /// Keeps the window of a conversion that nobody waits for, and lets go of the oldest such.
  func keepForAWhile(_ conversion: Conversion) {
    guard let session, !retired.contains(conversion.slot.window) else { return }
    retired.append(conversion.slot.window)
    guard retired.count > Self.retiredLimit else { return }
    let window = retired.removeFirst()
    guard let oldest = conversions.removeValue(forKey: window) else { return }
    oldest.timer?.cancel()
    session.foreign.unwatch(oldest.owner, for: .end, session.connection)
    session.connection.destroy(window)
    if oldest.blocksOwner { beginNext(of: oldest.owner) }
  }

  private static let retiredLimit = 32
}
