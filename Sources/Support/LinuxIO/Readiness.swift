internal import CLinux
internal import Glibc

/// What a descriptor is ready for, or is to be watched for.
///
/// ``failure`` and ``hangUp`` are reported whether asked for or not.
///
/// Source: epoll_ctl(2), poll(2).
public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let readable = Readiness(rawValue: UInt32(CLINUX_READABLE))
  public static let writable = Readiness(rawValue: UInt32(CLINUX_WRITABLE))
  /// The other end will send no more, though it may still read.
  public static let peerClosed = Readiness(rawValue: UInt32(CLINUX_PEER_CLOSED))
  /// The other end is gone.
  public static let hangUp = Readiness(rawValue: UInt32(CLINUX_HANG_UP))
  /// Asked for: be told of changes only, not again and again while something holds.
  public static let edgeTriggered = Readiness(rawValue: UInt32(CLINUX_EDGE_TRIGGERED))
  public static let failure = Readiness(rawValue: UInt32(CLINUX_ERROR))

  /// Waits for a descriptor that need not be ours; `nil` if `timeout` passed before.
  ///
  /// A `timeout` of `nil` waits without end, one of zero only looks.
  public static func poll(
    _ number: CInt,
    for readiness: Readiness,
    timeout: Duration?
  ) throws(SystemError) -> Readiness? {
    let deadline = timeout.map { MonotonicTime.now + $0 }
    while true {
      let left = deadline.map { $0.nanosecondsFromNow } ?? -1
      var found: Int16 = 0
      // The bits of poll and epoll are the same numbers.
      let result = clinux_poll(number, Int16(readiness.rawValue), &found, left)
      if result > 0 { return Readiness(rawValue: UInt32(UInt16(bitPattern: found))) }
      if result == 0 { return nil }
      let code = errno
      if code != EINTR { throw SystemError(call: "poll", code: code) }
    }
  }
}
