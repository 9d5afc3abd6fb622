internal import CLinux

/// A moment on the clock that never jumps and goes on while the machine sleeps.
///
/// So a secret that is to be forgotten after 45 s is not kept because a lid was closed.
///
/// Source: clock_gettime(2), `CLOCK_BOOTTIME`.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Since boot.
  public let nanoseconds: UInt64

  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  public static var now: MonotonicTime { MonotonicTime(nanoseconds: clinux_boottime()) }

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// A sum that stops at the end of time instead of trapping; a negative duration adds nothing.
  public static func + (left: MonotonicTime, right: Duration) -> MonotonicTime {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(UInt64(right.clampedNanoseconds))
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    left < right
      ? .zero - .nanoseconds(Int64(clamping: right.nanoseconds - left.nanoseconds))
      : .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
  }

  /// Zero if the moment has passed.
  var nanosecondsFromNow: Int64 {
    let now = MonotonicTime.now
    return self <= now ? 0 : Int64(clamping: nanoseconds - now.nanoseconds)
  }
}

extension Duration {
  /// Between 0 and the largest `Int64`.
  var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflow2 ? .max : sum
  }
}
