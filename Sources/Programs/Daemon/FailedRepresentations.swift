internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// The representations that could not be had, each with its reason, for one error that names all.
struct FailedRepresentations {
  private enum Cause {
    /// It was not made in time.
    case late
    /// Whoever promised it did not make it.
    case broken
    /// It is there and cannot be read.
    case unreadable
  }

  private var causes: [Cause] = []
  private var lines: [String] = []

  mutating func add(late type: UTType) { add(.late, type, "it was not made in time") }

  mutating func add(_ failure: PayloadFailure, of type: UTType, wasPromised: Bool) {
    add(wasPromised ? .broken : .unreadable, type, failure.reason)
  }

  /// `nil` if nothing failed.
  var error: PasteboardError? {
    let reason = lines.joined(separator: "; ")
    if causes.contains(.unreadable) { return .storageFailed(reason: reason) }
    if causes.contains(.broken) { return .peerFailed(reason: reason) }
    return causes.isEmpty ? nil : .peerTimeout(stage: reason)
  }

  private mutating func add(_ cause: Cause, _ type: UTType, _ reason: String) {
    let line = "\(type.tagOrIdentifier): \(reason)"
    // A text fails under each of its targets.
    guard !lines.contains(line) else { return }
    causes.append(cause)
    lines.append(line)
  }
}
