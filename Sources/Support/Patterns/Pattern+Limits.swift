extension Pattern {
  /// What one search may cost, whatever the pattern and the subject.
  public struct Limits: Equatable, Sendable {
    /// Steps at one place of the subject, beyond four for each of its bytes.
    ///
    /// `(a|aa)+$` takes them all in 10 to 20 ms.
    public var stepCount: UInt32

    /// Memory for going back, in KiB.
    public var kibibyteCount: UInt32

    /// The time for all places together.
    ///
    /// Steps begin anew at each place, and one may compare the whole subject: only time bounds them.
    public var duration: Duration

    public init(stepCount: UInt32, kibibyteCount: UInt32, duration: Duration) {
      self.stepCount = stepCount
      self.kibibyteCount = kibibyteCount
      self.duration = duration
    }

    public static let `default` = Limits(
      stepCount: 100_000,
      kibibyteCount: 16 << 10,
      duration: .milliseconds(100)
    )
  }
}
