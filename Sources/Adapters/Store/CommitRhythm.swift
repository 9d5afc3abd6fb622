/// Decides when to wait for the disk: at once, or a little later together with others.
///
/// Clients that put one thing after the other come back soon after they were answered. If the first of
/// them were written at once, the others would wait for two turns of the disk: half of them would
/// always be one commit behind the other half.
struct CommitRhythm {
  private static let longestDelay = Duration.milliseconds(1)

  /// How many were written together the last time; as many are expected.
  private var expected = 1
  private var longestWorthwhile = Duration.zero

  /// How long to wait for more than these; `nil` if they are to be written now.
  func delay(for count: Int) -> Duration? {
    guard longestWorthwhile > .microseconds(50), count < expected else { return nil }
    return longestWorthwhile
  }

  /// Learns from a commit.
  mutating func note(_ count: Int, took duration: Duration) {
    expected = count
    longestWorthwhile = min(duration / 4, Self.longestDelay)
  }
}
