/// Which of several representations serve a wish, and what becomes of those that fail.
///
/// Source: the rules of choice of this package; Apple's order of preference is that of the sender.
enum RouteChoice {
  /// The indices of `offered` that satisfy `wanted`, best first: the exact matches, then those that
  /// conform, each in the order of the offer. All of them when nothing in particular is wanted.
  static func candidates(among offered: [UTType], wanted: UTType?) -> [Int] {
    guard let wanted else { return Array(offered.indices) }
    return offered.indices.filter { offered[$0] == wanted }
      + offered.indices.filter { offered[$0].isSubtype(of: wanted) }
  }

  /// The indices of `importable` that take `offered`: the exact matches, then those it conforms to.
  static func importers(among importable: [UTType], of offered: UTType) -> [Int] {
    importable.indices.filter { importable[$0] == offered }
      + importable.indices.filter { offered.isSubtype(of: importable[$0]) }
  }

  /// What the first of `candidates` gives that does not fail.
  ///
  /// A type that nobody has declared does not give way: it would never be noticed.
  ///
  /// - Parameter missing: What is wrong when there are no candidates.
  /// - Throws: The error of the only one that failed, or all of them as ``TransferError/failed(_:)``.
  static func firstSuccess<Candidate, Success>(
    of candidates: [Candidate],
    named contentType: (Candidate) -> UTType,
    else missing: @autoclosure () -> TransferError,
    _ load: (Candidate) async throws -> Success
  ) async throws -> Success {
    var failures: [TransferError.Failure] = []
    for candidate in candidates {
      do {
        return try await load(candidate)
      } catch let error as TransferError where error.isUndeclared {
        throw error
      } catch {
        // A cancelled caller wants no second choice.
        try Task.checkCancellation()
        failures.append(.init(contentType: contentType(candidate), error: error))
      }
    }
    guard let first = failures.first else { throw missing() }
    throw failures.count == 1 ? first.error : TransferError.failed(failures)
  }
}

extension TransferError {
  fileprivate var isUndeclared: Bool { if case .undeclared = self { true } else { false } }
}
