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
    case terminated
    case ended
  }

  private var state: State = .fresh
  private let byteCount: Int
  private let pieceByteCount: Int

  public init(
    byteCount: Int,
    elementBits: Representation.ElementBits,
    sizes: TransferSizes
  ) {
    self.byteCount = byteCount
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
    case (.waiting(let written), .deleted):
      guard written < byteCount else {
        state = .terminated
        return [.terminate, .restartTimer]
      }
      let count = min(pieceByteCount, byteCount - written)
      state = .waiting(written: written + count)
      return [.write(offset: written, byteCount: count), .restartTimer]
    case (.terminated, .deleted): return end(.completed)
    case (.waiting, .expired), (.terminated, .expired): return end(.expired)
    case (.waiting, .requestorGone), (.terminated, .requestorGone):
      return end(.requestorGone)
    case (.waiting, .unreadable), (.terminated, .unreadable): return end(.unreadable)
    case (.waiting, .replaced), (.terminated, .replaced): return end(.replaced)
    case (.fresh, .deleted), (.fresh, .expired), (.fresh, .requestorGone), (.fresh, .unreadable),
      (.fresh, .replaced), (.waiting, .start), (.terminated, .start), (.ended, _):
      return []
    }
  }

  private mutating func end(_ ending: Ending) -> [Action] {
    state = .ended
    return [.unwatch, .end(ending)]
  }
}
