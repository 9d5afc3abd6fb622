public import CoreTransferable

/// One change of a board.
///
/// Source: `Watch` of the interface `org.xfer.Pasteboard`.
public struct PasteboardChange: Sendable {
  /// The board that changed.
  public let board: Pasteboard
  /// How often it has changed; between two changes that are told it may have been more than once.
  public let changeCount: Int
  /// Who has what is on the board now.
  public let holder: Holder
  /// The daemon's name for what is there, if it was copied through the daemon.
  public let entry: String?
  /// The types that are on offer, as in ``Pasteboard/types``, as far as they are known yet.
  public let types: [[UTType]]
  /// Whether it is marked as a secret.
  public let isSensitive: Bool

  /// Who answers a paste.
  public enum Holder: Sendable, Hashable {
    /// `xferd`, with what was copied through it.
    case daemon
    /// Another program.
    case otherProgram
    /// Nobody: there is nothing to paste.
    case nobody
  }
}

/// The changes of a board, as they come; each loop has a connection of its own.
///
/// The first one tells how the board is now, if anything was ever on it. A loop that is slower than
/// the changes misses old ones, and never the newest. The end is an error: the daemon has gone.
public struct PasteboardChanges: AsyncSequence, Sendable {
  let board: String

  public func makeAsyncIterator() -> AsyncThrowingStream<PasteboardChange, any Error>.AsyncIterator
  {
    stream.makeAsyncIterator()
  }
}
