extension IncomingTransfer {
  /// What happened.
  public enum Event: Sendable {
    case start
    /// SelectionNotify for our window; whether it names a property.
    case notified(isStored: Bool)
    /// The property has a new value.
    case propertyChanged
    /// What ``Action/read(offset:)`` or ``Action/peek`` found.
    case found(Slice)
    /// The time of the last ``Action/setTimer(_:)`` is over.
    case timedOut
    /// Nobody wants the content any more.
    case cancelled
    /// The owner's window or client is no more.
    case ownerGone
  }

  /// A part of a property, of which the bytes stay with the caller.
  public struct Slice: Sendable, Equatable {
    /// The type; `nil` when there is no such property.
    public let type: TargetName?
    public let elementBits: Int
    /// The bytes of this part.
    public let byteCount: Int
    /// The bytes of the property after this part.
    public let remainingByteCount: Int
    /// The first 32-bit item, if the elements are such and there is one.
    public let firstItem: UInt32?

    public init(
      type: TargetName?,
      elementBits: Int = 8,
      byteCount: Int = 0,
      remainingByteCount: Int = 0,
      firstItem: UInt32? = nil
    ) {
      self.type = type
      self.elementBits = elementBits
      self.byteCount = byteCount
      self.remainingByteCount = remainingByteCount
      self.firstItem = firstItem
    }

    /// There is no such property.
    public static let missing = Slice(type: nil)
  }

  /// What is to be done, in order.
  public enum Action: Sendable, Equatable {
    /// Delete the property, then ConvertSelection.
    case ask
    case setTimer(Wait)
    case stopTimer
    /// Read at most ``IncomingTransfer/sliceByteCount`` bytes, and delete the property if that
    /// was its end; then ``Event/found(_:)``.
    case read(offset: Int)
    /// Find out about the property without its content and leave it; then ``Event/found(_:)``.
    case peek
    case deleteProperty
    /// Tell the receiver what comes; the length is what the owner says, which may be wrong.
    case begin(type: TargetName, elementBits: Int, byteCountHint: Int?)
    /// Hand the bytes of the slice just found to the receiver.
    case append
    /// The receiver's part is over.
    case finish(Outcome)
    /// The owner may be asked for something else, though it may still write here.
    case unblock
    /// The owner is done with the window and property, which may be used again.
    case release
    /// The owner is not done, but silent for long: the window may go if windows run short.
    case retire
  }

  /// What is waited for.
  public enum Wait: Sendable, Equatable {
    /// The first answer.
    case answer
    /// The next piece.
    case piece
    /// Anything at all from an owner that nobody waits for any more.
    case grace
  }

  /// How it ended for the receiver.
  public enum Outcome: Sendable, Equatable {
    case complete(type: TargetName, elementBits: Int, byteCount: Int)
    case failed(Failure)
  }

  /// Why there is no content, or not all of it.
  public enum Failure: Sendable, Equatable {
    case refused
    case timedOut(Wait)
    case ownerGone
    case overCap
    case cancelled
    case broken(Breach)
  }

  /// What an owner did against the rules.
  public enum Breach: Sendable, Equatable {
    /// It said that it wrote a property, and there is none.
    case noProperty
    /// It answered with another type than was asked for.
    case unexpectedType(TargetName)
    /// The pieces, or parts of one property, are of different types.
    case changedType
  }
}
