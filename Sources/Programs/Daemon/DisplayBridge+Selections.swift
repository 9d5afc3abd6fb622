internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Wire

// What the desktop does, in terms of the interface.
extension DisplayBridge {
  func owner(of selection: Selection) async throws(PasteboardError) -> SelectionHolder {
    try await reporting(selection) { desktop in try desktop.owner(of: selection) }
  }

  func offer(
    _ offer: SelectionOffer,
    id: UInt64,
    on selection: Selection,
    ifUnowned: Bool
  ) async throws(PasteboardError) {
    _ = try await reporting(selection) { desktop in
      try await desktop.offer(offer, id: id, on: selection, ifUnowned: ifUnowned)
    }
  }

  func withdraw(_ selection: Selection, id: UInt64) async {
    // A server that does not answer has nothing to give up that anybody could read.
    _ = try? await reporting(selection) { desktop in desktop.withdraw(selection, id: id) }
  }

  /// Gives up an offer that was not confirmed in time for the entry that was there before.
  func withdraw(_ selection: Selection, id: UInt64, restoring former: Entry?) async {
    guard let former else { return await withdraw(selection, id: id) }
    let content = SelectionOffer(items: former.items, isSensitive: former.isSensitive)
    // In one step, or a put that comes meanwhile would be replaced by what it replaces.
    _ = try? await reporting(selection) { desktop in
      desktop.withdraw(
        selection,
        id: id,
        restoring: content,
        id: former.id.rawValue
      )
    }
  }

  func restrict(_ selection: Selection, id: UInt64, to client: UInt32) async {
    _ = try? await reporting(selection) { desktop in
      desktop.restrict(selection, id: id, to: client)
    }
  }

  /// Leaves what is on the clipboard to another clipboard manager, if there is one.
  func handOver() async {
    let patience = configuration.timeouts.save
    let isKept = try? await reporting(.clipboard) { desktop in
      await desktop.handOver(within: patience)
    }
    if isKept == true { log(.info, "another clipboard manager keeps what was on the clipboard") }
  }

  func clear(_ selection: Selection) async throws(PasteboardError) {
    try await reporting(selection) { desktop in try await desktop.clear(selection) }
  }

  /// Who answers for a selection, and what another program offers on it.
  enum Look: Sendable {
    case nobody, ours
    case foreign([TargetName], leftOutCount: Int)
  }

  /// Finds out who owns a selection and what is on offer, in one visit to the desktop.
  func look(
    at selection: Selection,
    timeout milliseconds: Int?
  ) async throws(PasteboardError) -> Look {
    let timeout = Self.timeout(milliseconds) ?? configuration.timeouts.targets
    return try await reporting(selection) { desktop in
      switch try desktop.owner(of: selection) {
      case .nobody: return .nobody
      case .ours: return .ours
      case .foreign:
        let targets = try await Self.targets(of: selection, timeout, on: desktop)
        return .foreign(targets, leftOutCount: desktop.leftOutTargetCount(of: selection))
      }
    }
  }

  private static func targets(
    of selection: Selection,
    _ timeout: Duration,
    on desktop: isolated Desktop
  ) async throws -> [TargetName] {
    do {
      return try await desktop.targets(of: selection, timeout: timeout)
    } catch DesktopError.refused {
      return [.utf8String, .string]
    }
  }

  /// The targets that the owner names; those of the oldest programs if it refuses to.
  func targets(
    of selection: Selection,
    timeout milliseconds: Int?
  ) async throws(PasteboardError) -> [TargetName] {
    let timeout = Self.timeout(milliseconds) ?? configuration.timeouts.targets
    return try await reporting(selection) { desktop in
      try await Self.targets(of: selection, timeout, on: desktop)
    }
  }

  @discardableResult
  func convert(
    _ selection: Selection,
    _ target: TargetName,
    _ milliseconds: Int?,
    into sink: any ContentSink,
    limit: Int = .max
  ) async throws(PasteboardError) -> ConvertedContent {
    let timeout = Self.timeout(milliseconds) ?? configuration.timeouts.firstData
    let nextPiece = Self.timeout(milliseconds) ?? configuration.timeouts.betweenPieces
    let cap = min(limit, configuration.limits.spool.bytes)
    return try await reporting(selection) { desktop in
      try await desktop.convert(
        selection,
        target: target,
        timeout: timeout,
        nextPiece: nextPiece,
        cap: cap,
        into: sink
      )
    }
  }

  /// As ``Recorder/share(_:of:on:within:with:)``.
  func share(
    _ target: TargetName,
    of claim: Int,
    on selection: Selection,
    within patience: Duration,
    with sink: any ContentSink
  ) async throws(PasteboardError) -> Recorder.Share {
    try await reporting(selection) { [recorder] _ in
      try await recorder.share(target, of: claim, on: selection, within: patience, with: sink)
    }
  }

  /// What another program offers now, read whatever is recorded; `nil` if nothing may be kept of it.
  func readNow(_ selection: Selection) async -> Entry? {
    // Without a display there is nothing to read.
    (try? await reporting(selection) { [recorder] _ in await recorder.readNow(selection) }) ?? nil
  }

  /// What is known of the program that owns a window.
  func origin(of owner: WindowID, on selection: Selection) async -> Origin? {
    try? await reporting(selection) { desktop in desktop.origin(of: owner, on: selection) }
  }

  private func reporting<Value: Sendable>(
    _ selection: Selection,
    _ body: @escaping @Sendable (isolated Desktop) async throws -> Value
  ) async throws(PasteboardError) -> Value {
    let call = DesktopCall<Value>(
      desktopLoop: loop,
      mainLoop: mainLoop,
      patience: configuration.timeouts.connect / 2
    )
    // At home on the desktop's loop: where it waits there, it goes on there, and only its result
    // crosses back.
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.begin(
          continuation,
          loop.task(in: desktop) { desktop in
            call.serve()
            do {
              call.end(.success(try await body(desktop)))
            } catch {
              call.end(.failure(error))
            }
          }
        )
      }
    } onCancel: {
      call.cancel()
    }
    do {
      return try result.get()
    } catch DesktopError.notConnected(let reason) {
      throw .noDisplay(display: displayName, reason: reason)
    } catch is DesktopCall<Value>.Unanswered {
      throw .noDisplay(display: displayName, reason: "the X server does not answer")
    } catch {
      throw PasteboardError(error, selection)
    }
  }
}
