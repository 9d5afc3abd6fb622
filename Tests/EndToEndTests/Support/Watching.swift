import Testing

/// Whether the daemons of a test record what other programs copy.
///
/// What xfer does with the selections must be right both ways: a daemon that records has read an owner
/// once before a test does, and holds what the owner takes along.
enum Watching: String, CaseIterable, Sendable {
  case on
  case off

  /// How the sessions of the running test are started.
  @TaskLocal static var current = Watching.on

  /// What tells the daemon, and a daemon that `xfer` starts.
  var environment: [String: String] {
    self == .on ? [:] : ["XFER_WATCH_CLIPBOARD": "false"]
  }
}

/// Runs each test twice, with recording on and off.
struct BothWaysOfWatching: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    for watching in Watching.allCases {
      let naming = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("with watching \(watching)")
        return issue
      }
      try await naming.provideScope(for: test, testCase: testCase) {
        try await Watching.$current.withValue(watching, operation: function)
      }
    }
  }
}

extension Trait where Self == BothWaysOfWatching {
  /// Once with what other programs copy recorded, and once without.
  static var watchingOnAndOff: Self { Self() }
}
