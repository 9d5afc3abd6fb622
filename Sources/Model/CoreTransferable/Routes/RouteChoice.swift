/// Which of several representations serve a wish, and what becomes of those that fail.
///
/// The order is the sender's, with two exceptions among those that merely conform: what is said to
/// be just data comes after what says what it is, and an address is not the content, so that it
/// serves who asked for something else only if there is nothing else.
package enum RouteChoice {
  /// The indices of `offered` that serve who wants `wanted`, best first; all if nothing is wanted.
  ///
  /// The exact matches come before those that conform.
  package static func candidates(among offered: [UTType], wanted: UTType?) -> [Int] {
    guard let wanted else { return Array(offered.indices) }
    let serving = offered.indices.filter { offered[$0].conforms(to: wanted) }
    return sorted(serving) { rank(of: offered[$0], for: wanted, prefersExact: true) }
  }

  /// The indices of `importable` that take `offered`: the exact matches, then those it conforms to.
  package static func importers(among importable: [UTType], of offered: UTType) -> [Int] {
    importable.indices.filter { importable[$0] == offered }
      + importable.indices.filter { offered.isSubtype(of: importable[$0]) }
  }

  /// What a type can be made from, best first, and by which of its importers, best first.
  ///
  /// The importers are a set: the order is that of what is offered.
  package static func matches(
    offered: [UTType],
    importable: [UTType]
  ) -> [(offered: Int, importers: [Int])] {
    let matches = offered.indices.compactMap { index -> (offered: Int, importers: [Int], Rank)? in
      func rank(_ importer: Int) -> Rank {
        self.rank(of: offered[index], for: importable[importer], prefersExact: false)
      }
      let importers = sorted(importers(among: importable, of: offered[index]), by: rank)
      return importers.first.map { (index, importers, rank($0)) }
    }
    return sorted(matches, by: \.2).map { ($0.offered, $0.importers) }
  }

  private enum Rank: CaseIterable { case exact, specific, generic, address }

  private static func rank(of offered: UTType, for wanted: UTType, prefersExact: Bool) -> Rank {
    if prefersExact && offered == wanted { return .exact }
    if [.item, .data, .content].contains(offered) { return .generic }
    return offered.conforms(to: .url) && !wanted.conforms(to: .url) ? .address : .specific
  }

  private static func sorted<Element>(
    _ elements: [Element],
    by rank: (Element) -> Rank
  ) -> [Element] {
    let groups = Rank.allCases.map { wanted in elements.filter { rank($0) == wanted } }
    let contents = groups.dropLast().flatMap(\.self)
    return contents.isEmpty ? groups.flatMap(\.self) : contents
  }

  /// What the first of `candidates` gives that does not fail.
  ///
  /// A type that nobody has declared does not give way: it would never be noticed.
  ///
  /// Throws `missing` when there are no candidates, the error of the only one that failed, or else
  /// those of all as ``TransferError/failed(_:)``.
  package static func firstSuccess<Candidate, Success>(
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
