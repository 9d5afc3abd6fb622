internal import LinuxIO
internal import Pasteboards
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
    reply.boards = boardStatuses()
    reply.clients = clientCount
    reply.problems = problems + installedTypes.problems + display.problems
    return reply
  }

  /// The boards as their last change left them.
  func boardStatuses() -> [BoardStatus] {
    ledger.all.map { state in
      var entry: String?
      if case .ours(let id) = state.holder { entry = id.description }
      return BoardStatus(
        board: state.board.description,
        bound: state.board.isBound,
        changeCount: state.changeCount,
        holder: Holder(state.holder),
        entry: entry
      )
    }
  }
}
