import LinuxIO
import Testing
import Wire

@testable import Daemon

/// What content is taken for when nobody said what it is.
@Suite("Types of unnamed and named content", .timeLimit(.minutes(4)))
struct GuessedTypeTests {
  private static func type(
    of content: [UInt8],
    name: String? = nil,
    encodedName: String? = nil,
    isSensitive: Bool = false
  ) throws -> String {
    let daemon = try TestDaemon()
    var representation = PutRepresentation(type: nil, text: "")
    (representation.text, representation.data) = (nil, Base64.encode(content))
    var item = PutItem(name: name, representations: [representation])
    item.encodedName = encodedName
    let client = try daemon.client()
    var request = PutRequest(items: [item])
    request.sensitive = isSensitive
    _ = try client.put(request)
    try client.call(.types, TypesRequest())
    let reply = try client.next(TypesReply.self)
    return try #require(reply.types.first).type
  }

  private static let script = Array("#!/bin/sh\nexit\n".utf8)

  @Test(arguments: [
    ("text", nil, "public.utf8-plain-text"), ("text", "a", "public.utf8-plain-text"),
    ("{\"key\": 1}", "a.json", "public.json"),
    ("{\"key\": 1}", "b.ticket", "public.utf8-plain-text"),
    ("a,b", "a.csv", "public.comma-separated-values-text"),
    ("a,b", "a.b.csv", "public.comma-separated-values-text"),
  ])
  func `text is what its name says`(text: String, name: String?, type: String) throws {
    #expect(try Self.type(of: Array(text.utf8), name: name) == type)
  }

  @Test func `bytes are what their name says, or else they themselves`() throws {
    #expect(try Self.type(of: [0, 1], name: "a.png") == "public.png")
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
    #expect(try Self.type(of: png, name: "picture") == "public.png")
    #expect(try Self.type(of: [0, 1, 0xFF], name: "a") == "public.data")
  }

  @Test(arguments: [
    ("text", "a", "public.utf8-plain-text"), ("{}", "a.json", "public.json"),
    ("a\0", "a.png", "public.png"), ("a\0", "a", "public.data"),
  ])
  func `of a secret the name tells, or else whether it is text`(
    text: String,
    name: String,
    type: String
  ) throws {
    #expect(try Self.type(of: Array(text.utf8), name: name, isSensitive: true) == type)
  }

  @Test func `a name that is no UTF-8 has an end that tells`() throws {
    #expect(try Self.type(of: Array("{}".utf8), encodedName: "%FF.json") == "public.json")
  }

  @Test(arguments: ["a.txt", "a.sh", nil])
  func `what is no text is not refused as one`(name: String?) throws {
    let type = try Self.type(of: Self.script + [0, 0xFF], name: name)
    #expect(type == "public.data")
  }

  @Test func `a name that cannot be decoded is refused, and one that is too long`() throws {
    #expect(
      throws: PasteboardError.invalidRequest(
        parameter: "encodedName",
        reason: "a % is without its digits"
      )
    ) { try Self.type(of: [1], encodedName: "%F") }
    let long = String(repeating: "%FF", count: 256)
    #expect(throws: PasteboardError.tooLarge(what: "a name", limit: 255)) {
      try Self.type(of: [1], encodedName: long)
    }
    #expect(try Self.type(of: [1], encodedName: String(long.dropLast(3))) == "public.data")
  }
}
