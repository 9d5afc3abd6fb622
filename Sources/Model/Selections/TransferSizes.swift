/// How much goes into one property, and when a transfer is made in pieces.
///
/// Source: ICCCM 2.0 §2.5 and §2.7.2; the numbers are measured, Tk refuses more than 400,000 bytes.
public struct TransferSizes: Sendable, Equatable {
  /// The most bytes of one complete reply.
  public let threshold: Int
  /// The most bytes of one piece of a longer one.
  public let piece: Int

  /// The header of the longest request that writes a property, BIG-REQUESTS included.
  private static let headerByteCount = 28

  /// - Parameter maximumRequestByteCount: What the server takes in one request.
  public init(maximumRequestByteCount: Int) {
    let room = max(4, (maximumRequestByteCount - Self.headerByteCount) / 4 * 4)
    threshold = min(262_144, room)
    piece = min(393_216, room)
  }

  /// Whether so much content needs INCR.
  public func needsPieces(byteCount: Int) -> Bool { byteCount > threshold }
}
