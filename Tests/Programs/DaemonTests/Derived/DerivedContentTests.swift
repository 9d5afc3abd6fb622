import Glibc
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Derived content", .timeLimit(.minutes(4)))
struct DerivedContentTests {
  static let ticket = #"{"key": "T-1", "title": "a <b>"}"#

  private static let ways = """
    [type.validate]
    required = ["key"]
    [[type.representation]]
    type = "public.utf8-plain-text"
    template = "{{key}}: {{title}}\\n"
    [[type.representation]]
    type = "public.html"
    template = "<p>{{title}}</p>"

    """

  private static func way(_ type: String, _ command: String) -> String {
    let escaped = command.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      [[type.representation]]
      type = "\(type)"
      command = ["sh", "-c", "\(escaped)"]

      """
  }

  private static func put(
    _ client: TestClient,
    _ representations: (type: String, text: String)...,
    sensitive: Bool = false
  ) throws {
    var request = PutRequest(
      items: [
        PutItem(representations: representations.map { .init(type: $0.type, text: $0.text) })
      ]
    )
    request.sensitive = sensitive
    _ = try client.put(request)
  }

  private static func text(_ client: TestClient, _ types: String...) throws -> String? {
    try client.get { $0.types = types }.text
  }

  @Test func `templates make what is offered last`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", Self.ticket))
      let types = try client.types()
      #expect(
        types.map(\.type) == ["com.example.ticket", "public.utf8-plain-text", "public.html"]
      )
      #expect(types.map(\.derived) == [nil, true, true])
      #expect(types.map(\.size) == [Self.ticket.utf8.count, 11, 18])
      #expect(try Self.text(client, "public.html") == "<p>a &lt;b&gt;</p>")
      #expect(try client.get().text == "T-1: a <b>\n")
      #expect(try Self.text(client, "public.json") == Self.ticket)
    }
  }

  @Test func `subtypes inherit them`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.bug", Self.ticket))
      #expect(try Self.text(client, "public.html") == "<p>a &lt;b&gt;</p>")
    }
  }

  @Test func `without its fields a template is not offered`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", #"{"key": 1, "title": null}"#))
      // The JSON still stands in for text.
      #expect(try client.types().map(\.type) == ["com.example.ticket", "public.utf8-plain-text"])
      #expect(try client.types().allSatisfy { $0.derived == nil })
    }
  }

  @Test func `what was put goes before what is derived`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", Self.ticket), ("public.plain-text", "own"))
      #expect(try client.get().text == "own")
      #expect(try client.types().map(\.derived) == [nil, nil, true])
    }
  }

  @Test func `a large payload is not read for a template`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      let fits = #"{"key": 1, "title": "x", "rest": ""# + String(repeating: "y", count: 900_000)
      try Self.put(client, ("com.example.ticket", fits + #""}"#))
      #expect(try client.get().text == "1: x\n")
      let large = fits + String(repeating: "y", count: 200_000)
      try Self.put(client, ("com.example.ticket", large + #""}"#))
      #expect(try client.types().allSatisfy { $0.derived == nil })
    }
  }

  @Test func `a command runs when it is asked, once, with the payload`() async throws {
    let ran = "/tmp/xfer-derived-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(ran) }
    let ways = Self.ways + Self.way("public.rtf", "echo x >> \(ran); tr a-z A-Z")
    let daemon = try TestDaemon(tickets: ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", Self.ticket))
      #expect(try client.types().last?.type == "public.rtf")
      #expect(try client.types().last?.size == nil)
      #expect(access(ran, F_OK) != 0)
      for _ in 0..<3 { #expect(try Self.text(client, "public.rtf") == Self.ticket.uppercased()) }
      #expect(try readFile(ran) == Array("x\n".utf8))
      #expect(try client.types().last?.size == Self.ticket.utf8.count)
    }
  }

  @Test(arguments: [
    ("echo bad >&2; exit 3", "exited with status 3: bad"),
    ("kill -9 $$", "was ended by signal 9"),
    ("printf '\\377'", "gave what does not fit: the bytes are not UTF-8"),
  ])
  func `a command that fails refuses its type only`(command: String, reason: String) async throws {
    let type = "public.comma-separated-values-text"
    let daemon = try TestDaemon(tickets: Self.ways + Self.way(type, command))
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", Self.ticket))
      let name = "sh (com.example.ticket, \(daemon.path("types/test.toml")))"
      #expect(throws: PasteboardError.peerFailed(reason: "\(type): \(name) \(reason)")) {
        try Self.text(client, type)
      }
      #expect(try Self.text(client, "public.html") == "<p>a &lt;b&gt;</p>")
    }
  }

  @Test func `of a secret nothing touches a disk and no error quotes`() async throws {
    let ways = Self.ways + Self.way("public.rtf", "cat >&2; exit 1")
    let daemon = try TestDaemon(tickets: ways)
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, ("com.example.ticket", Self.ticket), sensitive: true)
      var wish = GetRequest()
      wish.delivery = .descriptor
      let (_, descriptors) = try client.getWithDescriptors(wish)
      let file = try #require(descriptors.first)
      #expect(try file.descriptor.readToEnd(limit: 100) == Array("T-1: a <b>\n".utf8))
      let target = try #require(openDescriptors()[Int(file.number)])
      #expect(target.hasPrefix("/memfd:xfer-sensitive"))
      let name = "sh (com.example.ticket, \(daemon.path("types/test.toml")))"
      let reason = "public.rtf: \(name) exited with status 1"
      #expect(throws: PasteboardError.peerFailed(reason: reason)) {
        try Self.text(client, "public.rtf")
      }
    }
  }

  @Test func `of promised content everything is made when it is asked`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways + Self.way("public.rtf", "cat"))
    try await onThread {
      let client = try daemon.client()
      let promise = PutRepresentation(
        type: "com.example.ticket",
        command: "echo x >> ran; echo '\(Self.ticket)'"
      )
      var request = PutRequest(items: [PutItem(representations: [promise])])
      request.directory = daemon.path("")
      _ = try client.put(request)
      #expect(access(daemon.path("ran"), F_OK) != 0)
      #expect(try client.get().text == "T-1: a <b>\n")
      #expect(try Self.text(client, "public.rtf") == Self.ticket + "\n")
      #expect(try readFile(daemon.path("ran")) == Array("x\n".utf8))
    }
  }

  @Test func `what is derived from a broken promise alone is gone with it`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways + Self.way("public.rtf", "cat"))
    try await onThread {
      let client = try daemon.client()
      let promise = PutRepresentation(type: "com.example.ticket", command: "exit 1")
      let url = PutRepresentation(type: "public.url", text: "http://example.com")
      _ = try client.put(PutRequest(items: [PutItem(representations: [promise, url])]))
      #expect(try client.types().contains { $0.type == "public.rtf" })
      #expect(throws: PasteboardError.self) { try Self.text(client, "com.example.ticket") }
      #expect(try client.types().allSatisfy { $0.derived == nil })
      #expect(try client.types().first?.type == "public.url")
      let error = #expect(throws: PasteboardError.self) { try Self.text(client, "public.rtf") }
      guard case .peerFailed(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("public.rtf: ") && reason.contains("exit"))
    }
  }

  @Test func `of an entry of the history one item is had with what derives from it`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      let files = PutRepresentation(type: "public.file-url", text: "file:///a\r\nfile:///b\r\n")
      let tickets = ["1", "2"].map { title in
        PutRepresentation(type: "com.example.ticket", text: #"{"key": "T", "title": "\#(title)"}"#)
      }
      let contents = [tickets[0], files, tickets[1]]
      let put = try client.put(
        PutRequest(items: contents.map { PutItem(representations: [$0]) })
      )
      // What is current is at hand whole.
      _ = try client.put("later")
      func text(_ item: Int, _ type: String) throws -> String? {
        try client.get { ($0.entry, $0.item, $0.types) = (put.entry, item, [type]) }.text
      }
      #expect(try text(1, "public.html") == "<p>1</p>")
      #expect(try text(2, "public.file-url") == "file:///a\r\n")
      #expect(try text(3, "public.file-url") == "file:///b\r\n")
      #expect(try text(4, "public.html") == "<p>2</p>")
      for none in [.min, 0, 5, .max] {
        let error = #expect(throws: PasteboardError.self) { try text(none, "public.html") }
        guard case .invalidRequest("item", let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(reason == "there are 4 items, and no number \(none)")
      }
    }
  }

  @Test func `hidden content derives hidden content`() async throws {
    let daemon = try TestDaemon(tickets: Self.ways)
    try await onThread {
      let client = try daemon.client()
      var ticket = PutRepresentation(type: "com.example.ticket", text: Self.ticket)
      ticket.visibility = .user
      _ = try client.put(PutRequest(items: [PutItem(representations: [ticket])]))
      #expect(try client.types().map(\.visibility) == [.user, .user, .user])
    }
  }
}
