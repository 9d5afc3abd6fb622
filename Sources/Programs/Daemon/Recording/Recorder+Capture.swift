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
    return await read(contents, of: capture, from: origin)
  }

  private func read(
    _ contents: [TargetList.Content],
    of capture: Capture,
    from origin: Origin
  ) async -> CaptureReport.Outcome {
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

  /// Plain text first: it is small, nearly everybody wants it, and the owner may soon be gone.
  private static func order(of contents: [TargetList.Content]) -> [Int] {
    let text = contents.indices.filter { contents[$0].type == .utf8PlainText }
    return text + contents.indices.filter { contents[$0].type != .utf8PlainText }
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
    let sink = CapturingSink(storage: storage)
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
