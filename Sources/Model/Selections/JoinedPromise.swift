internal import Pasteboards
internal import Synchronization

/// Several payloads of which some are promised, to be read as one when all are made.
///
/// Whoever waits for it waits for its parts: it begins nothing of its own that would go on, and keeps
/// nothing, since a part may be made anew.
final class JoinedPromise: PromisedPayload {
  private let parts: [Payload]
  private let separator: JoinedPayload.Separator

  init(_ payloads: [Payload], separator: @escaping JoinedPayload.Separator) {
    (parts, self.separator) = (payloads, separator)
  }

  var kept: Payload? { try? joined().get() }

  var failure: PayloadFailure? { parts.lazy.compactMap(\.failure).first }

  func keep(_ then: @escaping @Sendable (Promise.Outcome) -> Void) -> Leave {
    let promises = parts.compactMap(\.openPromise)
    // One more than there are, so that it ends here if all are kept at once.
    let missing = Countdown(promises.count + 1)
    let step: @Sendable () -> Void = {
      if missing.step() { then(self.joined()) }
    }
    let leaves = promises.map { promise in promise.keep { _ in step() } }
    step()
    return { for leave in leaves { leave() } }
  }

  private func joined() -> Promise.Outcome {
    do throws(PayloadFailure) {
      return .success(.file(try JoinedPayload(parts, separator: separator)))
    } catch {
      return .failure(error)
    }
  }
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
