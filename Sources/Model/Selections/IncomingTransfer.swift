/// One conversion that we asked for, from the request to the last byte.
///
/// Holds no connection, no clock and no content: feed it what happened, do what it answers. An
/// owner that has begun is always heard out: most die or lock up when their reader stops.
///
/// Source: ICCCM 2.0 §2.4 (conversion), §2.7.2 (INCR).
public struct IncomingTransfer: Sendable {
  /// The most bytes of one read.
  public static let sliceByteCount = 1 << 20

  private enum State: Sendable {
    case fresh
    case asked
    case readingReply(offset: Int)
    /// In pieces; waiting for the next one.
    case waiting
    case readingPiece(offset: Int)
    case ended
  }

  private struct Shape: Sendable, Equatable {
    let type: TargetName
    let elementBits: Int
  }

  private let target: TargetName
  private let cap: Int
  private var state: State = .fresh
  /// What the content turned out to be, once that is known.
  private var shape: Shape?
  private var byteCount = 0
  private var hint: Int?
  /// Whether the owner announced pieces.
  public private(set) var isIncremental = false
  /// Whether there is a receiver; without one the owner is only heard out.
  private var isWanted = true
  private var isUnblocked = false

  /// - Parameters:
  ///   - target: What is asked for, which decides about the types that are taken.
  ///   - cap: The most bytes that are handed on.
  public init(target: TargetName, cap: Int) {
    self.target = target
    self.cap = cap
  }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.fresh, .start):
      state = .asked
      return [.ask, .setTimer(.answer)]
    case (.asked, .notified(let isStored)):
      guard isStored else { return end(.failed(.refused)) }
      state = .readingReply(offset: 0)
      return [isWanted ? .read(offset: 0) : .peek]
    case (.waiting, .propertyChanged):
      state = .readingPiece(offset: 0)
      return [isWanted ? .read(offset: 0) : .peek]
    case (.readingReply(let offset), .found(let slice)):
      return isWanted ? takeReply(slice, offset) : drainReply(slice)
    case (.readingPiece(let offset), .found(let slice)):
      return isWanted ? takePiece(slice, offset) : drainPiece(slice)
    case (.asked, .timedOut): return timeOut(.answer)
    case (.waiting, .timedOut): return timeOut(.piece)
    case (.asked, .cancelled): return stopDelivering(.cancelled, waiting: .answer)
    case (.waiting, .cancelled): return stopDelivering(.cancelled, waiting: .grace)
    case (.asked, .ownerGone), (.waiting, .ownerGone), (.readingReply, .ownerGone),
      (.readingPiece, .ownerGone):
      return end(.failed(.ownerGone))
    // A new value before the notification is the one that the notification is about; xsel sends a
    // second notification when it is through; nothing else can happen between a read and its end.
    case (.asked, .propertyChanged), (.waiting, .notified), (.fresh, _), (.asked, .start),
      (.asked, .found), (.waiting, .start), (.waiting, .found), (.readingReply, _),
      (.readingPiece, _), (.ended, _):
      return []
    }
  }

  private mutating func end(_ outcome: Outcome) -> [Action] {
    state = .ended
    let finish: [Action] = isWanted ? [.finish(outcome)] : []
    isWanted = false
    return [.stopTimer] + finish + [.release]
  }

  private mutating func timeOut(_ wait: Wait) -> [Action] {
    guard isWanted || !isUnblocked else { return [.retire] }
    let finish: [Action] = isWanted ? [.finish(.failed(.timedOut(wait)))] : []
    isWanted = false
    isUnblocked = true
    return finish + [.unblock, .setTimer(.grace)]
  }

  private mutating func stopDelivering(_ failure: Failure, waiting wait: Wait) -> [Action] {
    guard isWanted else { return [] }
    isWanted = false
    return [.finish(.failed(failure)), .setTimer(wait)]
  }

  private func accepts(_ slice: Slice, _ type: TargetName, whole byteCount: Int?) -> Bool {
    ReplyCheck.accepts(
      type,
      elementBits: slice.elementBits,
      byteCount: byteCount,
      asAnswerTo: target
    )
  }
}

// MARK: - One property

extension IncomingTransfer {
  private mutating func takeReply(_ slice: Slice, _ offset: Int) -> [Action] {
    guard let type = slice.type else { return end(.failed(.broken(.noProperty))) }
    let cleanUp: [Action] = slice.remainingByteCount > 0 ? [.deleteProperty] : []
    let total = offset + slice.byteCount + slice.remainingByteCount
    var actions: [Action] = []
    if offset == 0 {
      if type == .incr { return beginPieces(slice) + cleanUp }
      guard accepts(slice, type, whole: total) else {
        return cleanUp + end(.failed(.broken(.unexpectedType(type))))
      }
      guard total <= cap else { return cleanUp + end(.failed(.overCap)) }
      shape = Shape(type: type, elementBits: slice.elementBits)
      actions.append(.begin(type: type, elementBits: slice.elementBits, byteCountHint: total))
    }
    let isSame = shape == Shape(type: type, elementBits: slice.elementBits)
    guard isSame, total <= cap, slice.byteCount > 0 || slice.remainingByteCount == 0 else {
      return cleanUp + end(.failed(.broken(.changedType)))
    }
    if slice.byteCount > 0 { actions.append(.append) }
    byteCount = offset + slice.byteCount
    if slice.remainingByteCount > 0 {
      state = .readingReply(offset: byteCount)
      return actions + [.read(offset: byteCount)]
    }
    return actions + complete(type, slice.elementBits)
  }

  /// The read deleted the property, which tells the owner to go on.
  private mutating func beginPieces(_ slice: Slice) -> [Action] {
    state = .waiting
    isIncremental = true
    // xclip announces without a number, and any number may be a lie: it is only a hint.
    hint = slice.firstItem.flatMap { $0 > 0 ? Int($0) : nil }
    return [.setTimer(.piece)]
  }

  private mutating func complete(_ type: TargetName, _ elementBits: Int) -> [Action] {
    end(.complete(type: type, elementBits: elementBits, byteCount: byteCount))
  }

  private mutating func drainReply(_ slice: Slice) -> [Action] {
    switch slice.type {
    case nil: return end(.failed(.cancelled))
    case .incr:
      state = .waiting
      return [.deleteProperty, .setTimer(.grace)]
    default: return [.deleteProperty] + end(.failed(.cancelled))
    }
  }
}

// MARK: - Pieces

extension IncomingTransfer {
  private mutating func takePiece(_ slice: Slice, _ offset: Int) -> [Action] {
    guard let type = slice.type else {
      // The event was about the announcement, or about a value that is read already.
      state = .waiting
      return offset == 0 ? [] : stopDelivering(.broken(.changedType), waiting: .grace)
    }
    if offset == 0, slice.byteCount == 0, slice.remainingByteCount == 0 {
      return completePieces(type, slice)
    }
    if shape == nil {
      guard accepts(slice, type, whole: nil) else {
        return discard(slice, because: .broken(.unexpectedType(type)))
      }
    } else if shape != Shape(type: type, elementBits: slice.elementBits) {
      return discard(slice, because: .broken(.changedType))
    }
    guard slice.byteCount > 0 else { return discard(slice, because: .broken(.changedType)) }
    guard byteCount + slice.byteCount + slice.remainingByteCount <= cap else {
      return discard(slice, because: .overCap)
    }
    let actions = begin(type, slice) + [.append]
    byteCount += slice.byteCount
    if slice.remainingByteCount > 0 {
      state = .readingPiece(offset: offset + slice.byteCount)
      return actions + [.read(offset: offset + slice.byteCount)]
    }
    state = .waiting
    return actions + [.setTimer(.piece)]
  }

  private mutating func begin(_ type: TargetName, _ slice: Slice) -> [Action] {
    guard shape == nil else { return [] }
    shape = Shape(type: type, elementBits: slice.elementBits)
    return [.begin(type: type, elementBits: slice.elementBits, byteCountHint: hint)]
  }

  private mutating func completePieces(_ type: TargetName, _ slice: Slice) -> [Action] {
    if let shape { return complete(shape.type, shape.elementBits) }
    guard accepts(slice, type, whole: 0) else {
      return end(.failed(.broken(.unexpectedType(type))))
    }
    return begin(type, slice) + complete(type, slice.elementBits)
  }

  private mutating func discard(_ slice: Slice, because failure: Failure) -> [Action] {
    state = .waiting
    let cleanUp: [Action] = slice.remainingByteCount > 0 ? [.deleteProperty] : []
    return cleanUp + stopDelivering(failure, waiting: .grace)
  }

  private mutating func drainPiece(_ slice: Slice) -> [Action] {
    guard slice.type != nil else {
      state = .waiting
      return []
    }
    if slice.byteCount == 0, slice.remainingByteCount == 0 {
      return [.deleteProperty] + end(.failed(.cancelled))
    }
    state = .waiting
    return [.deleteProperty, .setTimer(.grace)]
  }
}
