internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections

// xclip remembers one transfer, and forgets whoever asks while that goes on: they wait for ever. Where
// a transfer takes long, those come first for whom it was copied.
extension Recorder {
  /// What the owner offers; xclip, which may have forgotten the question, is asked again.
  func targets(
    of capture: Capture,
    _ desktop: Desktop
  ) async throws(DesktopError) -> [TargetName] {
    let selection = capture.claim.selection
    var patience = options.timeouts.targets
    for _ in 1..<Self.busyLimit {
      do throws(DesktopError) {
        return try await desktop.targets(of: selection, timeout: patience)
      } catch {
        guard case .timedOut = error, await isXclip(capture), !capture.isOvertaken
        else { throw error }
        patience = Self.busyPatience
      }
    }
    return try await desktop.targets(of: selection, timeout: patience)
  }

  /// Whether the owner is xclip and has much to give: it sends more than a mebibyte in pieces, and holds
  /// all of it in memory.
  func servesOne(_ capture: Capture, _ list: TargetList) async -> Bool {
    // It offers one content, and what offers more is spared the search.
    guard list.names.count == 2, list.names.first == .targets, await isXclip(capture),
      let process = capture.origin?.processID
    else { return false }
    let byteCount = OtherProcess.privateByteCount(of: process) ?? 0
    return byteCount > 1 << 20
  }

  private func isXclip(_ capture: Capture) async -> Bool {
    let claim = capture.claim
    // It may have had another process a moment ago, before it went to the background.
    capture.origin = await desktop?.origin(of: claim.owner, on: claim.selection)
    return capture.origin?.program == "xclip"
  }

  /// Leaves an owner to others for a moment, unless another claim follows, or somebody wants its content
  /// from us.
  func rest(_ capture: Capture) async {
    let claim = capture.claim
    let isWanted = readers.contains { capture.isOf($0.selection, $0.claim) }
    guard !capture.isOvertaken, !isWanted, captures.contains(where: { $0 === capture })
    else { return }
    let timer = loop.schedule(after: Self.rest) { [weak self] in
      self?.assumeIsolated { recorder in
        recorder.captures.first { $0.isOf(claim.selection, claim.number) }?.endRest()
      }
    }
    await capture.rest(until: timer)
  }

  private static let rest = Duration.seconds(1)
  /// How long it may take to answer if it is not at work for others, and how often it is asked.
  static let busyPatience = Duration.seconds(1)
  static let busyLimit = 10
}
