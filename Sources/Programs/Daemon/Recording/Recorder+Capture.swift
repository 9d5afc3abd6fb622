internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

// Reading one claim: types before bytes, and bytes one after the other.
extension Recorder {
  func outcome(of capture: Capture) async -> CaptureReport.Outcome {
    let selection = capture.claim.selection
    guard let desktop, !capture.isOvertaken else { return .overtaken }
    let targets: [TargetName]
    do {
      targets = try await desktop.targets(of: selection, timeout: options.timeouts.targets)
    } catch DesktopError.refused {
      // As the oldest programs do.
      targets = [.utf8String, .string]
    } catch {
      return capture.isOvertaken ? .overtaken : .failed
    }
    guard !capture.isOvertaken else { return .overtaken }
    let list = TargetList(targets)
    let origin = await desktop.origin(of: capture.claim.owner, on: selection)
    guard !list.isSecret else { return .secret(origin) }
    guard options.policy.keepsCopies(of: origin) else { return .unwanted }
    let contents = list.contents
    guard !contents.isEmpty else { return .vacant }
    let facts = CopyFacts(
      board: selection.board,
      types: contents.map(\.type),
      origin: origin
    )
    if let outcome = judge(options.rules.rules.judge(facts), of: capture, from: origin) {
      return outcome
    }
    return await read(contents, of: capture, facts, from: origin)
  }

  /// What the rules say so far; `nil` if it is to be read, as ``Capture/secrecy`` says then.
  private func judge(
    _ verdict: RuleVerdict,
    of capture: Capture,
    from origin: Origin
  ) -> CaptureReport.Outcome? {
    if verdict.isIgnored { return .unwanted }
    if verdict.isSensitive { return .secret(origin) }
    capture.secrecy = verdict.mayBecomeSensitive ? .sensitive : .open
    return nil
  }

  private func read(
    _ contents: [TargetList.Content],
    of capture: Capture,
    _ facts: CopyFacts,
    from origin: Origin
  ) async -> CaptureReport.Outcome {
    var facts = facts
    // What is only selected is not made into images, which may keep its program busy for long.
    let verdicts = options.policy.verdicts(
      on: contents.map(\.type),
      withImages: capture.claim.selection == .clipboard
    )
    var found: [Int: Found] = [:]
    for index in Self.order(of: contents) where verdicts[index] == .keep {
      let result = await read(contents[index], of: capture)
      if case .outOfDate = result { return .overtaken }
      found[index] = result
      if case .silent = result { break }
      // As soon as the text is there, since nothing that may be secret touches a disk.
      guard capture.secrecy == .sensitive, facts.text == nil,
        let text = result.representation, text.type.conforms(to: .text)
      else { continue }
      facts.text = text.payload.beginning(CopyFacts.textLimit)
      let findings = await intake.examine(facts, by: options.rules.rules)
      let verdict = RuleVerdict(findings, isFinal: false)
      if let outcome = judge(verdict, of: capture, from: origin) { return outcome }
    }
    guard verdicts.contains(.keep) else { return .unwanted }
    let inOrder = found.sorted { $0.key < $1.key }.map(\.value)
    let kept = inOrder.compactMap(\.representation)
    let dropped = inOrder.compactMap(\.dropped)
    if kept.allSatisfy({ $0.payload.byteCount == 0 }), dropped.isEmpty {
      // To be silent is not to be empty.
      return inOrder.contains(where: \.isSilent) ? .failed : .vacant
    }
    return .copied(
      Entry(
        id: Entry.ID(rawValue: .random(in: .min ... .max)),
        items: [Item(representations: kept)],
        time: WallClock.now,
        label: Entry.Label(source: origin.name, origin: origin),
        dropped: dropped
      )
    )
  }

  /// Plain text first, then other text: it is small, nearly everybody wants it, rules look at it, and
  /// the owner may soon be gone.
  private static func order(of contents: [TargetList.Content]) -> [Int] {
    let rank = { (index: Int) -> Int in
      let type = contents[index].type
      return type == .utf8PlainText ? 0 : type.conforms(to: .text) ? 1 : 2
    }
    return contents.indices.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  private func read(_ content: TargetList.Content, of capture: Capture) async -> Found {
    var result = Found.refused
    for target in content.targets.prefix(Self.formLimit) {
      guard !capture.isOvertaken else { return capture.wasReceiving ? result : .outOfDate }
      result = await read(target, as: content.type, of: capture)
      guard case .refused = result else { break }
    }
    return result
  }

  /// How many names of one content are tried.
  private static let formLimit = 4

  private func read(_ target: TargetName, as type: UTType, of capture: Capture) async -> Found {
    guard let desktop else { return .silent }
    let sink = CapturingSink(storage: storage, secrecy: capture.secrecy)
    capture.sink = sink
    defer { capture.sink = nil }
    let isText = target.plainTextRank != nil
    do {
      let converted = try await desktop.convert(
        capture.claim.selection,
        target: target,
        timeout: options.timeouts.firstData,
        nextPiece: options.timeouts.betweenPieces,
        cap: options.policy.byteLimit,
        into: sink
      )
      guard converted.claim == capture.claim.number || capture.wasReceiving else {
        return .outOfDate
      }
      let content = try sink.finish(decodingTextOf: isText ? converted : nil)
      return .kept(
        Representation(
          type: type,
          targetName: isText ? nil : target.bytes,
          elementBits: converted.elementBits,
          payload: content.payload,
          textForm: type.conforms(to: .text) ? content.text?.form : nil
        )
      )
    } catch DesktopError.overCap {
      return .tooLarge(type)
    } catch DesktopError.refused, DesktopError.broken, DesktopError.sinkFailed {
      return .refused
    } catch is PasteboardError {
      return .refused
    } catch {
      // Who does not answer for one type will not for the next.
      return .silent
    }
  }

  /// What came of one content.
  private enum Found {
    case kept(Representation)
    case tooLarge(UTType)
    case refused
    case silent
    case outOfDate

    var representation: Representation? {
      if case .kept(let representation) = self { representation } else { nil }
    }

    var dropped: Entry.Dropped? {
      if case .tooLarge(let type) = self { Entry.Dropped(type: type, reason: .size) } else { nil }
    }

    var isSilent: Bool { if case .silent = self { true } else { false } }
  }
}

extension Payload {
  /// Its first bytes; none if they cannot be read.
  fileprivate func beginning(_ count: Int) -> [UInt8] {
    (try? bytes(from: 0, count: min(count, byteCount ?? 0))) ?? []
  }
}
