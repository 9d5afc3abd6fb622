internal import LinuxIO
internal import Selections
internal import XCB

// One conversion of one owner at a time: some have state for one only.
extension Desktop {
  func enqueue(_ conversion: Conversion, _ session: Session) {
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

  func beginNext(of owner: Window) {
    guard var queue = queues.removeValue(forKey: owner), !queue.isEmpty else { return }
    let next = queue.removeFirst()
    if !queue.isEmpty { queues[owner] = queue }
    begin(next)
  }

  func startQueueTimer(_ conversion: Conversion) {
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

  func cancel(_ id: UInt64) {
    guard !leaveQueue(id, .cancelled),
      let conversion = conversions.values.first(where: { $0.id == id })
    else { return }
    run(conversion, .cancelled)
    // A silent owner is heard out, but not any number of them.
    if conversions[conversion.slot.window] === conversion, !conversion.isIncremental {
      keepForAWhile(conversion)
    }
  }
}
