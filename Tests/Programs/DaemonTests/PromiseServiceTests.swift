import Glibc
import LinuxIO
import TestSupport
import Testing
import Varlink
import Wire

@testable import Daemon

/// One client that promises, as a test moves it.
struct PromisingClient {
  let client: TestClient
  let entry: String

  init(
    _ client: TestClient,
    _ representations: [PutRepresentation],
    _ change: (inout PutRequest) -> Void = { _ in }
  ) throws {
    self.client = client
    var request = PutRequest(items: [PutItem(representations: representations)])
    change(&request)
    try client.call(.put, request, more: true)
    entry = try client.next(PutReply.self).entry
  }

  func wanted() throws -> WantedContent? { try client.next(PutReply.self).wanted }

  /// What keeps a promise with a text.
  func kept(_ representation: Int, _ text: String) -> FulfilRequest {
    let wanted = WantedContent(item: 0, representation: representation)
    var request = FulfilRequest(wanted, of: entry)
    request.text = text
    return request
  }
}

extension TestClient {
  func fulfil(_ request: FulfilRequest, _ descriptors: [SharedDescriptor] = []) throws {
    try call(.fulfil, request, descriptors: descriptors)
    _ = try next(Nothing.self)
  }

  func types() throws -> [OfferedType] {
    try call(.types, TypesRequest())
    return try next(TypesReply.self).types
  }
}

@Suite("Promises of clients", .timeLimit(.minutes(4)))
struct PromiseServiceTests {
  private static let html = PutRepresentation.promise(of: "public.html")
  private static let json = PutRepresentation.promise(of: "public.json")
  private static let text = PutRepresentation(type: "public.utf8-plain-text", text: "plain")

  @Test func `a promise is asked for once, and kept for all`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.text])
      let readers = try (0..<5).map { _ in try daemon.client() }
      for reader in readers { try reader.call(.get, GetRequest(types: ["public.html"])) }
      #expect(try put.wanted() == WantedContent(item: 0, representation: 0))
      try daemon.client().fulfil(put.kept(0, "<b>"))
      for reader in readers { #expect(try reader.next(GetReply.self).text == "<b>") }
      _ = try daemon.client().put("next")
      // Nothing else was asked in between.
      #expect(try put.client.next(PutReply.self).outcome == .replaced)
    }
  }

  @Test func `what is not made yet has no size, and what is kept unasked has`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.json])
      let client = try daemon.client()
      #expect(try client.types().prefix(2).map(\.size) == [nil, nil])
      let file = SharedDescriptor(try MemoryFile.create(name: "x", content: Array("<i>".utf8)))
      var request = put.kept(0, "")
      (request.text, request.descriptor) = (nil, 0)
      try client.fulfil(request, [file])
      var second = put.kept(1, "")
      (second.text, second.data) = (nil, Base64.encode(Array("{}".utf8)))
      try client.fulfil(second)
      #expect(try client.types().prefix(2).map(\.size) == [3, 2])
      #expect(try client.get { $0.types = ["public.html"] }.text == "<i>")
      #expect(try client.get { $0.types = ["public.json"] }.text == "{}")
    }
  }

  @Test func `a fulfilment of what was not promised is refused`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.text])
      let client = try daemon.client()
      var unknown = put.kept(0, "x")
      unknown.entry = "0000000000000000"
      var far = put.kept(0, "x")
      far.item = .max
      var both = put.kept(0, "x")
      both.data = ""
      var none = put.kept(0, "x")
      none.text = nil
      for request in [unknown, far, put.kept(1, "x"), put.kept(-1, "x"), both, none] {
        #expect(throws: PasteboardError.self) { try client.fulfil(request) }
      }
      try client.fulfil(put.kept(0, "x"))
      #expect(throws: PasteboardError.self) { try client.fulfil(put.kept(0, "y")) }
      #expect(try client.get { $0.types = ["public.html"] }.text == "x")
    }
  }

  @Test func `a client that has gone takes with it what it did not fulfil`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      do {
        let put = try PromisingClient(daemon.client(), [Self.html, Self.json, Self.text])
        try client.fulfil(put.kept(1, "{}"))
        #expect(try client.types().map(\.type).contains("public.html"))
        // Whoever waits is told at once.
        try client.call(.get, GetRequest(types: ["public.html"]))
        #expect(try put.wanted() != nil)
      }
      #expect(throws: PasteboardError.self) { try client.next(GetReply.self) }
      #expect(eventually { (try? client.types().map(\.type).contains("public.html")) == false })
      #expect(try client.types().map(\.type).prefix(1) == ["public.json"])
      #expect(try client.get { $0.types = ["public.html", "public.json"] }.text == "{}")
      #expect(try client.get().text == "plain")
    }
  }

  @Test func `a promise that fails gives way to the next, and an error names all`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.json])
      let (reader, client) = (try daemon.client(), try daemon.client())
      try reader.call(.get, GetRequest(types: ["public.html", "public.json"]))
      #expect(try put.wanted()?.representation == 0)
      var broken = put.kept(0, "")
      (broken.text, broken.failure) = (nil, "no page")
      try client.fulfil(broken)
      #expect(try put.wanted()?.representation == 1)
      broken.representation = 1
      broken.failure = "no object"
      try client.fulfil(broken)
      let error = #expect(throws: PasteboardError.self) { try reader.next(GetReply.self) }
      #expect(error == .peerFailed(reason: "public.html: no page; public.json: no object"))
    }
  }

  @Test func `a late promise fails this request and serves the next`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html])
      let client = try daemon.client()
      let error = #expect(throws: PasteboardError.self) {
        try client.get { ($0.types, $0.timeout) = (["public.html"], 100) }
      }
      #expect(error == .peerTimeout(stage: "public.html: it was not made in time"))
      try client.fulfil(put.kept(0, "late"))
      #expect(try client.get { $0.types = ["public.html"] }.text == "late")
    }
  }

  @Test func `when the time is up nothing more is asked for, and what is there is served`()
    async throws
  {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.json, Self.text])
      let client = try daemon.client()
      let error = #expect(throws: PasteboardError.self) {
        try client.get { ($0.types, $0.timeout) = (["public.html", "public.json"], 100) }
      }
      guard case .peerTimeout(let stage) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(stage.hasSuffix("public.json: the time was up before it was asked for"), "\(stage)")
      let types = ["public.html", "public.json", "public.plain-text"]
      #expect(try client.get { ($0.types, $0.timeout) = (types, 100) }.text == "plain")
      _ = try client.put("next")
      #expect(try put.wanted()?.representation == 0)
      // Nothing else was wanted until the end.
      #expect(try put.client.next(PutReply.self).outcome == .replaced)
    }
  }

  @Test func `who has gone waits for no promise, and holds up nobody`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html, Self.text]) { $0.pastes = 3 }
      do {
        let reader = try daemon.client()
        var request = GetRequest(types: ["public.html"])
        request.timeout = 1_000_000
        try reader.call(.get, request)
        #expect(try put.wanted() != nil)
      }
      // Those of an entry whose pastes are counted have turns.
      #expect(try daemon.client().get().text == "plain")
    }
  }

  @Test func `what is no text is refused as one`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [.promise(of: "public.json"), Self.text])
      let client = try daemon.client()
      var request = put.kept(0, "")
      (request.text, request.data) = (nil, Base64.encode([0xFF]))
      let error = #expect(throws: PasteboardError.self) { try client.fulfil(request) }
      let reason = "the bytes are not UTF-8"
      #expect(error == .invalidPayload(type: "public.json", reason: reason, position: nil))
      #expect(try client.get { $0.types = ["public.json", "public.plain-text"] }.text == "plain")
    }
  }

  @Test func `a promise needs a stream and a type`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      var untyped = Self.html
      untyped.type = nil
      var double = Self.html
      double.text = "x"
      for (representation, more) in [(Self.html, false), (untyped, true), (double, true)] {
        let item = PutItem(representations: [representation])
        try client.call(.put, PutRequest(items: [item]), more: more)
        #expect(throws: PasteboardError.self) { try client.next(PutReply.self) }
      }
    }
  }

  @Test func `what comes back still has its client`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let put = try PromisingClient(daemon.client(), [Self.html])
      let client = try daemon.client()
      _ = try client.put("between") { ($0.pastes, $0.restore) = (1, true) }
      #expect(try client.get().text == "between")
      #expect(eventually { (try? client.types().map(\.type).contains("public.html")) == true })
      try client.call(.get, GetRequest(types: ["public.html"]))
      #expect(try put.wanted()?.representation == 0)
      try daemon.client().fulfil(put.kept(0, "back"))
      #expect(try client.next(GetReply.self).text == "back")
    }
  }

  @Test func `what nothing is left of does not come back`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      func clients() throws -> Int {
        try client.call(.status, Nothing())
        return try client.next(StatusReply.self).clients
      }
      do {
        let put = try PromisingClient(daemon.client(), [Self.html])
        _ = try client.put("between") { ($0.pastes, $0.restore) = (1, true) }
        #expect(try clients() == 2)
        withExtendedLifetime(put) {}
      }
      #expect(try eventually { try clients() == 1 })
      #expect(try client.get().text == "between")
      #expect(eventually { (try? client.types()) == nil })
    }
  }

  @Test func `types say who sees them`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      var hidden = PutRepresentation(type: "public.json", text: "{}")
      hidden.visibility = .user
      _ = try client.put(PutRequest(items: [PutItem(representations: [hidden, Self.text])]))
      #expect(try client.types().map(\.visibility) == [.user, nil])
      #expect(try client.get { $0.types = ["public.json"] }.text == "{}")
    }
  }
}
