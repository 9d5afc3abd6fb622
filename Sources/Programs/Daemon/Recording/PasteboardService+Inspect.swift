internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

// Looking at a selection: who has it, and what would become of what is on offer.
extension PasteboardService {
  func inspect(_ request: InspectRequest) async throws(PasteboardError) -> InspectReply {
    let board = try board(named: request.board)
    guard board.isBound, let selection = Selection(board: board) else {
      throw .invalidRequest(
        parameter: "board",
        reason: "\(board) is no selection; those are clipboard, primary and secondary"
      )
    }
    guard try await bridge.selection(of: board, display: request.display) != nil else {
      let isBridged = configuration.selections.bridges(selection)
      let reason = isBridged ? "xferd has none" : "[selections] \(board) is off"
      throw .noDisplay(display: nil, reason: reason)
    }
    let state = ledger[board]
    var reply = InspectReply(board: board.description, holder: .nobody, time: state.time)
    let start = MonotonicTime.now
    switch try await bridge.look(at: selection, timeout: request.timeout) {
    case .nobody: reply.why = "nobody has it"
    case .ours:
      reply.holder = .ours
      if let offer = offers[board] { describe(offer, in: &reply) }
    case .foreign(let targets, let leftOutCount):
      reply.holder = .foreign
      reply.took = (MonotonicTime.now - start).milliseconds
      await describe(targets, of: selection, in: &reply)
      guard leftOutCount > 0 else { break }
      var others = InspectedTarget(target: "\u{2026}")
      others.why = "\(leftOutCount) more are on offer, at which nobody looks"
      reply.targets.append(others)
    }
    return reply
  }

  /// What we offer.
  private func describe(_ offer: CurrentOffer, in reply: inout InspectReply) {
    let content = offer.content
    reply.entry = offer.entry.id.description
    reply.origin = offer.entry.label.origin.map(CopyOrigin.init)
    reply.secret = offer.entry.isSensitive
    reply.kept = offer.isKept
    reply.why = offer.isKept ? nil : "it was put so that it is not kept"
    reply.targets = content.targets.map { name in
      var target = InspectedTarget(target: name.description, type: name.contentType?.identifier)
      target.size = content.rendering(of: name)?.payload.byteCount
      target.kept = offer.isKept && target.type != nil
      return target
    }
  }

  /// What another program offers.
  private func describe(
    _ targets: [TargetName],
    of selection: Selection,
    in reply: inout InspectReply
  ) async {
    let known = foreign[selection.board]
    let copy = known?.currentCopy?.entry
    var origin: Origin?
    if let owner = known?.owner {
      reply.window = Int(owner.rawValue)
      origin = await bridge.origin(of: owner, on: selection)
      reply.origin = origin.map(CopyOrigin.init)
    }
    reply.entry = copy?.id.description
    let list = TargetList(targets)
    reply.secret = list.isSecret
    let options = RecordingOptions(configuration)
    let facts = await facts(of: list, copy, origin, on: selection.board)
    let findings = await intake.examine(facts, by: rules)
    reply.rules = findings.map(TestedRule.init)
    let verdict = RuleVerdict(findings, isFinal: copy != nil)
    let hasExpired = known?.currentCopy?.deadline.map { $0 <= .now } ?? false
    reply.why =
      options.refusal(of: list, from: origin, on: selection, verdict)
      ?? (hasExpired ? "it has expired" : known?.refusal) ?? known?.pendingRefusal
    reply.kept = reply.why == nil
    reply.targets = inspected(list, copy, options, selection, isKept: reply.kept)
  }

  private func facts(
    of list: TargetList,
    _ copy: Entry?,
    _ origin: Origin?,
    on board: BoardName
  ) async -> CopyFacts {
    if let copy { return await intake.facts(of: copy, on: board) }
    return CopyFacts(board: board, types: list.contents.map(\.type), origin: origin)
  }

  private func inspected(
    _ list: TargetList,
    _ copy: Entry?,
    _ options: RecordingOptions,
    _ selection: Selection,
    isKept: Bool
  ) -> [InspectedTarget] {
    let contents = list.contents
    let verdicts = options.policy.verdicts(
      on: contents,
      withImages: selection == .clipboard
    )
    let places = contents.enumerated().flatMap { place, content in
      content.targets.map { ($0, place) }
    }
    let placeOf = Dictionary(places) { first, _ in first }
    // To look up what is declared of very many types takes its time.
    let mayBeMade = verdicts.contains(.skip(.otherImage))
    let kept = mayBeMade ? zip(contents, verdicts).filter { $1 == .keep }.map(\.0.type) : []
    let made = made(of: kept)
    let representations = copy?.items.flatMap(\.representations) ?? []
    let payloads = Dictionary(representations.map { ($0.type, $0.payload) }) { first, _ in first }
    let dropped = Set(copy?.dropped.map(\.type) ?? [])
    return list.names.map { name in
      var target = InspectedTarget(target: name.description)
      guard let index = placeOf[name] else {
        target.why = "it is no content"
        return target
      }
      let content = contents[index]
      target.type = content.type.identifier
      target.size = payloads[content.type]?.byteCount
      target.why = reason(name, content, verdicts[index], dropped, made)
      target.kept = isKept && target.why == nil
      return target
    }
  }

  /// What can be had of some types by what is declared of them.
  private func made(of types: [UTType]) -> Set<UTType> {
    let representations = types.map { Representation(type: $0, payload: .inline([])) }
    return Set(derivation(of: representations).steps.map(\.type))
  }

  private func reason(
    _ name: TargetName,
    _ content: TargetList.Content,
    _ verdict: CapturePolicy.Verdict,
    _ dropped: Set<UTType>,
    _ made: Set<UTType>
  ) -> String? {
    if case .skip(let reason) = verdict {
      let isMade = reason == .otherImage && made.contains(content.type)
      return isMade ? "\(reason.spoken), from which it is made again" : reason.spoken
    }
    if dropped.contains(content.type) { return "it is larger than [watch] size" }
    guard content.targets.first == name else { return "the same as \(content.targets[0])" }
    return nil
  }
}

extension RecordingOptions {
  /// Why nothing of an offer is kept; `nil` if it is.
  fileprivate func refusal(
    of list: TargetList,
    from origin: Origin?,
    on selection: Selection,
    _ verdict: RuleVerdict
  ) -> String? {
    if list.isSecret { return "its owner marks it as a secret" }
    if !selections.contains(selection) { return "[watch] \(selection.board) is off" }
    if !policy.keepsCopies(of: origin) { return "its program is one of [watch] ignore-sources" }
    if verdict.isIgnored { return "a rule ignores it" }
    if verdict.isSensitive { return "a rule makes it a secret" }
    return list.contents.isEmpty ? "there is no content on offer" : nil
  }
}

extension CapturePolicy.Reason {
  fileprivate var spoken: String {
    switch self {
    case .notListed: "it is none of [watch] types"
    case .ignoredType: "it is one of [watch] ignore-types"
    case .otherImage: "another format of the image is kept"
    case .imageOfSelection: "no images are made of what is only selected"
    case .otherRichText, .otherFileList: "another form of the same kind is kept"
    case .tooMany: "there are more than [limits] representations"
    }
  }
}
