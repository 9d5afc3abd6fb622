internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

extension PasteboardService {
  /// Hands out what another program offers, as it comes.
  func deliverForeign(
    _ targets: [TargetName],
    from selection: Selection,
    by delivery: Delivery,
    _ request: GetRequest
  ) async throws(PasteboardError) {
    let wanted = try request.wanted
    let offered = OfferedTypes(targets)
    let isSecret = await mayBeSecret(targets, on: selection)
    if request.namesFile, !isSecret,
      let entry = try await fileEntry(targets, from: selection, request.timeout),
      let content = await namedFile(entry.items, for: request)
    {
      return try await deliver(Entry(only: content), by: delivery, request)
    }
    var failed = FailedRepresentations()
    for candidate in request.candidates(of: offered, wanted: wanted) {
      var delivery = delivery
      delivery.failed = failed.replaced(by: candidate.type)
      if request.named == true { delivery.title = fileTitle(on: selection.board) }
      let reader = reader(of: candidate, by: delivery, isSecret: isSecret)
      do {
        try await bridge.convert(
          selection,
          candidate.target,
          request.timeout,
          into: reader,
          limit: reader.requirement.limit?.byteCount ?? .max
        )
        return try await reader.deliver()
      } catch {
        guard !reader.hasReplied else {
          reader.abandon()
          throw error
        }
        // A full disk may have room for no second copy of what it holds.
        if case .storageFailed = error, let entry = foreign[selection.board]?.currentCopy?.entry,
          entry.items.contains(where: { $0.types.contains(candidate.type) })
        {
          return try await deliver(entry, by: delivery, request)
        }
        guard error.isOfOneRepresentation else { throw error }
        failed.add(error, of: candidate.type)
        // Whoever does not answer for one type will not for the next: waiting on would only add up.
        if case .peerTimeout = error { break }
      }
    }
    if failed.error == nil, !wanted.isEmpty,
      let entry = try await fileEntry(targets, from: selection, request.timeout)
    {
      return try await deliver(entry, by: delivery, request)
    }
    throw failed.error ?? .noSuchType(wanted: request.names(of: wanted), offered: offered.names)
  }

  func reader(
    of candidate: OfferedTypes.Candidate,
    by delivery: Delivery,
    isSecret: Bool
  ) -> ForeignReader {
    ForeignReader(
      candidate: candidate,
      delivery: delivery,
      storage: storage,
      secrecy: isSecret ? .sensitive : .open,
      requirement: requirement(of: candidate.type),
      limit: configuration.limits.spool.bytes,
      loop: bridge.loop
    )
  }

  /// Whether what another program offers is marked as a secret, or may be one by a rule.
  private func mayBeSecret(_ targets: [TargetName], on selection: Selection) async -> Bool {
    if SecretMarker.isPresent(in: targets) { return true }
    let board = selection.board
    guard RecordingOptions(configuration).selections.contains(selection) else { return false }
    if foreign[board]?.secretChange == ledger[board].sequence { return true }
    // What is in the history has been judged.
    guard foreign[board]?.currentCopy == nil else { return false }
    let facts = CopyFacts(board: board, types: TargetList(targets).contents.map(\.type))
    let verdict = RuleVerdict(await intake.examine(facts, by: rules), isFinal: false)
    return verdict.isSensitive || verdict.mayBecomeSensitive
  }
}
