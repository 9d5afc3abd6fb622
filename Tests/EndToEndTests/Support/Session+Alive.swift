internal import Glibc
import Testing

/// How much of everything there was when a story began.
struct Baseline {
  var daemonDescriptors: [String] = []
  var files: Set<String> = []

  init() {}

  init(of session: Session) {
    daemonDescriptors = Processes.descriptors(of: session.daemonPid)
    files = Set(session.litter)
  }
}

extension Session {
  /// Whatever lies where programs leave things, and is not what the history keeps.
  var litter: [String] {
    ["state", "runtime", "tmp"].flatMap { Files.tree(scratch + "/" + $0) }
      .filter { !$0.hasPrefix(scratch + "/state/xfer/payloads/") }
  }

  /// Checks that the story left the daemon as it found it.
  func verifyAlive(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(daemon?.poll() == nil, "xferd ended: \(log)", sourceLocation: sourceLocation)
    // A board that no story gives to a silent owner.
    let outcome = try xfer("types", "-b", "secondary")
    #expect(
      [0, 1].contains(outcome.status),
      "\(outcome.complaint)",
      sourceLocation: sourceLocation
    )
    #expect(outcome.elapsed < .seconds(1), sourceLocation: sourceLocation)
    var new: [String] = []
    let isBack = holds(within: .seconds(3)) {
      new = Processes.descriptors(of: daemonPid)
      return abs(new.count - baseline.daemonDescriptors.count) <= 2
    }
    for old in baseline.daemonDescriptors {
      if let index = new.firstIndex(of: old) { new.remove(at: index) }
    }
    #expect(isBack, "descriptors that stay: \(new)", sourceLocation: sourceLocation)
    let files = Set(litter).subtracting(baseline.files)
    #expect(files.isEmpty, "left behind: \(files.sorted())", sourceLocation: sourceLocation)
  }
}
