public import Pasteboards
public import Selections

/// Takes the content of one conversion, piece by piece, on the desktop's loop.
///
/// What it throws ends the conversion with ``DesktopError/sinkFailed``; the owner is heard out.
public protocol ContentSink: Sendable {
  /// The content's type is known; its first bytes come next, if there are any.
  ///
  /// `replyType` is the type that the owner gave it, which may not be the target. What is
  /// incremental comes in pieces, over time.
  func begin(replyType: TargetName, isIncremental: Bool) throws

  /// The next bytes, in the machine's byte order if the elements are wider than a byte.
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// What a conversion brought.
public struct ConvertedContent: Sendable, Equatable {
  public let replyType: TargetName
  public let elementBits: Representation.ElementBits
  public let byteCount: Int
  /// The last change of the selection that had come when the content was complete: of that, or one
  /// before it, it is.
  public let claim: Int
}
