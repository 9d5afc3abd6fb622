internal import LinuxIO

/// Lines for the journal or a terminal, on descriptor 2; never with anything that users copied.
struct Log: Sendable {
  let level: LogLevel
  private let hasPriorities: Bool

  init(level: LogLevel) {
    self.level = level
    // systemd sets it when descriptor 2 is the journal's; a terminal has no use for "<6>".
    hasPriorities = Environment.isSet("JOURNAL_STREAM")
  }

  /// Writes one line, if it is important enough.
  ///
  /// Source: sd-daemon(3) for the priority in front.
  func write(_ level: LogLevel, _ message: String) {
    guard level.priority <= self.level.priority else { return }
    let prefix = hasPriorities ? "<\(level.priority)>" : "xferd: "
    StandardStream.error.write(prefix + message.onOneLine + "\n")
  }
}

extension LogLevel {
  fileprivate var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug: 7
    }
  }
}

extension String {
  fileprivate var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }
      )
    )
  }
}
