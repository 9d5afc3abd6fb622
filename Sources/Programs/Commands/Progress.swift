import Arguments
import LinuxIO

/// The line on standard error that says how far long work is.
///
/// Silent in the first second, off a terminal, and where results go to the same terminal.
struct Progress {
  let isVisible: Bool
  /// What there is to do, as far as it is known.
  var total: Int?
  private let start = MonotonicTime.now
  private var next: MonotonicTime
  private var isShown = false

  init(total: Int?, isVisible: Bool) {
    self.total = total
    self.isVisible = isVisible
    next = start + .seconds(1)
  }

  /// How long to wait for more before looking again; `nil` if there is nothing to show.
  var interval: Duration? { isVisible ? .milliseconds(250) : nil }

  mutating func update(_ done: Int) {
    guard isVisible, MonotonicTime.now >= next else { return }
    next = MonotonicTime.now + .milliseconds(250)
    isShown = true
    Application.complain(
      "\r\u{1B}[K" + Self.line(done, of: total, after: MonotonicTime.now - start)
    )
  }

  /// Takes the line away.
  func finish() {
    if isShown { Application.complain("\r\u{1B}[K") }
  }

  /// Bytes, rate and time left.
  static func line(_ done: Int, of total: Int?, after elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var line = ByteCount(done).description
    if let total { line += " of \(ByteCount(total))" }
    line += ", \(ByteCount(Int(exactly: rate.rounded()) ?? 0))/s"
    if let total, total > done, rate >= 1 {
      let left = min(1e9, (Double(total - done) / rate).rounded(.up))
      line += ", \(spoken(milliseconds: Int(exactly: left).map { $0 * 1000 } ?? 0)) left"
    }
    return line
  }
}
