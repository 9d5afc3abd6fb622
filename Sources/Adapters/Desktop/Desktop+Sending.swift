internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

/// Content on its way to another program.
struct Sending {
  let payload: Payload
  let byteCount: Int
  let type: Atom
  let elementBits: Representation.ElementBits
  let selection: Selection
  let id: UInt64
  let target: TargetName
  /// The payload, if it is still being made.
  var growing: GrowingPayload?
  /// Ends the transfer when the reader rests for too long.
  var timer: EventLoop.Timer?
  /// End the waits for content that is still being made: for all of it, and for more.
  var leave: PromisedPayload.Leave?
  var leaveGrowth: PromisedPayload.Leave?

  func end() {
    timer?.cancel()
    leaveGrowth?()
    leave?()
  }
}

// Content in pieces.
extension Desktop {
  /// Begins a transfer in pieces; `false` if there are too many.
  func begin(
    _ sending: Sending,
    on property: Atom,
    of requestor: Window,
    _ session: Session
  ) -> Bool {
    guard let place = PropertyPlace(requestor, property),
      let actions = transfers.begin(
        at: place,
        byteCount: sending.byteCount,
        isComplete: sending.growing == nil,
        elementBits: sending.elementBits,
        sizes: session.sizes
      )
    else { return false }
    sendings[place]?.end()
    sendings[place] = sending
    // Made to its end for this one, also when the entry is replaced.
    let leave = sending.growing?.promise.keep { _ in }
    sendings[place]?.leave = leave
    perform(actions, session)
    measure()
    return true
  }

  func perform(_ actions: [OutgoingTransfers.Action], _ session: Session) {
    for action in actions {
      switch action {
      case .watch(let window):
        session.foreign.watch(Window(window), for: .properties, session.connection)
      case .unwatch(let window):
        session.foreign.unwatch(Window(window), for: .properties, session.connection)
      case .announce(let place, let bound):
        // A write fails only with the connection, and that is noticed before the next wait.
        _ = try? session.connection.changeProperty(
          Atom(place.property),
          of: Window(place.window),
          type: session.incr,
          words: [bound]
        )
      case .write(let place, let offset, let count):
        write(place, offset: offset, byteCount: count, session)
      case .awaitMore(let place, than: let count): awaitMore(place, than: count)
      case .terminate(let place):
        write(place, UnsafeRawBufferPointer(start: nil, count: 0), session)
      case .restartTimer(let place): restartTimer(place)
      case .end(let place, let ending): end(place, ending, session)
      }
    }
  }

  private func write(_ place: PropertyPlace, offset: Int, byteCount: Int, _ session: Session) {
    guard let sending = sendings[place], byteCount <= room.bytes.count else { return }
    session.hasMovedPiece = true
    var rest = room.bytes[..<byteCount]
    while !rest.isEmpty {
      let space = UnsafeMutableRawBufferPointer(rebasing: rest)
      let done = byteCount - rest.count
      guard let count = try? sending.payload.read(into: space, at: offset + done), count > 0 else {
        return perform(transfers.handle(.unreadable, at: place), session)
      }
      rest = rest.dropFirst(count)
    }
    write(place, UnsafeRawBufferPointer(rebasing: room.bytes[..<byteCount]), session)
  }

  private func write(_ place: PropertyPlace, _ bytes: UnsafeRawBufferPointer, _ session: Session) {
    guard let sending = sendings[place] else { return }
    _ = try? session.connection.changeProperty(
      Atom(place.property),
      of: Window(place.window),
      type: sending.type,
      format: sending.elementBits.rawValue,
      bytes: bytes
    )
  }

  // MARK: Content that is still being made

  private func awaitMore(_ place: PropertyPlace, than byteCount: Int) {
    guard let growing = sendings[place]?.growing else { return }
    sendings[place]?.timer?.cancel()
    let leave = growing.promise.whenLonger(than: byteCount) { [weak self, loop] in
      // It may be any thread, and the middle of this very call.
      loop.perform { [weak self] in self?.assumeIsolated { $0.grow(place) } }
    }
    sendings[place]?.leaveGrowth = leave
  }

  /// Tells a transfer how much there is by now, if its content is still being made.
  func grow(_ place: PropertyPlace) {
    guard let session, let growing = sendings[place]?.growing else { return }
    let isComplete = growing.isComplete
    let event: OutgoingTransfer.Event =
      growing.promise.failure == nil
      ? .grown(byteCount: growing.byteCount, isComplete: isComplete) : .unreadable
    perform(transfers.handle(event, at: place), session)
  }

  private func restartTimer(_ place: PropertyPlace) {
    sendings[place]?.timer?.cancel()
    sendings[place]?.timer = loop.schedule(after: limits.requestorIdle) { [weak self] in
      self?.assumeIsolated { desktop in
        guard let session = desktop.session else { return }
        desktop.perform(desktop.transfers.handle(.expired, at: place), session)
      }
    }
  }

  private func end(
    _ place: PropertyPlace,
    _ ending: OutgoingTransfer.Ending,
    _ session: Session
  ) {
    // What replaces a transfer is at its place already.
    guard ending != .replaced, let sending = sendings.removeValue(forKey: place) else { return }
    sending.end()
    if ending == .completed { tellPasted(sending, by: Window(place.window), session) }
    measure()
  }
}
