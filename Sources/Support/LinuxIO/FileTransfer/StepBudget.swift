/// How much one step may do, so that a caller can do something else in between.
struct StepBudget {
  private static let duration = Duration.milliseconds(20)

  private let deadline = MonotonicTime.now + Self.duration
  private var byteCount = 0

  /// So many bytes have been copied in this step.
  mutating func spend(_ count: Int) { byteCount += count }

  var isSpent: Bool {
    byteCount >= ContentCopy.sliceByteCount || MonotonicTime.now >= deadline
  }
}
