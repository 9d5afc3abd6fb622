/// A moment on the X server's clock: 32-bit milliseconds that wrap every 49.7 days.
///
/// Source: X11 protocol, TIMESTAMP; ICCCM 2.0 §2.1.
public struct ServerTime: Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// "Now, whenever that is": no moment, and neither earlier nor later than one.
  public static let currentTime = ServerTime(rawValue: 0)

  /// Whether this moment comes after `other`, also when the clock wrapped in between.
  public func isLater(than other: ServerTime) -> Bool {
    Int32(bitPattern: rawValue &- other.rawValue) > 0
  }
}

extension ServerTime: CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}
