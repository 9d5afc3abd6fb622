internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// The representations that could not be had, each with its reason, for one error that names all.
struct FailedRepresentations {
  private var failures: [(type: UTType, line: String, error: PasteboardError)] = []

  /// It was not made in time, or there was no time left to ask for it.
  mutating func add(late type: UTType, wasAskedFor: Bool) {
    // The time was up with another target of the same.
    guard wasAskedFor || !failures.contains(where: { $0.type == type }) else { return }
    let reason =
      wasAskedFor ? "it was not made in time" : "the time was up before it was asked for"
    add(.peerTimeout(stage: reason), of: type)
  }

  /// It was not made, or is there and cannot be read.
  mutating func add(_ failure: PayloadFailure, of type: UTType, wasPromised: Bool) {
    let reason = failure.reason
    add(wasPromised ? .peerFailed(reason: reason) : .storageFailed(reason: reason), of: type)
  }

  mutating func add(_ error: PasteboardError, of type: UTType) {
    let line = "\(type.tagOrIdentifier): \(error.cause)"
    // A text fails under each of its targets.
    guard !failures.contains(where: { $0.line == line }) else { return }
    failures.append((type, line, error))
  }

  /// The worst of them, with the reasons of all; `nil` if nothing failed.
  var error: PasteboardError? {
    let reason = failures.map(\.line).joined(separator: "; ")
    switch failures.map(\.error).max(by: { $0.rank < $1.rank }) {
    case nil: return nil
    case .peerTimeout: return .peerTimeout(stage: reason)
    case .peerProtocol: return .peerProtocol(reason: reason)
    case .storageFailed: return .storageFailed(reason: reason)
    case .tooLarge(let what, let limit) where failures.count == 1:
      return .tooLarge(what: what, limit: limit)
    case .invalidPayload(let type, let reason, let position) where failures.count == 1:
      return .invalidPayload(type: type, reason: reason, position: position)
    case _?: return .peerFailed(reason: reason)
    }
  }
}

extension PasteboardError {
  /// Whether another representation may still be had.
  var isOfOneRepresentation: Bool { rank > 0 }

  /// How much an error says against trying again, among those of representations.
  fileprivate var rank: Int {
    switch self {
    case .peerTimeout: 1
    case .peerProtocol, .peerFailed: 2
    case .tooLarge, .invalidPayload: 3
    case .storageFailed: 4
    default: 0
    }
  }

  /// Why it came to it, without what it is.
  var cause: String {
    let parameters = message.parameters
    let excess = parameters.what.map { "\($0) is larger than \(parameters.limit ?? 0)" }
    let place = parameters.position.map { " at \($0)" } ?? ""
    return (parameters.reason ?? parameters.stage ?? excess ?? "it cannot be kept") + place
  }
}
