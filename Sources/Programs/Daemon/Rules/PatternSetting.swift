internal import Pasteboards
internal import Patterns

/// A regular expression of the configuration, compiled when it is read.
struct PatternSetting: RulePattern, Equatable {
  let text: String
  private let pattern: Pattern

  /// What a stranger's text may cost; others wait for it.
  private static let limits: Pattern.Limits = {
    var limits = Pattern.Limits.default
    limits.duration = .milliseconds(50)
    return limits
  }()

  init(_ text: String) throws(PatternError) {
    self.text = text
    pattern = try Pattern(text, limits: Self.limits)
  }

  func matches(_ bytes: [UInt8]) -> Bool? {
    // That the limits are exceeded is the answer.
    try? Matcher(pattern).matches(bytes)
  }

  static func == (left: PatternSetting, right: PatternSetting) -> Bool { left.text == right.text }
}
