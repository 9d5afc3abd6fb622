internal import CoreTransferable
internal import DaemonClient
internal import Wire

extension PasteboardChanges {
  /// Told by a line of its own, which hangs up when nobody listens any more.
  var stream: AsyncThrowingStream<PasteboardChange, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      do {
        let line = try DaemonLines.take()
        continuation.onTermination = { _ in line.cancellation.cancel() }
        let watching = Task { @concurrent in
          do {
            try await line.ask { connection in
              try KnownTypes.learn(over: connection)
              let request = WatchRequest(boards: [board], since: 0)
              try connection.watch(request) { continuation.yield(PasteboardChange($0)) }
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        _ = watching
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

extension PasteboardChange {
  init(_ change: Change) {
    board = Pasteboard(known: change.board)
    changeCount = change.changeCount
    holder =
      switch change.holder {
      case .ours: .daemon
      case .foreign: .otherProgram
      case .nobody: .nobody
      }
    entry = change.entry
    types = change.types.isEmpty ? [] : PasteOffer(change.types, own: nil).items.map(\.types)
    isSensitive = change.sensitive
  }
}

extension Pasteboard {
  /// The changes of this board, beginning with how it is now.
  public var changes: PasteboardChanges { PasteboardChanges(board: name) }
}
