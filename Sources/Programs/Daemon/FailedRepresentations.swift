internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// The representations that could not be had, each with its reason: one error names all of them, or a
/// reply those that it stands in for.
struct FailedRepresentations {
  /// As many as somebody reads at once.
  private static let mostNamed = 8

  private var failures: [(failed: FailedType, error: PasteboardError)] = []

  /// It was not made in time, or there was no time left to ask for it.
  mutating func add(late type: UTType, wasAskedFor: Bool) {
    // The time was up with another target of the same.
    let name = type.tagOrIdentifier
    guard wasAskedFor || !failures.contains(where: { $0.failed.type == name }) else { return }
    let reason =
      wasAskedFor ? "it was not made in time" : "the time was up before it was asked for"
    add(.peerTimeout(stage: reason), of: type)
  }

  mutating func add(_ error: PasteboardError, of type: UTType) {
    let failed = FailedType(type: type.tagOrIdentifier, reason: error.cause)
    // A text fails under each of its targets.
    guard !failures.contains(where: { $0.failed == failed }) else { return }
    failures.append((failed, error))
  }

  /// One error for all, of the kind of the worst, with the reasons of the first; `nil` for none.
  ///
  /// A kind that has no room for several reasons becomes one that has.
  var error: PasteboardError? {
    var reasons = failures.prefix(Self.mostNamed).map { "\($0.failed.type): \($0.failed.reason)" }
    if failures.count > reasons.count { reasons.append("\(failures.count - reasons.count) more") }
    let reason = reasons.joined(separator: "; ")
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

  /// The first of other types than the one that is given instead; `nil` if there are none.
  ///
  /// Of the targets of one type it is nobody's business which one brought it.
  func replaced(by type: UTType) -> [FailedType]? {
    let others = failures.map(\.failed).filter { $0.type != type.tagOrIdentifier }
    return others.isEmpty ? nil : Array(others.prefix(Self.mostNamed))
  }
}

extension PasteboardError {
  /// Content was not made, or is there and cannot be read.
  init(_ failure: PayloadFailure, wasPromised: Bool) {
    let reason = failure.reason
    self = wasPromised ? .peerFailed(reason: reason) : .storageFailed(reason: reason)
  }

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
