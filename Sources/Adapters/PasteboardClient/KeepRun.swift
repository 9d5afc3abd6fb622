internal import Synchronization

/// One attempt to keep what is outstanding, within a budget.
final class KeepRun: Sendable {
  /// That a promise is not kept, although it could be.
  struct Refusal: Error {
    let reason: String
  }

  private struct State {
    var next = 0
    var bytesLeft: Int
    var losses: [Int: String] = [:]
    var report = KeepReport()
  }

  private let promises: [PromiseLedger.Promise]
  private let state: Mutex<State>

  /// The promises, the oldest first.
  init(_ promises: [PromiseLedger.Promise], byteLimit: Int) {
    self.promises = promises
    state = Mutex(State(bytesLeft: max(0, byteLimit)))
  }

  /// The next promise to keep, with its place for ``lose(_:reason:)``.
  func next() -> (place: Int, promise: PromiseLedger.Promise)? {
    state.withLock { state in
      guard state.next < promises.count else { return nil }
      defer { state.next += 1 }
      return (state.next, promises[state.next])
    }
  }

  /// Takes bytes from what the budget has left.
  func take(_ byteCount: Int) throws(Refusal) {
    let isGranted = state.withLock { state in
      guard byteCount <= state.bytesLeft else { return false }
      state.bytesLeft -= byteCount
      return true
    }
    guard isGranted else {
      throw Refusal(reason: "its \(byteCount) bytes are more than may still be kept")
    }
  }

  func keep(byteCount: Int) {
    state.withLock { state in
      state.report.keptCount += 1
      state.report.keptByteCount += byteCount
    }
  }

  func lose(_ place: Int, reason: String) {
    state.withLock { $0.losses[place] = reason }
  }

  /// What became of all of them.
  var report: KeepReport {
    state.withLock { state in
      var report = state.report
      report.lost = state.losses.sorted { $0.key < $1.key }.map { place, reason in
        let promise = promises[place]
        return KeepReport.Loss(
          board: Pasteboard(known: promise.board),
          entry: promise.key.entry,
          contentType: promise.contentType,
          reason: reason
        )
      }
      return report
    }
  }
}
