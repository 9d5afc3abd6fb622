import LinuxIO
import TestSupport
import Testing
import Varlink
import Wire

@testable import Daemon

/// What is had item by item over one connection is one paste of an entry that counts them.
@Suite("Pastes item by item", .timeLimit(.minutes(4)))
struct ItemPasteTests {
  private static func items(_ texts: String..., pastes: Int = 1) -> PutRequest {
    var request = PutRequest(
      items: texts.map { PutItem(representations: [PutRepresentation(type: nil, text: $0)]) }
    )
    request.pastes = pastes
    return request
  }

  private static func daemon(
    _ change: (inout Configuration.Timeouts) -> Void
  ) throws -> TestDaemon {
    var configuration = Configuration()
    change(&configuration.timeouts)
    return try TestDaemon(configuration: configuration)
  }

  /// Waits until the daemon has seen a time pass.
  private static func wait(milliseconds: Int, for client: TestClient) throws {
    func isThere() throws -> Bool {
      try client.call(.boards, Nothing())
      return try client.next(BoardsReply.self).boards.contains {
        $0.board == "clock" && $0.entry != nil
      }
    }
    _ = try client.put("tick") { ($0.board, $0.expire) = ("clock", milliseconds) }
    #expect(try eventually { try !isThere() })
  }

  @Test
  func `all items that one client gets are one paste`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let (client, other) = (try daemon.client(), try daemon.client())
      _ = try client.put(Self.items("a", "b", "c"))
      #expect(try client.get { $0.item = 1 }.text == "a")
      #expect(throws: PasteboardError.empty(board: "clipboard")) { try other.get { $0.item = 2 } }
      #expect(throws: PasteboardError.empty(board: "clipboard")) { try client.get() }
      #expect(throws: PasteboardError.self) { try client.get { ($0.item, $0.types) = (3, ["x"]) } }
      #expect(try client.get { $0.item = 3 }.text == "c")
      #expect(try client.get { $0.item = 2 }.text == "b")
      #expect(eventually { (try? client.get { $0.item = 1 }) == nil })
    }
  }

  @Test
  func `such a paste ends with its client`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      var request = Self.items("a", "b")
      _ = try daemon.client().put("before")
      request.restore = true
      _ = try daemon.client().put(request)
      #expect(try daemon.client().get { $0.item = 1 }.text == "a")
      #expect(eventually { (try? daemon.client().get())?.text == "before" })
    }
  }

  @Test
  func `such pastes are counted, and so is the whole`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let (client, other) = (try daemon.client(), try daemon.client())
      _ = try client.put(Self.items("a", "b", pastes: 3))
      for item in [1, 2] { _ = try client.get { $0.item = item } }
      #expect(try client.get().text == "a\nb")
      for item in [2, 1] { _ = try other.get { $0.item = item } }
      #expect(eventually { (try? client.get()) == nil })
    }
  }

  @Test
  func `clients at the same time do not disturb each other`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let clients = [try daemon.client(), try daemon.client()]
      _ = try clients[0].put(Self.items("a", "b", "c", pastes: 3))
      for (item, text) in [(1, "a"), (2, "b")] {
        for client in clients { #expect(try client.get { $0.item = item }.text == text) }
      }
      // Also the last one, of the whole, ends nobody's.
      #expect(try daemon.client().get().text == "a\nb\nc")
      #expect(throws: PasteboardError.empty(board: "clipboard")) { try daemon.client().get() }
      for client in clients { #expect(try client.get { $0.item = 3 }.text == "c") }
      #expect(eventually { (try? clients[0].types()) == nil })
    }
  }

  @Test
  func `a client has the time of an owner for the next item, and no more`() async throws {
    let daemon = try Self.daemon { $0.firstData = .milliseconds(50) }
    try await onThread {
      let client = try daemon.client()
      _ = try client.put(Self.items("a", "b"))
      #expect(try client.get { $0.item = 1 }.text == "a")
      try Self.wait(milliseconds: 200, for: daemon.client())
      #expect(try client.get { $0.item = 2 }.text == "b")
    }
    let short = try Self.daemon { $0.ownerIdle = .milliseconds(50) }
    try await onThread {
      let (client, other) = (try short.client(), try short.client())
      _ = try client.put(Self.items("a", "b"))
      #expect(try client.get { $0.item = 1 }.text == "a")
      #expect(eventually { (try? other.types()) == nil })
    }
  }

  @Test
  func `a paste that is over ends no later entry`() async throws {
    let daemon = try Self.daemon { $0.ownerIdle = .milliseconds(300) }
    try await onThread {
      let client = try daemon.client()
      _ = try client.put(Self.items("a", "b"))
      #expect(try client.get { $0.item = 1 }.text == "a")
      // What comes now has the time that is usual.
      try client.call(.reload, Nothing())
      _ = try client.next(Nothing.self)
      _ = try client.put(Self.items("c", "d"))
      #expect(try client.get { $0.item = 1 }.text == "c")
      try Self.wait(milliseconds: 300, for: daemon.client())
      #expect(try client.get { $0.item = 2 }.text == "d")
    }
  }

  @Test
  func `who goes in the middle of a get holds up no end`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      let items = [
        PutItem(representations: [PutRepresentation(type: nil, text: "a")]),
        PutItem(representations: [.promise(of: "public.png")]),
      ]
      var request = PutRequest(items: items)
      request.pastes = 2
      try client.call(.put, request, more: true)
      _ = try client.next(PutReply.self)
      do {
        let reader = try daemon.client()
        #expect(try reader.get { $0.item = 1 }.text == "a")
        var wish = GetRequest(types: ["public.png"])
        wish.item = 2
        try reader.call(.get, wish)
        #expect(try client.next(PutReply.self).wanted?.item == 1)
      }
      let last = try daemon.client()
      #expect(try last.get().text == "a")
      #expect(eventually { (try? last.types()) == nil })
    }
  }
}
