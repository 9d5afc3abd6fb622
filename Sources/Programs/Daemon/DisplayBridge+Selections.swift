internal import Desktop
internal import Pasteboards
internal import Selections
internal import Wire

// What the desktop does, in terms of the interface.
extension DisplayBridge {
  func owner(of selection: Selection) async throws(PasteboardError) -> SelectionHolder {
    try await reporting(selection) { try await self.desktop.owner(of: selection) }
  }

  func offer(
    _ offer: SelectionOffer,
    id: UInt64,
    on selection: Selection
  ) async throws(PasteboardError) {
    _ = try await reporting(selection) {
      try await self.desktop.offer(offer, id: id, on: selection)
    }
  }

  func withdraw(_ selection: Selection, id: UInt64) async {
    await desktop.withdraw(selection, id: id)
  }

  func restrict(_ selection: Selection, id: UInt64, to client: UInt32) async {
    await desktop.restrict(selection, id: id, to: client)
  }

  func clear(_ selection: Selection) async throws(PasteboardError) {
    try await reporting(selection) { try await self.desktop.clear(selection) }
  }

  /// The targets that the owner names; those of the oldest programs if it refuses to.
  func targets(
    of selection: Selection,
    timeout milliseconds: Int?
  ) async throws(PasteboardError) -> [TargetName] {
    let timeout = Self.timeout(milliseconds) ?? configuration.timeouts.targets
    return try await reporting(selection) {
      do {
        return try await self.desktop.targets(of: selection, timeout: timeout)
      } catch DesktopError.refused {
        return [.utf8String, .string]
      }
    }
  }

  @discardableResult
  func convert(
    _ selection: Selection,
    _ target: TargetName,
    _ milliseconds: Int?,
    into sink: any ContentSink
  ) async throws(PasteboardError) -> ConvertedContent {
    let timeout = Self.timeout(milliseconds) ?? configuration.timeouts.firstData
    let nextPiece = Self.timeout(milliseconds) ?? configuration.timeouts.betweenPieces
    let cap = configuration.limits.spool.bytes
    return try await reporting(selection) {
      try await self.desktop.convert(
        selection,
        target: target,
        timeout: timeout,
        nextPiece: nextPiece,
        cap: cap,
        into: sink
      )
    }
  }

  private func reporting<Value: Sendable>(
    _ selection: Selection,
    _ body: () async throws -> Value
  ) async throws(PasteboardError) -> Value {
    do {
      return try await body()
    } catch DesktopError.notConnected(let reason) {
      throw .noDisplay(display: displayName, reason: reason)
    } catch {
      throw PasteboardError(error, selection)
    }
  }
}
