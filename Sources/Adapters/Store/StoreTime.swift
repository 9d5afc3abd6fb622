internal import LinuxIO

/// The two clocks at one moment: the one for people, and the one that never jumps.
struct StoreTime: Sendable {
  /// What both said when this process began to keep anything.
  private static let began = StoreTime(wall: currentWall, boot: currentBoot)

  /// Microseconds since 1970.
  let wall: Int64
  /// Nanoseconds since boot.
  let boot: Int64

  static var now: StoreTime {
    _ = began
    return StoreTime(wall: currentWall, boot: currentBoot)
  }

  private static var currentWall: Int64 { Int64(clamping: LocalTime.nanosecondsSince1970 / 1000) }
  private static var currentBoot: Int64 { Int64(clamping: MonotonicTime.now.nanoseconds) }

  /// The time of day by which something is old, in microseconds since 1970.
  ///
  /// A clock that is set a year ahead while we run makes nothing a year older.
  var age: Int64 { min(wall, Self.began.wall + (boot - Self.began.boot) / 1000) }

  /// When a moment on the clock that never jumps is on the one for people, up to the year 9999.
  func wall(atBoot moment: Int64) -> Int64 {
    Int64(min(Int128(wall) + (Int128(moment) - Int128(boot)) / 1000, Self.lastMoment))
  }

  /// When a moment on the clock for people is on the one that never jumps, as far as that goes.
  func boot(atWall moment: Int64) -> Int64 {
    Int64(clamping: Int128(boot) + (Int128(moment) - Int128(wall)) * 1000)
  }

  private static let lastMoment: Int128 = 253_402_300_799_000_000
}
