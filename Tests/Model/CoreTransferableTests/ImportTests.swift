import CoreTransferable
import Testing
import UniformTypeIdentifiers

private struct Ticket: Codable, Equatable, Transferable {
  struct Field: Codable, Equatable {
    var key: String
    var weight: Int?
  }

  var tickets: [Field]
  var owners: [String: Field]?

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
  }
}

/// Notes which of its importers ran.
private struct Traced: Transferable {
  struct Refused: Error {}

  var importer: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .json) { data in
      guard data.first == UInt8(ascii: "{") else { throw Refused() }
      return Traced(importer: "json")
    }
    FileRepresentation(importedContentType: .png) { received in
      guard try Data(contentsOf: received.file).first == 0x89 else { throw Refused() }
      return Traced(importer: "png")
    }
    DataRepresentation(importedContentType: .text) { data in
      guard !data.isEmpty else { throw Refused() }
      return Traced(importer: "text")
    }
  }
}

/// A model that is as deep as its JSON.
private final class Nested: Codable, Transferable {
  let inner: Nested?

  init(inner: Nested?) { self.inner = inner }

  var depth: Int { (inner?.depth ?? 0) + 1 }

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
  }
}

@Suite("Import", .timeLimit(.minutes(4))) struct ImportTests {
  @Test(arguments: [
    (#"{"tickets":[{"key":"a"},{"key":"a"},{"key":"a"},{}]}"#, "tickets.3.key", "is missing"),
    (#"{"tickets":[{"key":17}]}"#, "tickets.0.key", "is not of type String"),
    (#"{"tickets":[{"key":null}]}"#, "tickets.0.key", "is null, not of type String"),
    // Foundation's decoder does not say where a number is that does not fit.
    (#"{"tickets":[{"key":"a","weight":1.5}]}"#, "", "cannot be decoded; it has 38 bytes"),
    (#"{"tickets":{"a":1}}"#, "tickets", ""),
    (#"{}"#, "tickets", "is missing"),
    (#"{"tickets":[],"owners":{"x":{}}}"#, "owners.x.key", "is missing"),
    (#"{"tickets":[{"key":"hunter2}]}"#, "", "cannot be decoded; it has 30 bytes"),
    (#"["#, "", "cannot be decoded; it has 1 byte"), ("", "", "cannot be decoded; it has 0 bytes"),
    ("null", "", ""), ("\u{0}\u{1}", "", "cannot be decoded; it has 2 bytes"),
  ])
  func `what is wrong is found by its path`(json: String, at path: String, why: String) async throws
  {
    let error = await #expect(throws: TransferError.self) {
      try await Ticket(importing: Data(json.utf8), contentType: .json)
    }
    guard case .invalid(let type, let found, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(type == .json)
    #expect(found == path)
    #expect(why.isEmpty || reason == why)
    #expect(!"\(try #require(error))".contains("hunter2"))
  }

  @Test(arguments: [
    ("{", UTType.json, "json"), ("x", .json, "text"), ("x", .html, "text"),
    ("\u{89}", .utf8PlainText, "text"),
    ("{", nil, "json"), ("x", nil, "text"),
  ])
  func `importers are tried in their order`(
    content: String,
    type: UTType?,
    expected: String
  ) async throws {
    let value = try await Traced(importing: Data(content.utf8), contentType: type)
    #expect(value.importer == expected)
  }

  @Test func `an importer that wants a file has one of bytes, too`() async throws {
    #expect(try await Traced(importing: Data([0x89]), contentType: .png).importer == "png")
  }

  @Test func `what no importer takes is an error that names it`() async throws {
    let error = await #expect(throws: TransferError.self) {
      try await Traced(importing: Data([0x89]), contentType: .zip)
    }
    #expect(error?.description == "Traced cannot be made from public.zip-archive")
  }

  @Test func `if all importers fail the error names each`() async throws {
    let error = await #expect(throws: TransferError.self) {
      try await Traced(importing: Data(), contentType: nil)
    }
    let text = "\(try #require(error))"
    for part in ["public.json: Refused", "public.png: Refused", "public.text: Refused"] {
      #expect(text.contains(part))
    }
  }

  @Test(arguments: [
    ("a.png", "\u{89}", nil, "text"), ("a.json", "{", nil, "json"), ("a.PNG", "x", nil, "text"),
    ("a", "{", nil, "json"), ("a.zip", "x", nil, "text"), ("a.png", "{", UTType.json, "json"),
  ])
  func `a file says by its name what it is, and is tried as all else after that`(
    name: String,
    content: String,
    type: UTType?,
    expected: String
  ) async throws {
    let scratch = try Scratch()
    let file = try scratch.file(name, Data(content.utf8))
    #expect(try await Traced(importing: file, contentType: type).importer == expected)
    #expect(try Data(contentsOf: file) == Data(content.utf8))
  }

  @Test func `a file that is not there, or is none, is an error`() async throws {
    let scratch = try Scratch()
    for url in [scratch.url, scratch.url.appending(component: "none.json")] {
      await #expect(throws: (any Error).self) {
        try await Ticket(importing: url, contentType: .json)
      }
    }
    await #expect(throws: (any Error).self) {
      try await Ticket(importing: URL(filePath: "/dev/zero"), contentType: .json)
    }
  }

  @Test func `JSON that is 100 levels deep is read, and without end is refused`() async throws {
    func json(_ depth: Int) -> Data {
      let opening = String(repeating: #"{"inner":"#, count: depth)
      return Data((opening + "{}" + String(repeating: "}", count: depth)).utf8)
    }
    #expect(try await Nested(importing: json(100), contentType: .json).depth == 101)
    await #expect(throws: TransferError.self) {
      try await Nested(importing: json(100_000), contentType: .json)
    }
  }
}
