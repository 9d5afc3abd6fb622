internal import Declarations
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// The fields that content of a type must have, by what is declared of it and its supertypes.
struct Requirement: Sendable {
  let type: UTType
  let paths: [FieldPath]

  init(of type: UTType, declared: (UTType) -> [FieldPath]) {
    self.type = type
    paths = Derivation.lineage(of: type).flatMap(declared)
  }

  var isEmpty: Bool { paths.isEmpty }

  /// How much content can be checked; `nil` if none has to be.
  var limit: ContentLimit? {
    guard !isEmpty else { return nil }
    let what = "checked content of \(type.tagOrIdentifier)"
    return ContentLimit(what: what, byteCount: PayloadCheck.byteLimit)
  }
}

/// How much content there may be, and what it is called when there is more.
struct ContentLimit: Sendable {
  let what: String
  let byteCount: Int

  /// Refuses more than there may be.
  func check(_ count: Int) throws(PasteboardError) {
    guard count <= byteCount else { throw .tooLarge(what: what, limit: byteCount) }
  }
}

extension PasteboardService {
  /// What content of a type must have.
  func requirement(of type: UTType) -> Requirement {
    Requirement(of: type) { installedTypes.user[$0.identifier]?.required ?? [] }
  }
}

extension Intake {
  /// Refuses a payload that lacks what its type requires.
  ///
  /// What is small is looked at on the calling thread, the rest piece by piece on the intake's.
  nonisolated func check(
    _ payload: Payload,
    against requirement: Requirement
  ) async throws(PasteboardError) {
    guard !requirement.isEmpty else { return }
    guard case .inline(let bytes) = payload.kept else {
      return try await checkFile(payload, against: requirement)
    }
    var check = PayloadCheck(requirement.type, requires: requirement.paths)
    try bytes.span.bytes.withUnsafeBytes { (piece) throws(PasteboardError) in
      try check.scan(piece)
    }
    try check.finish()
  }

  private func checkFile(
    _ payload: Payload,
    against requirement: Requirement
  ) async throws(PasteboardError) {
    try requirement.limit?.check(payload.byteCount ?? .max)
    var check = PayloadCheck(requirement.type, requires: requirement.paths)
    try await forEachPiece(of: payload) { (piece) throws(PasteboardError) in
      try check.scan(piece)
    }
    try check.finish()
  }
}
