internal import Pasteboards
internal import Synchronization

/// The promise of a handed list, which is made again when its file is no longer what was made.
///
/// A program may have moved it away, or written into it. What could not be made, as on a full disk, is
/// tried again as well.
final class HandedPromise: PromisedPayload {
  private struct State {
    var making: Promise
    var isReleased = false
  }

  private let source: Payload
  private let make: @Sendable () -> Promise
  private let state: Mutex<State>

  /// `make` promises a ``HandedList`` of the content of `source`.
  init(of source: Payload, _ make: @escaping @Sendable () -> Promise) {
    (self.source, self.make) = (source, make)
    state = Mutex(State(making: make()))
  }

  var kept: Payload? { Self.intact(state.withLock { $0.making }) }

  var failure: PayloadFailure? { source.failure }

  @discardableResult
  func keep(_ then: @escaping @Sendable (Promise.Outcome) -> Void) -> Leave {
    let (making, isReleased) = state.withLock { state in
      if state.making.isSettled, Self.intact(state.making) == nil { state.making = make() }
      return (state.making, state.isReleased)
    }
    let leave = making.keep(then)
    if isReleased { making.release() }
    return leave
  }

  func release() {
    let making = state.withLock { state in
      state.isReleased = true
      return state.making
    }
    making.release()
  }

  private static func intact(_ making: Promise) -> Payload? {
    guard case .file(let list as HandedList) = making.kept, list.isIntact else { return nil }
    return .file(list)
  }
}
