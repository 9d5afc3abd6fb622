/// Promised content that is read while it is being made.
public final class GrowingPayload: PayloadFile {
  public let promise: any PromisedPayload

  /// `nil` if there is nothing of it yet, or it may be seen only when it is whole.
  public init?(_ promise: any PromisedPayload) {
    guard let byteCount = promise.beginning?.byteCount, byteCount > 0 else { return nil }
    self.promise = promise
  }

  /// Whether it grows no more; asked before the number of bytes, that is then the last.
  public var isComplete: Bool { promise.kept != nil }

  /// The number of bytes so far.
  public var byteCount: Int { content?.byteCount ?? 0 }

  public func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    guard let content else { throw promise.failure ?? .notMade }
    return try content.read(into: buffer, at: offset)
  }

  private var content: Payload? {
    // It may be kept, and its beginning be gone, between the first two looks.
    promise.kept ?? promise.beginning.map(Payload.file) ?? promise.kept
  }
}
