public import Pasteboards

/// One reply that is too long for a property: written in pieces as the requestor takes them.
///
/// Begins after the request was decided upon; the notification is the caller's, after the start.
///
/// Source: ICCCM 2.0 §2.7.2, INCR.
public struct OutgoingTransfer: Sendable {
  /// What happened.
  public enum Event: Sendable {
    case start
    /// The requestor deleted the property.
    case deleted
    /// Of content that is still being made there is so much, or all.
    case grown(byteCount: Int, isComplete: Bool)
    /// Nothing happened for as long as a requestor may rest.
    case expired
    /// The requestor's window is destroyed.
    case requestorGone
    /// The content cannot be read.
    case unreadable
    /// Something else is being written to the same place.
    case replaced
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Ask for PropertyChange and StructureNotify of the requestor's window, before the next.
    case watch
    /// Write the property: type INCR, one 32-bit item.
    case announce(lowerBound: UInt32)
    /// Write these bytes of the content with their real type.
    case write(offset: Int, byteCount: Int)
    /// Wait until there are more bytes than this, or it is known that there are no more.
    case awaitMore(than: Int)
    /// Write no items with the real type.
    case terminate
    /// Wait for the requestor for ``OutgoingTransfer/patience``, from now.
    case restartTimer
    /// Ask for no events of the window any more.
    case unwatch
    /// It is over.
    case end(Ending)
  }

  /// How a transfer ended.
  public enum Ending: Sendable, Equatable {
    /// The requestor took everything and knows it.
    case completed
    case expired
    case requestorGone
    case unreadable
    case replaced
  }

  /// How long a requestor may rest.
  public static let patience: Duration = .seconds(30)

  private enum State: Sendable {
    case fresh
    /// Written up to here, and the requestor has not taken the last of it.
    case waiting(written: Int)
    /// The requestor has taken all that there was.
    case starved(written: Int)
    case terminated
    case ended
  }

  private var state: State = .fresh
  private var byteCount: Int
  private var isComplete: Bool
  private let pieceByteCount: Int

  /// A transfer of so many bytes; unless it is complete, of what is made so far.
  public init(
    byteCount: Int,
    isComplete: Bool = true,
    elementBits: Representation.ElementBits,
    sizes: TransferSizes
  ) {
    self.byteCount = byteCount
    self.isComplete = isComplete
    let element = elementBits.byteCount
    // An element never lies across two pieces.
    pieceByteCount = max(element, sizes.piece / element * element)
  }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.fresh, .start):
      state = .waiting(written: 0)
      // A bound of nothing makes some requestors fail, and the events come first, or the
      // requestor's answer could be missed.
      let bound = UInt32(clamping: max(1, byteCount))
      return [.watch, .announce(lowerBound: bound), .restartTimer]
    case (.waiting(let written), .deleted): return goOn(after: written)
    case (.fresh, .grown(let count, let isComplete)), (.waiting, .grown(let count, let isComplete)):
      (byteCount, self.isComplete) = (count, isComplete)
      return []
    case (.starved(let written), .grown(let count, let isComplete)):
      (byteCount, self.isComplete) = (count, isComplete)
      return goOn(after: written)
    case (.terminated, .deleted): return end(.completed)
    case (.waiting, .expired), (.terminated, .expired): return end(.expired)
    case (.waiting, .requestorGone), (.starved, .requestorGone), (.terminated, .requestorGone):
      return end(.requestorGone)
    case (.waiting, .unreadable), (.starved, .unreadable), (.terminated, .unreadable):
      return end(.unreadable)
    case (.waiting, .replaced), (.starved, .replaced), (.terminated, .replaced):
      return end(.replaced)
    // It is not the requestor who rests, and whoever makes the content has a time of its own.
    case (.starved, .expired): return []
    case (.fresh, .deleted), (.fresh, .expired), (.fresh, .requestorGone), (.fresh, .unreadable),
      (.fresh, .replaced), (.waiting, .start), (.starved, .start), (.starved, .deleted),
      (.terminated, .start), (.terminated, .grown), (.ended, _):
      return []
    }
  }

  /// Writes what comes next, if it is there.
  private mutating func goOn(after written: Int) -> [Action] {
    if written < byteCount {
      let count = min(pieceByteCount, byteCount - written)
      state = .waiting(written: written + count)
      return [.write(offset: written, byteCount: count), .restartTimer]
    }
    guard isComplete else {
      state = .starved(written: written)
      return [.awaitMore(than: written)]
    }
    state = .terminated
    return [.terminate, .restartTimer]
  }

  private mutating func end(_ ending: Ending) -> [Action] {
    state = .ended
    return [.unwatch, .end(ending)]
  }
}
