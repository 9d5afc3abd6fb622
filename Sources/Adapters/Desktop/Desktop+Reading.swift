internal import LinuxIO
internal import Pasteboards
public import Selections
internal import XCB

// Reading what other programs offer.
extension Desktop {
  /// The targets that the owner of a selection names, in its order.
  ///
  /// - Parameter timeout: How long the owner may be silent.
  public func targets(
    of selection: Selection,
    timeout: Duration
  ) async throws(DesktopError) -> [TargetName] {
    if let known = session?.knownTargets[selection] { return known }
    let claim = session?.claimCounts[selection]
    let sink = TargetSink()
    let content = try await convert(
      selection,
      target: .targets,
      timeout: timeout,
      nextPiece: timeout,
      cap: TargetSink.byteLimit,
      into: sink
    )
    let atoms = TargetList.atoms(
      replyType: content.replyType,
      elementBits: Int(content.elementBits.rawValue),
      items: sink.words
    )
    guard let atoms else { throw .broken(.unexpectedType(content.replyType)) }
    let session = try connected()
    do {
      let names = try session.names.names(of: atoms.map(Atom.init(rawValue:)), session.connection)
      let targets = names.compactMap { $0 }
      // Good until the next claim, of which only XFIXES tells; one may have come meanwhile.
      if session.isWatching, session.claimCounts[selection] == claim {
        session.knownTargets[selection] = targets
      }
      return targets
    } catch {
      throw .notConnected(reason: "\(error)")
    }
  }

  /// Reads one target of a selection into `sink`, piece by piece as it comes.
  ///
  /// One conversion of one owner runs at a time, since some have state for one only.
  ///
  /// - Parameters:
  ///   - timeout: How long the owner may take to its first answer.
  ///   - nextPiece: How long it may take from piece to piece; ``DesktopLimits/nextPiece`` if `nil`.
  ///   - cap: More bytes than this fail.
  public func convert(
    _ selection: Selection,
    target: TargetName,
    timeout: Duration,
    nextPiece: Duration? = nil,
    cap: Int,
    into sink: any ContentSink
  ) async throws(DesktopError) -> ConvertedContent {
    let session = try connected()
    guard let owner = try window(owning: selection, session),
      !session.connection.owns(owner)
    else { throw .noOwner }
    let conversion = Conversion(
      id: nextConversionID(),
      selection: selection,
      target: target,
      owner: owner,
      slot: try slot(session),
      sink: sink,
      cap: cap,
      answerPatience: timeout,
      piecePatience: nextPiece ?? limits.nextPiece
    )
    let id = conversion.id
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        conversion.continuation = continuation
        enqueue(conversion, session)
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.cancel(id) }
      }
    }
    return try result.get()
  }

  private func nextConversionID() -> UInt64 {
    conversionCount += 1
    return conversionCount
  }

  /// A window and a property for one conversion, which nobody else uses until it is released.
  private func slot(_ session: Session) throws(DesktopError) -> ConversionSlot {
    if let slot = session.idleSlots.popLast() { return slot }
    do {
      let property = try session.names.atom(
        TargetName("_XFER_S\(session.slotCount % 64)"),
        session.connection
      )
      session.slotCount += 1
      let window = try session.connection.createInputOnlyWindow(events: .propertyChange)
      return ConversionSlot(window: window, property: property)
    } catch {
      throw .notConnected(reason: "\(error)")
    }
  }

  // MARK: - One owner, one conversion at a time

  private func enqueue(_ conversion: Conversion, _ session: Session) {
    session.foreign.watch(conversion.owner, for: .end, session.connection)
    let isFree = !conversions.values.contains { $0.owner == conversion.owner && $0.blocksOwner }
    if isFree, queues[conversion.owner] == nil {
      begin(conversion)
    } else {
      queues[conversion.owner, default: []].append(conversion)
      startQueueTimer(conversion)
    }
  }

  private func begin(_ conversion: Conversion) {
    conversions[conversion.slot.window] = conversion
    measure()
    run(conversion, .start)
  }

  private func beginNext(of owner: Window) {
    guard var queue = queues.removeValue(forKey: owner), !queue.isEmpty else { return }
    let next = queue.removeFirst()
    if !queue.isEmpty { queues[owner] = queue }
    begin(next)
  }

  private func startQueueTimer(_ conversion: Conversion) {
    let id = conversion.id
    conversion.timer?.cancel()
    conversion.timer = loop.schedule(after: conversion.answerPatience) { [weak self] in
      self?.assumeIsolated { _ = $0.leaveQueue(id, .timedOut(.answer)) }
    }
  }

  /// Ends a conversion that has not begun; `false` if it has.
  private func leaveQueue(_ id: UInt64, _ error: DesktopError) -> Bool {
    for (owner, queue) in queues {
      guard let index = queue.firstIndex(where: { $0.id == id }) else { continue }
      let conversion = queue[index]
      queues[owner]?.remove(at: index)
      if queues[owner]?.isEmpty == true { queues[owner] = nil }
      conversion.end(.failure(error))
      if let session {
        session.foreign.unwatch(owner, for: .end, session.connection)
        session.idleSlots.append(conversion.slot)
      }
      return true
    }
    return false
  }

  private func cancel(_ id: UInt64) {
    guard !leaveQueue(id, .cancelled),
      let conversion = conversions.values.first(where: { $0.id == id })
    else { return }
    run(conversion, .cancelled)
  }

  // MARK: - The machine of a conversion

  func handle(_ notify: SelectionNotify) {
    guard let conversion = conversions[notify.requestor],
      session?.selection(of: notify.selection) == conversion.selection
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
      conversion.end(conversion.result(outcome))
      measure()
    case .unblock:
      conversion.blocksOwner = false
      beginNext(of: conversion.owner)
    case .release: release(conversion, session)
    case .retire: retire(conversion, session)
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
  private func retire(_ conversion: Conversion, _ session: Session) {
    conversion.timer?.cancel()
    retired.append(conversion.slot.window)
    guard retired.count > Self.retiredLimit else { return }
    let window = retired.removeFirst()
    guard let oldest = conversions.removeValue(forKey: window) else { return }
    session.foreign.unwatch(oldest.owner, for: .end, session.connection)
    session.connection.destroy(window)
  }

  private static let retiredLimit = 32
}
