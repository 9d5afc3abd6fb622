import Desktop
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import Testing
import TestSupport
import UniformTypeIdentifiers
import XCB

@Suite("Answering later on a server", .serialized, .timeLimit(.minutes(4)))
struct DeferringTests {
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var value: Int { count.withLock { $0 } }
  }

  private static func offer(_ promises: [(UTType, Promise)]) -> SelectionOffer {
    SelectionOffer(items: [
      Item(
        representations: promises.map { type, promise in
          Representation(type: type, payload: .promised(promise))
        }
      )
    ])
  }

  private static func keep(_ promise: Promise, _ bytes: [UInt8]) {
    promise.settle(.success(.inline(bytes)))
  }

  /// Waits until somebody has asked for a promise.
  private static func isAsked(_ gate: Gate) -> Bool { eventually { gate.isOpen } }

  private static func notify(_ client: RawClient) throws -> SelectionNotify {
    try client.wait { event in
      guard case .selectionNotify(let notify) = event else { return nil }
      return notify
    }
  }

  @Test func `one that waits for a promise delays nobody`() async throws {
    let fixture = try await Fixture()
    let gate = Gate()
    let promise = Promise { _ in gate.open() }
    try await fixture.offer(Self.offer([(.html, promise), (.png, Promise { Self.keep($0, [1]) })]))
    let server = fixture.server
    try await onThread {
      let (patient, quick) = (try RawClient(server), try RawClient(server))
      #expect(!gate.isOpen)
      try patient.ask("text/html")
      #expect(Self.isAsked(gate))
      #expect(try quick.convert("image/png").property == quick.atom("PROPERTY"))
      #expect(try quick.convert("TARGETS").property == quick.atom("PROPERTY"))
      Self.keep(promise, Array("<b>".utf8))
      #expect(try Self.notify(patient).property == patient.atom("PROPERTY"))
      let value = try patient.read()
      #expect(value.type == "text/html")
      #expect(value.bytes == Array("<b>".utf8))
    }
    await fixture.close()
  }

  @Test func `a promise is made once for five readers, and each gets it`() async throws {
    let fixture = try await Fixture()
    let (gate, count) = (Gate(), Counter())
    let promise = Promise { _ in
      count.add()
      gate.open()
    }
    try await fixture.offer(Self.offer([(.utf8PlainText, promise)]))
    let server = fixture.server
    try await onThread {
      let clients = try (0..<5).map { _ in try RawClient(server) }
      for (client, target) in zip(clients, ["UTF8_STRING", "STRING", "TEXT", "text/plain", "TEXT"])
      {
        try client.ask(target)
      }
      #expect(Self.isAsked(gate))
      Self.keep(promise, Array("hello".utf8))
      for client in clients {
        #expect(try Self.notify(client).property != .none)
        #expect(try client.read().bytes == Array("hello".utf8))
      }
    }
    #expect(count.value == 1)
    await fixture.close()
  }

  @Test func `a promise that takes too long is refused, and served to the next`() async throws {
    let fixture = try await Fixture()
    let promise = Promise { _ in }
    try await fixture.offer(Self.offer([(.html, promise)]))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let begin = MonotonicTime.now
      #expect(try client.convert("text/html").property == .none)
      let waited = MonotonicTime.now - begin
      #expect(waited >= DeferredAnswers.patience && waited < .seconds(4), "\(waited)")
      Self.keep(promise, [1, 2])
      #expect(try client.convert("text/html").property != .none)
      #expect(try client.read().bytes == [1, 2])
    }
    await fixture.close()
  }

  @Test func `a broken promise refuses its target at once, and only that`() async throws {
    let fixture = try await Fixture()
    let broken = Promise { $0.settle(.failure(PayloadFailure(reason: "no"))) }
    try await fixture.offer(Self.offer([(.html, broken), (.png, Promise { Self.keep($0, [1]) })]))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let begin = MonotonicTime.now
      #expect(try client.convert("text/html").property == .none)
      #expect(MonotonicTime.now - begin < .seconds(1))
      #expect(try client.convert("image/png").property != .none)
      #expect(try client.read().bytes == [1])
      _ = try client.convert("TARGETS")
      #expect(try !client.read().words.contains(client.atom("text/html").rawValue))
    }
    await fixture.close()
  }

  @Test func `MULTIPLE is answered once, when all its promises are settled`() async throws {
    let fixture = try await Fixture()
    let (html, png, gif) = (Promise { _ in }, Promise { _ in }, Promise { _ in })
    try await fixture.offer(Self.offer([(.html, html), (.png, png), (.gif, gif)]))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      let names = ["text/html", "A", "image/png", "B", "TIMESTAMP", "C", "image/gif", "D"]
      let words = try names.map { try client.atom($0).rawValue }
      let pairs = try client.atom("PAIRS")
      try client.connection.changeProperty(
        pairs,
        of: client.window,
        type: try client.atom("ATOM_PAIR"),
        words: words
      )
      try client.ask("MULTIPLE", to: "PAIRS")
      try client.connection.sync()
      Self.keep(png, [2])
      gif.settle(.failure(PayloadFailure(reason: "no")))
      #expect(throws: TestFailure.self) {
        try client.wait(within: .milliseconds(300)) { event in
          if case .selectionNotify(let notify) = event { notify } else { nil }
        }
      }
      Self.keep(html, [1])
      #expect(try Self.notify(client).property == pairs)
      #expect(try client.read("A").bytes == [1])
      #expect(try client.read("B").bytes == [2])
      #expect(try client.read("C").type == "INTEGER")
      #expect(try client.read("PAIRS").words == words.dropLast() + [0])
    }
    await fixture.close()
  }

  @Test func `a requestor that has gone is forgotten`() async throws {
    let fixture = try await Fixture()
    let gate = Gate()
    let promise = Promise { _ in gate.open() }
    try await fixture.offer(Self.offer([(.html, promise)]))
    let server = fixture.server
    try await onThread {
      // Connected before, so that the server does not give it the other's number.
      let next = try RawClient(server)
      do {
        let client = try RawClient(server)
        try client.ask("text/html")
        #expect(Self.isAsked(gate))
      }
      Self.keep(promise, [1])
      #expect(try next.convert("text/html").property != .none)
    }
    #expect(try await fixture.desktop.owner(of: .clipboard) == .ours(1))
    await fixture.close()
  }

  @Test func `a request that waits gets what it asked for though the selection is lost`()
    async throws
  {
    let fixture = try await Fixture()
    let gate = Gate()
    let promise = Promise { _ in gate.open() }
    try await fixture.offer(Self.offer([(.html, promise)]))
    let server = fixture.server
    try await onThread {
      let (client, other) = (try RawClient(server), try RawClient(server))
      try client.ask("text/html")
      #expect(Self.isAsked(gate))
      try other.own()
      Self.keep(promise, [1, 2, 3])
      #expect(try Self.notify(client).property != .none)
      #expect(try client.read().bytes == [1, 2, 3])
    }
    await fixture.close()
  }

  @Test func `a large promise comes in pieces once it is kept`() async throws {
    let fixture = try await Fixture()
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await fixture.offer(Self.offer([(.png, Promise { Self.keep($0, content) })]))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      #expect(try client.convert("image/png").property != .none)
      #expect(try client.read().type == "INCR")
      #expect(try client.takePieces().bytes == content)
    }
    await fixture.close()
  }

  @Test func `a server that goes away is answered no more`() async throws {
    let fixture = try await Fixture()
    let gate = Gate()
    let promise = Promise { _ in gate.open() }
    try await fixture.offer(Self.offer([(.html, promise)]))
    let server = fixture.server
    try await onThread {
      let client = try RawClient(server)
      try client.ask("text/html")
      #expect(Self.isAsked(gate))
    }
    await fixture.desktop.disconnect()
    Self.keep(promise, [1])
    let second = try XServer()
    try await fixture.connect(to: second)
    try await onThread {
      let client = try RawClient(second)
      #expect(eventually { (try? client.convert("text/html").property) != Atom.none })
      #expect(try client.read().bytes == [1])
    }
    await fixture.close()
  }
}
