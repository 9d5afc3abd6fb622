internal import Synchronization

/// How long one representation may take to load before the next one is tried.
///
/// The limit of a task is inherited by its children:
///
/// ```swift
/// try await TransferTimeLimit.$current.withValue(TransferTimeLimit(.seconds(5))) {
///   try await ticket.exported(as: .json)
/// }
/// ```
///
/// A load that is late is cancelled, its caller goes on at once, and what it still answers is dropped.
public struct TransferTimeLimit: Sendable {
  /// Measured from the moment when a representation is asked for.
  public let duration: Duration
  /// What measures it.
  public let clock: any Clock<Duration>

  /// A limit of `duration`, measured by `clock`.
  public init(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.duration = duration
    self.clock = clock
  }

  /// The limit of the current task: 30 seconds unless said otherwise.
  @TaskLocal public static var current = TransferTimeLimit(.seconds(30))

  fileprivate func wait() async throws {
    func wait(on clock: some Clock<Duration>) async throws { try await clock.sleep(for: duration) }
    try await wait(on: clock)
  }
}

/// Runs `load` until it answers, the time is up or the caller is cancelled, whatever comes first.
///
/// A closure of the program may never answer and may ignore that it is cancelled: it is left behind
/// then, and holds nothing up.
package func withinTimeLimit<Value: Sendable>(
  loading contentType: UTType,
  _ load: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let limit = TransferTimeLimit.current
  let answer = FirstAnswer<Value>()
  let work = Task { @concurrent in
    do {
      answer.settle(.success(try await load()))
    } catch {
      answer.settle(.failure(error))
    }
  }
  let timer = Task { @concurrent in
    try await limit.wait()
    answer.settle(.failure(TransferError.timedOut(contentType, after: limit.duration)))
  }
  defer {
    work.cancel()
    timer.cancel()
  }
  return try await withTaskCancellationHandler {
    try await answer.value
  } onCancel: {
    answer.settle(.failure(CancellationError()))
  }
}

/// The first of several answers; later ones are dropped, and with them what they hold.
final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
    case taken
  }

  private let state = Mutex(State.open)

  func settle(_ answer: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .open:
        state = .settled(answer)
        return nil
      case .awaited(let continuation):
        state = .taken
        return continuation
      case .settled, .taken: return nil
      }
    }
    waiting?.resume(with: answer)
  }

  /// The answer; to be awaited once.
  var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let settled: Result<Value, any Error>? = state.withLock { state in
          guard case .settled(let answer) = state else {
            state = .awaited(continuation)
            return nil
          }
          state = .taken
          return answer
        }
        if let settled { continuation.resume(with: settled) }
      }
    }
  }
}
