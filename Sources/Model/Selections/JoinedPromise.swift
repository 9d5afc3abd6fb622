internal import Pasteboards
internal import Synchronization

/// Several payloads of which some are promised, to be read as one when all are made.
final class JoinedPromise: PromisedPayload {
  private let parts: [Payload]
  private let whole: Promise

  init(_ payloads: [Payload], separator: @escaping JoinedPayload.Separator) {
    parts = payloads
    whole = Promise { whole in
      let promises = payloads.compactMap(\.openPromise)
      // One more than there are, so that it ends here if all are kept at once.
      let missing = Countdown(promises.count + 1)
      let step: @Sendable () -> Void = {
        guard missing.step() else { return }
        do throws(PayloadFailure) {
          whole.settle(.success(.file(try JoinedPayload(payloads, separator: separator))))
        } catch {
          whole.settle(.failure(error))
        }
      }
      for promise in promises { promise.keep { _ in step() } }
      step()
    }
  }

  var kept: Payload? { whole.kept }

  var failure: PayloadFailure? { whole.failure ?? parts.lazy.compactMap(\.failure).first }

  func keep(_ then: @escaping @Sendable (Promise.Outcome) -> Void) { whole.keep(then) }
}

/// Counts down from any thread.
private final class Countdown: Sendable {
  private let rest: Mutex<Int>

  init(_ count: Int) { rest = Mutex(count) }

  /// Whether this was the last step.
  func step() -> Bool {
    rest.withLock { rest in
      rest -= 1
      return rest == 0
    }
  }
}
