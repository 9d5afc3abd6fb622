import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("History, without a display", .timeLimit(.minutes(4)))
struct HistoryServiceTests {
  let daemon: TestDaemon

  init() throws { daemon = try TestDaemon() }

  private func put(
    _ client: TestClient,
    _ text: String,
    on board: String = "b",
    _ change: (inout PutRequest) -> Void = { _ in }
  ) throws -> String {
    var request = request(text, on: board)
    change(&request)
    return try client.ask(.put, request, as: PutReply.self).entry
  }

  private func request(_ text: String, on board: String = "b") -> PutRequest {
    let content = PutRepresentation(type: "public.utf8-plain-text", text: text)
    return PutRequest(items: [PutItem(representations: [content])], board: board)
  }

  private func titles(_ client: TestClient, on board: String = "b") throws -> [String] {
    try client.ask(.list, ListRequest(board: board), as: ListReply.self).entries.map(\.title)
  }

  private func current(_ client: TestClient, on board: String = "b") throws -> String? {
    var request = GetRequest(board: board)
    request.delivery = .inline
    return try? client.ask(.get, request, as: GetReply.self).text
  }

  private func holder(_ client: TestClient) throws -> Holder? {
    let boards = try client.ask(.boards, Nothing(), as: BoardsReply.self).boards
    return boards.first { $0.board == "b" }?.holder
  }

  private func clearHistory(_ client: TestClient) throws -> Int {
    var request = ClearRequest(board: "b")
    request.history = true
    return try client.ask(.clear, request, as: ClearReply.self).removed
  }

  private func removeBoard(_ client: TestClient) -> Bool {
    // Something may be put there at the moment, which is refused.
    (try? client.ask(.removeBoard, RemoveBoardRequest(board: "b"), as: Nothing.self)) != nil
  }

  @Test func `what is put while history is cleared is kept`() async throws {
    for round in 0..<60 {
      // Three at the same moment, over connections of their own.
      async let first = put(try daemon.client(), "before \(round)")
      async let cleared = clearHistory(try daemon.client())
      async let second = put(try daemon.client(), "after \(round)")
      _ = try await (first, cleared, second)
      let client = try daemon.client()
      guard let offered = try current(client) else { continue }
      #expect(try titles(client).contains(offered))
    }
  }

  @Test func `what is put while its board is removed is kept`() async throws {
    for round in 0..<60 {
      _ = try put(try daemon.client(), "old \(round)")
      async let removed = removeBoard(try daemon.client())
      async let entry = put(try daemon.client(), "new \(round)")
      let found = try await (removed, entry)
      let client = try daemon.client()
      let list = try? client.ask(.list, ListRequest(board: "b"), as: ListReply.self)
      // Either the put came first and went with the board, or it is there; never offered and not kept.
      if let offered = try current(client) {
        #expect(list?.entries.first?.title == offered, "\(found)")
      }
    }
  }

  @Test func `what is put while another entry is restored is the newest if a paste gets it`() throws
  {
    let old = try put(try daemon.client(), "old")
    let clients = try (0..<6).map { _ in try daemon.client() }
    for round in 0..<20 {
      // All at one moment: each put is stored while the restores have their turns.
      for (number, client) in clients.enumerated() {
        if number % 2 == 0 {
          try client.call(.restore, RestoreRequest(entry: old))
        } else {
          try client.call(.put, request("\(number) of \(round)"))
        }
      }
      for (number, client) in clients.enumerated() {
        if number % 2 == 0 {
          _ = try client.next(RestoreReply.self)
        } else {
          _ = try client.next(PutReply.self)
        }
      }
      // What the store has on top is what a start offers.
      #expect(try titles(clients[0]).first == current(clients[0]))
    }
  }

  @Test func `what was removed does not come back when what replaced it ends`() throws {
    let client = try daemon.client()
    let first = try put(client, "first")
    let second = try put(client, "second") { ($0.pastes, $0.restore) = (1, true) }
    _ = try client.ask(.remove, RemoveRequest(entries: [first]), as: EntriesReply.self)
    #expect(try current(client) == "second")
    // That was its only paste, and ends it.
    #expect(try eventually { try holder(client) == .nobody })
    #expect(try current(client) == nil)
    #expect(try titles(client) == [])
    #expect(second != first)
  }

  @Test func `what was kept comes back as itself`() throws {
    let client = try daemon.client()
    let first = try put(client, "first")
    _ = try put(client, "second") { ($0.pastes, $0.restore) = (1, true) }
    #expect(try current(client) == "second")
    #expect(try eventually { try current(client) == "first" })
    let list = try client.ask(.list, ListRequest(board: "b"), as: ListReply.self)
    #expect(list.entries.map(\.entry) == [first])
  }

  @Test func `a copy below a secret leaves it where it is`() throws {
    let client = try daemon.client()
    let entry = try put(client, "open", on: "a")
    _ = try put(client, "secret") { $0.sensitive = true }
    var copy = ArrangeRequest(entries: [entry], to: "b")
    copy.last = true
    _ = try client.ask(.copy, copy, as: ArrangeReply.self)
    #expect(try current(client) == "secret")
    copy.last = nil
    _ = try client.ask(.copy, copy, as: ArrangeReply.self)
    #expect(try current(client) == "open")
  }

  @Test func `a board on which only a secret was put is one`() throws {
    let client = try daemon.client()
    _ = try put(client, "secret") { $0.sensitive = true }
    #expect(try titles(client) == [])
    #expect(removeBoard(client))
    #expect(try current(client) == nil)
    try client.call(.list, ListRequest(board: "b"))
    #expect(throws: (any Error).self) { try client.next(ListReply.self) }
  }

  @Test func `what is old goes by itself, whatever ends later`() throws {
    var configuration = Configuration()
    configuration.history.age = .seconds(2)
    let daemon = try TestDaemon(configuration: configuration)
    let client = try daemon.client()
    _ = try put(client, "a") { $0.expire = 3_600_000 }
    _ = try put(client, "b")
    _ = try put(client, "c")
    #expect(try eventually { try titles(client) == ["c"] })
  }

  @Test func `what is old goes when it is pinned no more`() throws {
    var configuration = Configuration()
    configuration.history.age = .milliseconds(1)
    let daemon = try TestDaemon(configuration: configuration)
    let client = try daemon.client()
    let old = try put(client, "old") { $0.pinned = true }
    _ = try put(client, "new")
    #expect(try titles(client) == ["new", "old"])
    _ = try client.ask(.pin, PinRequest(entries: [old], pinned: false), as: EntriesReply.self)
    #expect(try eventually { try titles(client) == ["new"] })
  }

  @Test func `what is old goes when something else is restored`() throws {
    var configuration = Configuration()
    configuration.history.age = .milliseconds(1)
    let daemon = try TestDaemon(configuration: configuration)
    let client = try daemon.client()
    let other = try put(client, "other") { $0.pinned = true }
    _ = try put(client, "old")
    _ = try client.ask(.restore, RestoreRequest(entry: other), as: RestoreReply.self)
    #expect(try eventually { try titles(client) == ["other"] })
  }

  @Test func `what would take others their turn is refused`() throws {
    let client = try daemon.client()
    let entry = try put(client, "a")
    let tags = Array(repeating: "t", count: 257)
    var lists = [ListRequest(board: "b"), ListRequest(board: "b"), ListRequest(board: "b")]
    lists[0].tags = tags
    lists[1].search = String(repeating: "x", count: 100_000)
    lists[2].regex = lists[1].search
    for list in lists {
      #expect { try client.ask(.list, list, as: ListReply.self) } throws: { $0.isTooLarge }
    }
    for (add, remove) in [(tags, []), ([], tags)] {
      let request = TagRequest(entries: [entry], add: add, remove: remove)
      #expect { try client.ask(.tag, request, as: EntriesReply.self) } throws: { $0.isTooLarge }
    }
  }

  @Test func `a clear says how many went`() throws {
    let client = try daemon.client()
    let entry = try put(client, "a")
    _ = try client.ask(.pin, PinRequest(entries: [entry], pinned: true), as: EntriesReply.self)
    #expect(try client.ask(.clear, ClearRequest(board: "b"), as: ClearReply.self).removed == 0)
    #expect(try titles(client) == ["a"])
    _ = try put(client, "b")
    #expect(try client.ask(.clear, ClearRequest(board: "b"), as: ClearReply.self).removed == 1)
    #expect(try current(client) == nil)
  }
}

extension Error {
  fileprivate var isTooLarge: Bool {
    if case PasteboardError.tooLarge? = self as? PasteboardError { true } else { false }
  }
}

extension TestClient {
  /// Calls a method and waits for its answer.
  fileprivate func ask<Reply: Decodable>(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable,
    as type: Reply.Type
  ) throws -> Reply {
    try call(method, request)
    return try next(type)
  }
}
