internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Wire

extension PasteboardService {
  /// How the daemon is.
  func status() async -> StatusReply {
    let uptime = (MonotonicTime.now - started).components
    var reply = StatusReply(
      version: Release.version,
      pid: Int(CurrentProcess.id),
      uptime: Int(uptime.seconds) * 1000 + Int(uptime.attoseconds / 1_000_000_000_000_000)
    )
    let display = await bridge.report
    reply.display = display.name
    reply.bridged = display.isConnected
    reply.watching = display.isWatching
    reply.conversions = display.conversions
    reply.transfers = display.transfers
    reply.lastEvent = display.lastEvent
    reply.boards = await boardStatuses()
    reply.clients = clients.count
    reply.problems =
      problems + installedTypes.problems + display.problems + folders.problems
      + (storeProblem.map { [$0] } ?? [])
    return reply
  }

  /// The boards as their last change left them, and what they keep.
  func boardStatuses() async -> [BoardStatus] {
    // Without a store there is nothing that they keep.
    let kept = (try? await history.boards()) ?? []
    let isConnected = await bridge.report.isConnected
    let states = ledger.all
    var known = Set(states.map(\.board))
    let others = kept.map(\.board).filter { known.insert($0).inserted }.map { ledger[$0] }
    let contents = Dictionary(kept.map { ($0.board, $0) }) { first, _ in first }
    return (states + others).map { state in
      var entry: String?
      if case .ours(let id) = state.holder { entry = id.description }
      var status = BoardStatus(
        board: state.board.description,
        bound: state.board.isBound,
        changeCount: state.changeCount,
        // Who had the selections of a server that has gone has them no more.
        holder: Holder(!isConnected && state.holder.isForeign ? .nobody : state.holder),
        entry: entry
      )
      status.entries = contents[state.board]?.entryCount ?? 0
      status.size = contents[state.board]?.byteCount ?? 0
      return status
    }
  }

  func attachDisplay(
    _ request: AttachDisplayRequest
  ) async throws(PasteboardError) -> AttachDisplayReply {
    let display = try await bridge.attach(display: request.display, authority: request.authority)
    return AttachDisplayReply(display: display)
  }
}
