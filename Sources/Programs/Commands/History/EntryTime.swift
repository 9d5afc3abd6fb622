import LinuxIO

/// Times of entries, which are seconds since 1970, in words.
enum EntryTime {
  /// For programs: seconds since 1970, with three digits after the point.
  static func exact(_ time: Double) -> String {
    guard let milliseconds = Int(exactly: (time * 1000).rounded()), milliseconds >= 0 else {
      return "0.000"
    }
    let thousandths = milliseconds % 1000
    return "\(milliseconds / 1000)." + String("\(1000 + thousandths)".dropFirst())
  }

  /// For people: the time of day today, the day this year, the date before that.
  static func short(_ time: Double, now: LocalTime) -> String {
    guard let local = local(time) else { return "-" }
    let clock = "\(two(local.hour)):\(two(local.minute))"
    guard local.year == now.year else { return date(local) }
    if local.month == now.month, local.day == now.day { return clock }
    return "\(local.day) \(month(local)) \(clock)"
  }

  /// For people: date and time of day.
  static func full(_ time: Double) -> String {
    guard let local = local(time) else { return "-" }
    return date(local) + " \(two(local.hour)):\(two(local.minute)):\(two(local.second))"
  }

  private static func local(_ time: Double) -> LocalTime? {
    Int64(exactly: time.rounded(.down)).flatMap(LocalTime.init(secondsSince1970:))
  }

  private static func date(_ local: LocalTime) -> String {
    "\(local.year)-\(two(local.month))-\(two(local.day))"
  }

  private static func month(_ local: LocalTime) -> String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.indices.contains(local.month - 1) ? names[local.month - 1] : ""
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
