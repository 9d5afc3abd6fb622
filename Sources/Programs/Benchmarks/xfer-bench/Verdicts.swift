/// Counts how many targets were met.
final class Verdicts {
  private(set) var met = 0
  private(set) var missed: [String] = []

  /// A value with its target and whether it is met.
  func judge(
    _ subject: String,
    _ value: Double,
    atMost limit: Double,
    decimals: Int = 2
  ) -> String {
    note(subject, value <= limit)
    return "\(fixed(value, decimals)) \(value <= limit ? "met" : "MISSED") (<= \(short(limit)))"
  }

  func judge(_ subject: String, _ value: Double, atLeast limit: Double) -> String {
    note(subject, value >= limit)
    return "\(fixed(value, 2)) \(value >= limit ? "met" : "MISSED") (>= \(short(limit)))"
  }

  func show() {
    print("\ntargets: \(met) met, \(missed.count) missed")
    for subject in missed { print("  missed: \(subject)") }
  }

  private func note(_ subject: String, _ good: Bool) {
    if good { met += 1 } else { missed.append(subject) }
  }

  private func short(_ limit: Double) -> String {
    limit == Double(Int(limit)) ? fixed(limit, 0) : fixed(limit, 1)
  }
}
