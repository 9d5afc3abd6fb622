internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// The representations that could not be had, each with its reason: one error names all of them, or a
/// reply those that it stands in for.
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
  private var types: [FailedType] = []

  mutating func add(late type: UTType) { add(.late, type, "it was not made in time") }

  mutating func add(_ failure: PayloadFailure, of type: UTType, wasPromised: Bool) {
    add(wasPromised ? .broken : .unreadable, type, failure.reason)
  }

  /// `nil` if nothing failed.
  var error: PasteboardError? {
    let reason = types.map { "\($0.type): \($0.reason)" }.joined(separator: "; ")
    if causes.contains(.unreadable) { return .storageFailed(reason: reason) }
    if causes.contains(.broken) { return .peerFailed(reason: reason) }
    return causes.isEmpty ? nil : .peerTimeout(stage: reason)
  }

  /// Those of other types than the one that is given instead; `nil` if there are none.
  func replaced(by type: UTType) -> [FailedType]? { types.replaced(by: type) }

  private mutating func add(_ cause: Cause, _ type: UTType, _ reason: String) {
    let failed = FailedType(type: type.tagOrIdentifier, reason: reason)
    // A text fails under each of its targets.
    guard !types.contains(failed) else { return }
    causes.append(cause)
    types.append(failed)
  }
}

extension [FailedType] {
  /// Those of other types than the one that is given instead; `nil` if there are none.
  ///
  /// Of the targets of one type it is nobody's business which one brought it.
  func replaced(by type: UTType) -> [FailedType]? {
    let others = filter { !$0.type.utf8.elementsEqual(type.tagOrIdentifier.utf8) }
    return others.isEmpty ? nil : others
  }
}

extension FailedType {
  /// What another program offers and did not bring.
  init(_ type: UTType, _ error: PasteboardError) {
    let (name, parameters) = error.message
    self.init(type: type.tagOrIdentifier, reason: parameters.reason ?? parameters.what ?? name)
  }
}
