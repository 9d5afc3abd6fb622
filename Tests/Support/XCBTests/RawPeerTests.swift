import TestSupport
import Testing
import XCB

/// The peers that misbehave for other tests, against each other.
@Suite("Raw peers", .timeLimit(.minutes(4))) struct RawPeerTests {
  private let server: XServer

  init() throws { server = try XServer() }

  @Test func `an owner answers what its script has and refuses the rest`() async throws {
    let owner = try RawOwner(
      server,
      answers: [
        "UTF8_STRING": .text("hello"), "text/plain": .text("hi", type: "text/plain"),
        "EMPTY": .whole(type: "STRING", .bytes([])),
        "LIE": .lie, "SILENCE": .silence,
      ]
    )
    #expect(owner.owns)
    let text = try await RawRequestor.ask(server, .init("UTF8_STRING"))
    #expect(text.text == "hello")
    #expect(text.type == "UTF8_STRING")
    #expect(text.format == 8)
    #expect(text.notify?.isSynthetic == true)
    #expect(text.isComplete && text.announcement == nil)
    #expect(try await RawRequestor.ask(server, .init("NONE")).isRefused)
    let empty = try await RawRequestor.ask(server, .init("EMPTY"))
    #expect(empty.type == "STRING" && empty.byteCount == 0)
    let lie = try await RawRequestor.ask(server, .init("LIE"))
    #expect(lie.type == nil && !lie.isRefused && lie.isComplete)
    let silence = try await RawRequestor.ask(
      server,
      .init("SILENCE"),
      within: .milliseconds(200)
    )
    #expect(silence.notify == nil && !silence.isComplete)
    let targets = try await RawRequestor.ask(server, .init("TARGETS"))
    #expect(targets.type == "ATOM" && targets.format == 32)
    #expect(targets.words.count == 7)
    let time = try await RawRequestor.ask(server, .init("TIMESTAMP"))
    #expect(time.words == [owner.time.rawValue])
    #expect(
      owner.targets
        == ["UTF8_STRING", "NONE", "EMPTY", "LIE", "SILENCE", "TARGETS", "TIMESTAMP"]
    )
    #expect(owner.failure == nil)
  }

  @Test(arguments: [(0, 4), (1, 4), (1_000_001, 65_536), (3_000_000, 1_048_576)])
  func `content in pieces arrives whole`(count: Int, pieceSize: Int) async throws {
    let owner = try RawOwner(
      server,
      answers: [
        "DATA": .pieces(
          type: "DATA",
          .pattern(count: count, seed: 3),
          .init(pieceSize: pieceSize)
        )
      ]
    )
    let outcome = try await RawRequestor.ask(server, .init("DATA"))
    #expect(outcome.announcement == [UInt32(count)])
    #expect(outcome.isTerminated && outcome.isComplete)
    #expect(outcome.type == "DATA")
    #expect(outcome.pieceSizes.reduce(0, +) == count)
    #expect(outcome.pieceSizes.count == (count + pieceSize - 1) / pieceSize)
    let expected = TestBytes.pattern(count: count, seed: 3)
    #expect(TestBytes.difference(outcome.bytes, expected) == nil)
    #expect(eventually { owner.finished == 1 })
  }

  @Test(arguments: [[], [0], [UInt32.max], [1, 2, 3]] as [[UInt32]])
  func `an announcement says what the script wants`(items: [UInt32]) async throws {
    let owner = try RawOwner(
      server,
      answers: ["DATA": .pieces(type: "DATA", .bytes([1, 2]), .init(announcement: items))]
    )
    let outcome = try await RawRequestor.ask(server, .init("DATA"))
    #expect(outcome.announcement == items)
    #expect(outcome.bytes == [1, 2])
    #expect(owner.owns)
  }

  @Test func `an owner stalls, dies and loses its window when the script says`() async throws {
    func answer(_ ending: RawOwner.Ending) -> RawOwner.Answer {
      .pieces(type: "T", .pattern(count: 1000), .init(pieceSize: 300, ending: ending))
    }
    var owner = try RawOwner(
      server,
      answers: [
        "STALL": answer(.stalls(after: 2)), "TWICE": answer(.completeWithSecondNotify),
        "WINDOW": answer(.destroysWindow(after: 1)), "DIE": answer(.closesConnection(after: 1)),
      ]
    )
    let stall = try await RawRequestor.ask(server, .init("STALL"), within: .milliseconds(300))
    #expect(stall.pieceSizes == [300, 300] && !stall.isComplete)
    let twice = try await RawRequestor.ask(server, .init("TWICE"))
    #expect(twice.pieceSizes == [300, 300, 300, 100] && twice.isTerminated)
    let peer = try RawPeer(server)
    let clipboard = try peer.atom("CLIPBOARD")
    let window = try await RawRequestor.ask(server, .init("WINDOW"), within: .milliseconds(300))
    #expect(window.pieceSizes == [300] && !window.isComplete)
    #expect(try peer.connection.owner(of: clipboard) == nil)
    owner = try RawOwner(server, answers: ["DIE": answer(.closesConnection(after: 1))])
    let death = try await RawRequestor.ask(server, .init("DIE"), within: .milliseconds(300))
    #expect(death.pieceSizes == [300] && !death.isComplete)
    #expect(try eventually { try peer.connection.owner(of: clipboard) == nil })
    owner.end()
  }

  @Test func `a requestor waits with the announcement until it is told`() async throws {
    let owner = try RawOwner(
      server,
      answers: ["DATA": .pieces(type: "DATA", .pattern(count: 10))]
    )
    let requestor = RawRequestor(
      server,
      [.init("DATA", manner: .deletesWhenTold), .init("DATA", manner: .proper)],
      // This test waits between two steps for its turn among all others.
      within: .seconds(200)
    )
    #expect(
      await eventually { () async -> Bool in
        requestor.progress.first?.announcement != nil
          && requestor.progress.last?.isComplete == true
      }
    )
    #expect(requestor.progress.first?.isComplete == false)
    requestor.proceed()
    let outcomes = try await requestor.outcomes()
    #expect(outcomes.allSatisfy { $0.isTerminated && $0.byteCount == 10 })
    #expect(owner.requests.count == 2)
  }

  @Test func `a requestor that never deletes, leaves or dies leaves the owner at work`()
    async throws
  {
    let owner = try RawOwner(
      server,
      answers: ["DATA": .pieces(type: "DATA", .pattern(count: 1000), .init(pieceSize: 100))]
    )
    let never = try await RawRequestor.ask(
      server,
      .init("DATA", manner: .neverDeletes),
      within: .milliseconds(200)
    )
    #expect(never.announcement == [1000] && never.pieceSizes.isEmpty && !never.isComplete)
    for manner in [
      RawRequestor.Manner.destroysWindow(after: 0), .destroysWindow(after: 2),
      .closesConnection(after: 0), .closesConnection(after: 2), .destroysWindowAtOnce,
      .closesConnectionAtOnce,
    ] {
      let outcome = try await RawRequestor.ask(server, .init("DATA", manner: manner))
      #expect(outcome.isComplete && !outcome.isTerminated)
    }
    let slow = try await RawRequestor.ask(
      server,
      .init("DATA", manner: .slow(.milliseconds(5)))
    )
    #expect(slow.isTerminated && slow.byteCount == 1000)
    #expect(owner.failure == nil)
  }

  @Test func `many requestors and properties at once are kept apart`() async throws {
    let owner = try RawOwner(
      server,
      answers: [
        "A": .pieces(type: "A", .pattern(count: 50_000, seed: 1), .init(pieceSize: 1000)),
        "B": .pieces(type: "B", .pattern(count: 40_000, seed: 2), .init(pieceSize: 999)),
      ]
    )
    let requestor = RawRequestor(
      server,
      (0..<16).map {
        .init($0 % 2 == 0 ? "A" : "B", property: "P\($0 % 4)", sharedWindow: $0 / 4)
      }
    )
    for (index, outcome) in try await requestor.outcomes().enumerated() {
      let expected =
        index % 2 == 0
        ? TestBytes.pattern(count: 50_000, seed: 1) : TestBytes.pattern(count: 40_000, seed: 2)
      #expect(TestBytes.difference(outcome.bytes, expected) == nil)
    }
    #expect(owner.requests.count == 16)
  }

  @Test func `a claim's time is the script's`() throws {
    let first = try RawOwner(server, answers: [:])
    #expect(try !RawOwner(server, at: .offset(60_000), answers: [:]).owns)
    #expect(try !RawOwner(server, at: .offset(-60_000), answers: [:]).owns)
    let same = try RawOwner(server, at: .exactly(first.time), answers: [:])
    #expect(same.owns)
    #expect(eventually { first.clears.map(\.time) == [first.time] })
    try same.release()
    let window = try same.perform { peer in peer.window }
    #expect(window == same.window)
    let peer = try RawPeer(server)
    #expect(try peer.connection.owner(of: peer.atom("CLIPBOARD")) == nil)
  }

  @Test func `parameters are there before the question`() async throws {
    let owner = try RawOwner(server, answers: ["MULTIPLE": .lie])
    let words: [UInt32] = [31, 1, 31, 2]
    let outcome = try await RawRequestor.ask(
      server,
      .init("MULTIPLE", parameter: ("ATOM_PAIR", 32, packed(words)))
    )
    #expect(outcome.type == "ATOM_PAIR" && outcome.words == words)
    #expect(owner.targets == ["MULTIPLE"])
  }
}
