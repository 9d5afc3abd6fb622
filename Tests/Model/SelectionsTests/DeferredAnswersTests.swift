import Selections
import Testing

@Suite("Deferred answers") struct DeferredAnswersTests {
  private final class Thing {}

  private static let window = WindowID(rawValue: 7)
  private static let other = WindowID(rawValue: 8)
  private let things = (Thing(), Thing())

  private var first: ObjectIdentifier { ObjectIdentifier(things.0) }
  private var second: ObjectIdentifier { ObjectIdentifier(things.1) }

  @Test func `a request asks for its promise and is answered when it is settled`() throws {
    var answers = DeferredAnswers()
    let (id, actions) = try answers.start(from: Self.window, needing: [first])
    #expect(actions == [.watch(Self.window), .startTimer(id), .keep(first)])
    #expect(!answers.isEmpty)
    #expect(answers.handle(.settled(first)) == [.answer(id), .unwatch(Self.window)])
    #expect(answers.isEmpty)
    #expect(answers.handle(.expired(id)) == [])
  }

  @Test func `a promise is asked once for all that wait, and they are answered in order`() throws {
    var answers = DeferredAnswers()
    let (one, _) = try answers.start(from: Self.window, needing: [first])
    let (two, actions) = try answers.start(from: Self.other, needing: [first])
    #expect(actions == [.watch(Self.other), .startTimer(two)])
    #expect(
      answers.handle(.settled(first))
        == [.answer(one), .unwatch(Self.window), .answer(two), .unwatch(Self.other)]
    )
  }

  @Test func `the same request twice is answered twice`() throws {
    var answers = DeferredAnswers()
    let (one, _) = try answers.start(from: Self.window, needing: [first])
    let (two, _) = try answers.start(from: Self.window, needing: [first])
    let actions = answers.handle(.settled(first))
    #expect(actions.filter { $0 == .answer(one) || $0 == .answer(two) }.count == 2)
  }

  @Test func `one whose time is over is answered with what there is, and leaves the promise`()
    throws
  {
    var answers = DeferredAnswers()
    let (one, _) = try answers.start(from: Self.window, needing: [first])
    #expect(answers.handle(.expired(one)) == [.answer(one), .unwatch(Self.window), .leave(first)])
    // It may have been made meanwhile.
    let (two, actions) = try answers.start(from: Self.window, needing: [first])
    #expect(actions.contains(.keep(first)))
    #expect(answers.handle(.settled(first)) == [.answer(two), .unwatch(Self.window)])
  }

  @Test func `a promise is left by the last that needs it`() throws {
    var answers = DeferredAnswers()
    let (one, _) = try answers.start(from: Self.window, needing: [first, second])
    let (two, _) = try answers.start(from: Self.other, needing: [second])
    #expect(answers.handle(.expired(one)).filter(\.isLeave) == [.leave(first)])
    #expect(answers.handle(.expired(two)).filter(\.isLeave) == [.leave(second)])
  }

  @Test func `MULTIPLE waits for every promise that it needs`() throws {
    var answers = DeferredAnswers()
    let (id, actions) = try answers.start(from: Self.window, needing: [first, second, first])
    #expect(actions == [.watch(Self.window), .startTimer(id), .keep(first), .keep(second)])
    #expect(answers.handle(.settled(second)) == [])
    #expect(answers.handle(.settled(first)) == [.answer(id), .unwatch(Self.window)])
  }

  @Test func `MULTIPLE is answered in time though one promise is not kept`() throws {
    var answers = DeferredAnswers()
    let (id, _) = try answers.start(from: Self.window, needing: [first, second])
    #expect(answers.handle(.settled(first)) == [])
    #expect(answers.handle(.expired(id)) == [.answer(id), .unwatch(Self.window), .leave(second)])
    #expect(answers.handle(.settled(second)) == [])
  }

  @Test func `a requestor that has gone is not answered, others are`() throws {
    var answers = DeferredAnswers()
    let (gone, _) = try answers.start(from: Self.window, needing: [first])
    let (here, _) = try answers.start(from: Self.other, needing: [first])
    #expect(answers.handle(.requestorGone(Self.window)) == [.drop(gone), .unwatch(Self.window)])
    #expect(answers.handle(.requestorGone(Self.window)) == [])
    #expect(answers.handle(.expired(gone)) == [])
    #expect(answers.handle(.settled(first)) == [.answer(here), .unwatch(Self.other)])
  }

  @Test func `nobody is answered when the server has gone, and nothing is waited for`() throws {
    var answers = DeferredAnswers()
    let (id, _) = try answers.start(from: Self.window, needing: [first])
    #expect(answers.handle(.disconnected) == [.drop(id), .unwatch(Self.window), .leave(first)])
    #expect(answers.isEmpty)
    let (next, actions) = try answers.start(from: Self.window, needing: [first])
    #expect(actions.contains(.keep(first)))
    #expect(answers.handle(.settled(first)) == [.answer(next), .unwatch(Self.window)])
  }

  @Test func `a promise that was settled can be asked anew`() throws {
    var answers = DeferredAnswers()
    try answers.start(from: Self.window, needing: [first])
    _ = answers.handle(.settled(first))
    let (_, actions) = try answers.start(from: Self.window, needing: [first])
    #expect(actions.contains(.keep(first)))
  }

  @Test func `one client leaves room for the others`() throws {
    var answers = DeferredAnswers(limit: 4, clientLimit: 2)
    let (id, _) = try answers.start(from: Self.window, needing: [first])
    try answers.start(from: Self.other, needing: [second])
    #expect(throws: DeferredAnswers.Refused.self) {
      try answers.start(from: Self.window, needing: [first])
    }
    try answers.start(from: Self.window, of: 2, needing: [first])
    _ = answers.handle(.expired(id))
    try answers.start(from: Self.window, needing: [first])
  }

  @Test func `too many at a time are refused`() throws {
    var answers = DeferredAnswers(limit: 1)
    let (id, _) = try answers.start(from: Self.window, needing: [first])
    #expect(throws: DeferredAnswers.Refused.self) {
      try answers.start(from: Self.window, needing: [first])
    }
    _ = answers.handle(.expired(id))
    _ = try answers.start(from: Self.window, needing: [first])
  }
}

extension DeferredAnswers.Action {
  fileprivate var isLeave: Bool { if case .leave = self { true } else { false } }
}

extension DeferredAnswers {
  fileprivate struct Refused: Error {}

  @discardableResult
  fileprivate mutating func start(
    from requestor: WindowID,
    of client: UInt32 = 1,
    needing promises: [ObjectIdentifier]
  ) throws -> (id: ID, actions: [Action]) {
    guard let begun = begin(from: requestor, of: client, needing: promises) else { throw Refused() }
    return begun
  }
}
