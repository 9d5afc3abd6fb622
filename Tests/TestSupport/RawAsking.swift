import XCB

/// The part of a requestor that asks and takes answers, on its thread.
struct RawAsking {
  private struct Slot {
    let conversion: RawRequestor.Conversion
    let window: Window
    let property: Atom
    let start: ContinuousClock.Instant
    var outcome: RawRequestor.Outcome
    /// The announcement was deleted, so a value in the property is a piece.
    var isStreaming = false
    var mayHavePiece = false
    var due: ContinuousClock.Instant?
  }

  private let peer: RawPeer
  private let end: ContinuousClock.Instant
  private let incremental: Atom
  private var slots: [Slot] = []
  private var isClosed = false

  init(
    _ server: XServer,
    _ conversions: [RawRequestor.Conversion],
    within duration: Duration
  ) throws {
    peer = try RawPeer(server)
    end = .now + duration
    incremental = try peer.atom("INCR")
    var shared: [Int: Window] = [:]
    for conversion in conversions {
      let window: Window
      if let number = conversion.sharedWindow, let known = shared[number] {
        window = known
      } else {
        window = try peer.connection.createInputOnlyWindow(
          events: [.propertyChange, .structureNotify])
        if let number = conversion.sharedWindow { shared[number] = window }
      }
      try ask(conversion, window: window)
    }
    try peer.connection.flush()
  }

  var outcomes: [RawRequestor.Outcome] { slots.map(\.outcome) }

  var progress: [RawRequestor.Outcome] {
    slots.map { slot in
      var outcome = slot.outcome
      outcome.bytes = []
      return outcome
    }
  }

  /// Handles what has come; false when there is nothing left to wait for.
  mutating func step(mayProceed: Bool) throws -> Bool {
    guard !isClosed, ContinuousClock.now < end, slots.contains(where: { !$0.outcome.isComplete })
    else { return false }
    let isBusy = slots.contains { $0.due != nil }
    if let event = try peer.connection.nextEvent(within: .milliseconds(isBusy ? 1 : 5)) {
      try handle(event)
    }
    for index in slots.indices where !isClosed {
      if mayProceed, case .deletesWhenTold = slots[index].conversion.manner,
        slots[index].outcome.announcement != nil, !slots[index].isStreaming
      {
        startStream(&slots[index])
      }
      if let due = slots[index].due, due <= .now, slots[index].mayHavePiece {
        slots[index].due = nil
        try takePiece(index)
      }
    }
    try peer.connection.flush()
    return true
  }

  private mutating func ask(_ conversion: RawRequestor.Conversion, window: Window) throws {
    let target = try peer.atom(conversion.target)
    let property = try conversion.property.map { try peer.atom($0) }
    if let parameter = conversion.parameter, let property {
      try peer.write(
        parameter.bytes,
        to: property,
        of: window,
        type: parameter.type,
        format: parameter.format
      )
    }
    peer.connection.convert(
      try peer.atom(conversion.selection),
      to: target,
      property: property ?? .none,
      requestor: window,
      at: conversion.time
    )
    var slot = Slot(
      conversion: conversion,
      window: window,
      property: property ?? target,
      start: .now,
      outcome: RawRequestor.Outcome(window: window)
    )
    switch conversion.manner {
    case .destroysWindowAtOnce:
      peer.connection.destroy(window)
      slot.outcome.isComplete = true
    case .closesConnectionAtOnce:
      try peer.connection.sync()
      slot.outcome.isComplete = true
      isClosed = true
    default: break
    }
    slots.append(slot)
  }

  private mutating func handle(_ event: Event) throws {
    switch event {
    case .selectionNotify(let notify): try answered(notify)
    case .propertyNotify(let notify) where notify.change == .newValue:
      for index in slots.indices
      where slots[index].window == notify.window && slots[index].property == notify.property {
        guard slots[index].isStreaming, !slots[index].outcome.isComplete else { continue }
        slots[index].mayHavePiece = true
        if case .slow(let pause) = slots[index].conversion.manner {
          slots[index].due = .now + pause
        } else {
          try takePiece(index)
        }
      }
    default: break
    }
  }

  private mutating func answered(_ notify: SelectionNotify) throws {
    let own = slots.indices.filter { slots[$0].window == notify.requestor }
    let matching = own.filter {
      notify.property == .none || slots[$0].property == notify.property
    }
    guard
      let index = matching.first(where: { slots[$0].outcome.notify == nil }) ?? matching.first
    else { return }
    slots[index].outcome.notifyCount += 1
    guard slots[index].outcome.notify == nil else { return }
    slots[index].outcome.notify = notify
    slots[index].outcome.latency = slots[index].start.duration(to: .now)
    if notify.property == .none {
      slots[index].outcome.isComplete = true
    } else {
      try takeAnswer(index)
    }
  }

  private mutating func takeAnswer(_ index: Int) throws {
    let slot = slots[index]
    let value = try peer.connection.property(
      slot.property,
      of: slot.window,
      byteCount: 1 << 30
    )
    guard value.type == incremental else {
      try record(value, in: &slots[index].outcome, keeping: true)
      peer.connection.deleteProperty(slot.property, of: slot.window)
      slots[index].outcome.isComplete = true
      return
    }
    slots[index].outcome.announcement = value.words ?? []
    switch slot.conversion.manner {
    case .neverDeletes, .deletesWhenTold: break
    case .destroysWindow(after: 0), .closesConnection(after: 0): leave(index)
    default: startStream(&slots[index])
    }
  }

  private func startStream(_ slot: inout Slot) {
    slot.isStreaming = true
    peer.connection.deleteProperty(slot.property, of: slot.window)
  }

  private mutating func takePiece(_ index: Int) throws {
    let slot = slots[index]
    slots[index].mayHavePiece = false
    let value = try peer.connection.property(
      slot.property,
      of: slot.window,
      byteCount: 1 << 30,
      delete: true
    )
    // The event of the announcement itself; the first piece is still to come.
    guard value.exists else { return }
    if value.byteCount == 0 {
      if slots[index].outcome.type == nil { slots[index].outcome.format = value.format }
      slots[index].outcome.type = try peer.name(of: value.type)
      slots[index].outcome.isTerminated = true
      slots[index].outcome.isComplete = true
      return
    }
    slots[index].outcome.pieceSizes.append(value.byteCount)
    try record(value, in: &slots[index].outcome, keeping: slot.conversion.keepsBytes)
    switch slot.conversion.manner {
    case .destroysWindow(let count), .closesConnection(let count):
      if slots[index].outcome.pieceSizes.count >= count { leave(index) }
    default: break
    }
  }

  private mutating func leave(_ index: Int) {
    slots[index].outcome.isComplete = true
    if case .closesConnection = slots[index].conversion.manner {
      isClosed = true
    } else {
      peer.connection.destroy(slots[index].window)
    }
  }

  private func record(
    _ value: borrowing Property,
    in outcome: inout RawRequestor.Outcome,
    keeping: Bool
  ) throws {
    guard value.exists else { return }
    outcome.type = try peer.name(of: value.type)
    outcome.format = value.format
    outcome.byteCount += value.byteCount
    if keeping { value.withBytes { outcome.bytes += $0 } }
  }
}
