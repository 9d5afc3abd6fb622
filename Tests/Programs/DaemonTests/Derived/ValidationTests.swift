import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Validation of payloads", .timeLimit(.minutes(4)))
struct ValidationTests {
  private static func daemon() throws -> TestDaemon {
    try TestDaemon(
      tickets: "[type.validate]\nrequired = [\"key\", \"who.name\"]",
      bugs: "[type.validate]\nrequired = [\"steps.0\"]"
    )
  }

  private static let ticket = #"{"key": 1, "who": {"name": "x"}}"#

  private static func put(_ client: TestClient, _ type: String, _ text: String) throws {
    let representation = PutRepresentation(type: type, text: text)
    _ = try client.put(PutRequest(items: [PutItem(representations: [representation])]))
  }

  private static func refusal(
    _ reason: String,
    _ position: String,
    of type: String = "com.example.ticket"
  ) -> PasteboardError {
    .invalidPayload(type: type, reason: reason, position: position)
  }

  @Test func `what lacks a field is refused with its path`() async throws {
    let daemon = try Self.daemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, "com.example.ticket", Self.ticket)
      #expect(throws: Self.refusal("a required field is missing", "who.name")) {
        try Self.put(client, "com.example.ticket", #"{"key": 1, "who": {}}"#)
      }
      #expect(throws: Self.refusal("not JSON: it ends too early", "byte 7")) {
        try Self.put(client, "com.example.ticket", #"{"key":"#)
      }
      #expect(throws: Self.refusal("more than 64 arrays and objects are in each other", "byte 64"))
      {
        try Self.put(client, "com.example.ticket", String(repeating: "[", count: 100))
      }
      // What was there before still is.
      #expect(try client.get { $0.types = ["public.json"] }.text == Self.ticket)
      try Self.put(client, "public.json", "{")
    }
  }

  @Test func `a subtype must have what its supertype requires`() async throws {
    let daemon = try Self.daemon()
    try await onThread {
      let client = try daemon.client()
      #expect(
        throws: Self.refusal("a required field is missing", "steps.0", of: "com.example.bug")
      ) { try Self.put(client, "com.example.bug", Self.ticket) }
      #expect(throws: Self.refusal("a required field is missing", "key", of: "com.example.bug")) {
        try Self.put(client, "com.example.bug", #"{"steps": [1]}"#)
      }
    }
  }

  @Test func `a large payload is checked in pieces`() async throws {
    let daemon = try Self.daemon()
    try await onThread {
      let client = try daemon.client()
      let filler = String(repeating: #"{"a": [1, "b"]}, "#, count: 100_000)
      let large = #"{"rest": [\#(filler) 0], "key": 1, "who": {"name": "x"}}"#
      let request = { (text: String) throws -> PutReply in
        let file = try MemoryFile.create(name: "large", content: Array(text.utf8))
        let representation = PutRepresentation(type: "com.example.ticket", descriptor: 0)
        return try client.put(
          PutRequest(items: [PutItem(representations: [representation])]),
          [SharedDescriptor(file)]
        )
      }
      _ = try request(large)
      #expect(throws: Self.refusal("not JSON: it ends too early", "byte \(large.utf8.count - 1)")) {
        _ = try request(String(large.dropLast()))
      }
    }
  }

  @Test func `what is too large to be checked is not read`() async throws {
    let daemon = try Self.daemon()
    try await onThread {
      let client = try daemon.client()
      let file = SharedDescriptor(try MemoryFile.create(name: "large"))
      try file.descriptor.truncate(to: 256 << 20)
      let representation = PutRepresentation(type: "com.example.ticket", descriptor: 0)
      let request = PutRequest(items: [PutItem(representations: [representation])])
      let what = "checked content of com.example.ticket"
      #expect(throws: PasteboardError.tooLarge(what: what, limit: 64 << 20)) {
        _ = try client.put(request, [file])
      }
      // The little that is looked at before anything is known of the file.
      #expect(try file.descriptor.offset <= 16 * 1024)
      // The rest of a file that was read in part is all that counts.
      let rest = Array(#"{"key": 1, "who": {"name": "x"}}"#.utf8)
      _ = try rest.withUnsafeBytes { try file.descriptor.pwrite($0, at: 255 << 20) }
      try file.descriptor.truncate(to: (255 << 20) + rest.count)
      try file.descriptor.seek(to: 255 << 20)
      _ = try client.put(request, [file])
    }
  }

  @Test func `content that is made later is checked when it is made`() async throws {
    let daemon = try Self.daemon()
    try await onThread {
      let client = try daemon.client()
      let promise = PutRepresentation(type: "com.example.ticket", command: "echo '{}'")
      _ = try client.put(PutRequest(items: [PutItem(representations: [promise])]))
      let error = #expect(throws: PasteboardError.self) {
        try client.get { $0.types = ["com.example.ticket"] }
      }
      guard case .peerFailed(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("a required field is missing"), "\(reason)")
    }
  }
}
