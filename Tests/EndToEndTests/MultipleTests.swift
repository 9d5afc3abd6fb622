import Testing
internal import XCB

/// MULTIPLE: many targets in one question.
@Suite("MULTIPLE", .watchingOnAndOff)
struct MultipleTests {
  /// Asks for pairs of a target and a property; the answer and the list as it was written back.
  private func ask(
    _ client: XClient,
    _ pairs: [(String, String?)],
    type: String = "ATOM_PAIR",
    extra: [UInt32] = []
  ) throws -> (property: String, list: [String]) {
    let words = try pairs.flatMap { target, property -> [UInt32] in
      [try client.atom(target).rawValue, try property.map { try client.atom($0).rawValue } ?? 0]
    }
    try client.set("_LIST", type: type, format: 32, packed(words + extra))
    try client.ask("MULTIPLE", into: "_LIST")
    guard let notify = try client.answer() else { throw HarnessError("no answer") }
    let list = try client.value(of: "_LIST")?.bytes ?? []
    return (
      try client.name(notify.property),
      try unpacked(list).map { try client.name(Atom(rawValue: $0)) }
    )
  }

  @Test func `good pairs are written, bad ones marked, order kept (x11 16)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    let answer = try ask(client, [("UTF8_STRING", "_A"), ("FOO", "_B"), ("TIMESTAMP", "_C")])
    #expect(answer.property == "_LIST")
    #expect(answer.list == ["UTF8_STRING", "_A", "FOO", "None", "TIMESTAMP", "_C"])
    #expect(try client.value(of: "_A")?.text == "text")
    #expect(try client.value(of: "_B") == nil)
    #expect(try client.value(of: "_C")?.type == "INTEGER")
    #expect(try client.answer(within: .milliseconds(200)) == nil, "one answer for all")
  }

  @Test func `odd lists are served as far as they go (x11 17)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    #expect(try ask(client, [("UTF8_STRING", "_A")], type: "ATOM").property == "_LIST")
    #expect(try client.value(of: "_A", delete: true)?.text == "text")
    let odd = try ask(client, [("UTF8_STRING", "_A")], extra: [client.atom("STRING").rawValue])
    #expect(odd.property == "_LIST")
    #expect(try client.value(of: "_A", delete: true)?.text == "text")
    #expect(try ask(client, []).property == "_LIST")
    let nested = try ask(client, [("MULTIPLE", "_A"), ("UTF8_STRING", "_B"), ("STRING", nil)])
    #expect(nested.list == ["MULTIPLE", "None", "UTF8_STRING", "_B", "STRING", "None"])
    try session.verifyAlive()
  }

  @Test func `no list, no property and far too many pairs harm nobody (x11 17)`() throws {
    let session = try Session()
    try session.put("text")
    let client = try XClient(in: session)
    try client.ask("MULTIPLE", into: nil)
    #expect(try client.answer()?.property == Atom.none)
    try client.ask("MULTIPLE", into: "_MISSING")
    let missing = try #require(try client.answer())
    #expect(try client.name(missing.property) == "None")
    try client.set("_LIST", type: "ATOM_PAIR", format: 8, [1, 2, 3])
    try client.ask("MULTIPLE", into: "_LIST")
    let unreadable = try #require(try client.answer())
    #expect(try client.name(unreadable.property) == "None")
    let pairs = (0..<300).map { ("UTF8_STRING", "_P\($0)") as (String, String?) }
    let answer = try ask(client, pairs)
    #expect(answer.property == "None" || answer.list.count == 600)
    if answer.property != "None" { #expect(try client.value(of: "_P0")?.text == "text") }
    try session.verifyAlive()
  }

  @Test func `large pairs come by INCR, each on its own property`() throws {
    let session = try Session()
    let text = Samples.text(1_000_000)
    try session.put(text)
    let client = try XClient(in: session)
    let answer = try ask(client, [("UTF8_STRING", "_A"), ("text/plain", "_B")])
    #expect(answer.property == "_LIST")
    #expect(try client.value(of: "_A")?.type == "INCR")
    try expect(client.finish("_B")?.bytes, is: text)
    try expect(client.finish("_A")?.bytes, is: text)
    try session.verifyAlive()
  }
}
