internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

/// What one request, or one pair of it, is about.
struct Question {
  let selection: Selection
  let target: TargetName
  let requestor: Window
  /// What is answered from, whoever owns the selection by then.
  let generation: Generation
  /// Of MULTIPLE; `nil` if they cannot be read.
  var pairs: Pairs?
}

/// The pairs of a MULTIPLE request, and the type that they were found with.
struct Pairs {
  let conversion: MultipleConversion
  let type: Atom
}

/// A request, and what it is to be answered with.
struct AskedQuestion {
  let event: XCB.SelectionRequest
  let answer: RequestAnswer
  var question: Question
  /// Ends the wait for promises.
  var timer: EventLoop.Timer?
}

/// A promise that is being made, held so that no other object takes its place.
struct AskedPromise {
  let promise: any PromisedPayload
  var leave: PromisedPayload.Leave?
}

// Answering later what is only promised yet.
extension Desktop {
  /// Has promises kept and answers then; `false` if too many requests wait already.
  func answerLater(
    _ asked: AskedQuestion,
    needing promises: [any PromisedPayload],
    _ session: Session
  ) -> Bool {
    let requestor = WindowID(rawValue: asked.question.requestor.rawValue)
    guard
      let (id, actions) = deferred.begin(
        from: requestor,
        of: session.connection.clientNumber(of: asked.question.requestor),
        needing: promises.map { ObjectIdentifier($0) }
      )
    else { return false }
    waiting[id] = asked
    for promise in promises where asking[ObjectIdentifier(promise)] == nil {
      asking[ObjectIdentifier(promise)] = AskedPromise(promise: promise)
    }
    perform(actions)
    return true
  }

  func perform(_ actions: [DeferredAnswers.Action]) {
    for action in actions { perform(action) }
    measure()
  }

  private func perform(_ action: DeferredAnswers.Action) {
    switch action {
    case .watch(let window):
      guard let session else { return }
      session.foreign.watch(Window(window), for: .end, session.connection)
    case .unwatch(let window):
      guard let session else { return }
      session.foreign.unwatch(Window(window), for: .end, session.connection)
    case .startTimer(let id):
      waiting[id]?.timer = loop.schedule(after: DeferredAnswers.patience) { [weak self] in
        self?.assumeIsolated { $0.perform($0.deferred.handle(.expired(id))) }
      }
    case .keep(let promise): keep(promise)
    case .leave(let promise): asking.removeValue(forKey: promise)?.leave?()
    case .answer(let id):
      guard let asked = endWait(id), let session else { return }
      answerNow(asked, session)
    case .drop(let id): _ = endWait(id)
    }
  }

  private func endWait(_ id: DeferredAnswers.ID) -> AskedQuestion? {
    let asked = waiting.removeValue(forKey: id)
    asked?.timer?.cancel()
    return asked
  }

  private func keep(_ id: ObjectIdentifier) {
    guard let promise = asking[id]?.promise else { return }
    let leave = promise.keep { [weak self, loop] _ in
      // It may be any thread, and the middle of this very call. The promise is held until then, so
      // that its name is no other's.
      loop.perform { [weak self] in
        withExtendedLifetime(promise) { self?.assumeIsolated { $0.settled(id) } }
      }
    }
    asking[id]?.leave = leave
  }

  private func settled(_ id: ObjectIdentifier) {
    asking[id] = nil
    perform(deferred.handle(.settled(id)))
  }
}
