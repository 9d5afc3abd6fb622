/// A moment on the server's clock: milliseconds in 32 bits that wrap every 49.7 days.
///
/// Source: X11 protocol, "TIMESTAMP".
public struct Timestamp: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// CurrentTime: whatever the server's clock shows when it handles the request.
  public static let current = Timestamp(rawValue: 0)

  /// Whether this moment comes after `other`, also across a wrap of the clock.
  ///
  /// Meaningless if either is ``current``.
  ///
  /// Source: X11 protocol, "TIMESTAMP": half of the range is later, half is earlier.
  public func isLater(than other: Timestamp) -> Bool {
    Int32(bitPattern: rawValue &- other.rawValue) > 0
  }
}
