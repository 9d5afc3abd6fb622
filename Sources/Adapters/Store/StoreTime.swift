internal import LinuxIO

/// The two clocks at one moment: the one for people, and the one that never jumps.
struct StoreTime: Sendable {
  /// Microseconds since 1970.
  let wall: Int64
  /// Nanoseconds since boot.
  let boot: Int64

  static var now: StoreTime {
    StoreTime(
      wall: Int64(clamping: LocalTime.nanosecondsSince1970 / 1000),
      boot: Int64(clamping: MonotonicTime.now.nanoseconds)
    )
  }

  /// When a moment on the clock that never jumps is on the one for people.
  func wall(atBoot moment: Int64) -> Int64 { wall + (moment - boot) / 1000 }
}
