internal import Glibc
import Testing

/// How much of everything there was when a story began.
struct Baseline {
  var daemonDescriptors = 0
  var files: Set<String> = []

  init() {}

  init(of session: Session) {
    daemonDescriptors = Processes.descriptors(of: session.daemonPid).count
    files = Set(session.litter)
  }
}

extension Session {
  /// Whatever lies where programs leave things.
  var litter: [String] {
    ["state", "runtime", "tmp"].flatMap { Files.tree(scratch + "/" + $0) }
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
    var count = 0
    let isBack = holds(within: .seconds(3)) {
      count = Processes.descriptors(of: daemonPid).count
      return abs(count - baseline.daemonDescriptors) <= 2
    }
    #expect(
      isBack,
      "\(baseline.daemonDescriptors) descriptors became \(count): \(descriptorList)",
      sourceLocation: sourceLocation
    )
    let new = Set(litter).subtracting(baseline.files)
    #expect(new.isEmpty, "left behind: \(new.sorted())", sourceLocation: sourceLocation)
  }

  private var descriptorList: [String] { Processes.descriptors(of: daemonPid) }
}
