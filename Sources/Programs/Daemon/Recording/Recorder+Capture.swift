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
      targets = try await self.targets(of: capture, desktop)
    } catch DesktopError.refused {
      // As the oldest programs do.
      targets = [.utf8String, .string]
    } catch {
      return capture.isOvertaken ? .overtaken : .failed
    }
    guard !capture.isOvertaken else { return .overtaken }
    let list = TargetList(targets)
    guard !list.isSecret else { return .secret(await desktop.origin(of: capture.claim)) }
    let contents = list.contents
    guard !contents.isEmpty else { return .vacant }
    // Nothing but who it is may keep it from being read, and that takes time in which it may end.
    let rules = options.rules.rules
    if !options.policy.ignoredSources.isEmpty || !rules.rules.isEmpty {
      let origin = await desktop.origin(of: capture.claim)
      capture.origin = origin
      guard options.policy.keepsCopies(of: origin) else { return .unwanted }
    }
    let facts = CopyFacts(
      board: selection.board,
      types: contents.map(\.type),
      origin: capture.origin
    )
    let findings = await intake.examine(facts, by: rules)
    if let outcome = judge(RuleVerdict(findings, isFinal: false), of: capture) { return outcome }
    capture.servesOne = await servesOne(capture, list)
    if capture.servesOne { await rest(capture) }
    guard !capture.isOvertaken else { return .overtaken }
    return await read(contents, of: capture, facts)
  }

  /// What the rules say so far; `nil` if it is to be read, as ``Capture/secrecy`` says then.
  private func judge(_ verdict: RuleVerdict, of capture: Capture) -> CaptureReport.Outcome? {
    if verdict.isIgnored { return .unwanted }
    if verdict.isSensitive { return .secret(capture.origin) }
    capture.secrecy = verdict.mayBecomeSensitive ? .sensitive : .open
    return nil
  }

  private func read(
    _ contents: [TargetList.Content],
    of capture: Capture,
    _ facts: CopyFacts
  ) async -> CaptureReport.Outcome {
    var facts = facts
    var found: [Int: Found] = [:]
    var plan = CapturePlan(
      contents,
      options.policy,
      withImages: capture.claim.selection == .clipboard
    )
    guard plan.isWorthIt else { return .unwanted }
    capture.pending = plan.pending
    while let index = plan.next() {
      let result = await read(contents[index], of: capture)
      found[index] = result
      switch result {
      case .outOfDate: return .overtaken
      case .silent, .kept, .unkept: break
      case .refused where plan.refuse(index): capture.pending = plan.pending
      case .refused: break
      }
      if case .silent = result { break }
      if capture.origin == nil { capture.origin = await desktop?.origin(of: capture.claim) }
      // As soon as the text is there, since nothing that may be secret touches a disk.
      guard capture.secrecy == .sensitive, facts.text == nil,
        let text = result.representation, text.type.conforms(to: .text)
      else { continue }
      facts.text = text.payload.beginning(CopyFacts.textLimit)
      let findings = await intake.examine(facts, by: options.rules.rules)
      let verdict = RuleVerdict(findings, isFinal: false)
      if let outcome = judge(verdict, of: capture) { return outcome }
      giveKept(of: capture)
    }
    return outcome(found.sorted { $0.key < $1.key }.map(\.value), of: capture)
  }

  private func outcome(_ found: [Found], of capture: Capture) -> CaptureReport.Outcome {
    let kept = found.compactMap(\.representation)
    let dropped = found.compactMap(\.dropped)
    if kept.allSatisfy({ $0.payload.byteCount == 0 }), dropped.isEmpty {
      // To be silent is not to be empty, nor is it what we have no room for.
      if found.contains(where: \.isUnstored) { return .unstored }
      return found.contains(where: \.isSilent) ? .failed : .vacant
    }
    let origin = capture.origin ?? Origin(board: capture.claim.selection.board)
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

  private func read(_ content: TargetList.Content, of capture: Capture) async -> Found {
    var result = Found.refused
    for target in content.targets.prefix(Self.formLimit) {
      for _ in 1...(capture.servesOne ? Self.busyLimit : 1) {
        guard !capture.isOvertaken else { return capture.wasReceiving ? result : .outOfDate }
        result = await read(target, as: content.type, of: capture)
        guard case .silent = result else { break }
      }
      guard case .refused = result else { break }
    }
    return result
  }

  /// How many names of one content are tried.
  private static let formLimit = 4

  private func read(_ target: TargetName, as type: UTType, of capture: Capture) async -> Found {
    guard let desktop else { return .silent }
    let sink = CapturingSink(
      storage: storage,
      secrecy: capture.secrecy,
      cap: min(options.policy.byteLimit, options.copyLimit - capture.byteCount)
    )
    capture.begin(target, into: sink)
    share(capture)
    // Who shares a refusal, or what another claim followed, asks the owner.
    var shared: Result<Share, DesktopError>? = .success(.unread)
    defer {
      endSharing(of: capture, shared)
      capture.endContent()
    }
    let isText = target.plainTextRank != nil
    do {
      let converted = try await desktop.convert(
        capture.claim.selection,
        target: target,
        timeout: capture.servesOne ? Self.busyPatience : options.timeouts.firstData,
        nextPiece: options.timeouts.betweenPieces,
        cap: .max,
        of: capture.claim.owner,
        into: sink
      )
      shared = .success(.whole)
      guard converted.claim == capture.claim.number || capture.wasReceiving else {
        return .outOfDate
      }
      if let failure = sink.failure { return unkept(type, because: failure) }
      let content = try sink.finish(decodingTextOf: isText ? converted : nil)
      capture.byteCount += content.payload.byteCount ?? 0
      // What is called text and is none has nothing but its name.
      let isNamed = !isText || content.text?.form == nil
      let representation = Representation(
        type: type,
        targetName: isNamed ? target.bytes : nil,
        elementBits: converted.elementBits,
        payload: content.payload,
        textForm: type.conforms(to: .text) ? content.text?.form : nil
      )
      capture.kept[target] = representation
      return .kept(representation)
    } catch DesktopError.refused, DesktopError.broken {
      return .refused
    } catch DesktopError.sinkFailed {
      return sink.failure.map { unkept(type, because: $0) } ?? .unkept(nil)
    } catch let error as PasteboardError {
      if case .storageFailed = error { return .unkept(nil) }
      return .refused
    } catch DesktopError.noOwner {
      return .outOfDate
    } catch DesktopError.cancelled {
      return .silent
    } catch {
      let error = error as? DesktopError ?? .sinkFailed
      // Who serves one reader is asked again.
      shared = capture.servesOne && error == .timedOut(.answer) ? nil : .failure(error)
      // Who does not answer for one type will not for the next.
      return .silent
    }
  }

  /// There is more than is kept, or no room on the disk.
  private func unkept(_ type: UTType, because failure: PasteboardError) -> Found {
    guard case .tooLarge = failure else { return .unkept(nil) }
    return .unkept(Entry.Dropped(type: type, reason: .size))
  }

  /// What came of one content.
  private enum Found {
    case kept(Representation)
    /// It could be had, and there is no room for it.
    case unkept(Entry.Dropped?)
    case refused
    case silent
    case outOfDate

    var representation: Representation? {
      if case .kept(let representation) = self { representation } else { nil }
    }

    var dropped: Entry.Dropped? {
      if case .unkept(let dropped) = self { dropped } else { nil }
    }

    var isSilent: Bool { if case .silent = self { true } else { false } }

    var isUnstored: Bool { if case .unkept(nil) = self { true } else { false } }
  }
}

extension Desktop {
  fileprivate func origin(of claim: Recorder.Claim) -> Origin {
    origin(of: claim.owner, on: claim.selection)
  }
}

extension Payload {
  /// Its first bytes; none if they cannot be read.
  fileprivate func beginning(_ count: Int) -> [UInt8] {
    (try? bytes(from: 0, count: min(count, byteCount ?? 0))) ?? []
  }
}
