import Testing
import Varlink

private enum Kind: String, Codable { case text, image }

private struct Item: Codable, Equatable {
  var type: String
  var byteCount: Int?
  var kind: Kind
}

private struct Message: Codable, Equatable {
  var items: [Item]
  var isPinned: Bool?
  var ratio: Double
  var small: UInt8
  var notes: [String: Int]
  var raw: JSON
}

/// One of each kind that has a short way.
private struct Row: Codable, Equatable {
  var text: String
  var count: Int
  var share: Double
  var isFirst: Bool
  var words: [String]
  var note: String?
}

private func reading<Value: Decodable>(
  _ type: Value.Type,
  _ text: String
) throws -> Value {
  try MessageDecoder.decode(type, from: try JSON(parsing: Array(text.utf8)))
}

@Suite("Message coding")
struct MessageCodingTests {
  private let message = Message(
    items: [Item(type: "public.png", byteCount: 3, kind: .image), Item(type: "a", kind: .text)],
    isPinned: nil,
    ratio: 0.5,
    small: 255,
    notes: ["a": 1],
    raw: ["free": [1, nil]]
  )

  @Test func `a value becomes JSON without what is nil, and comes back`() throws {
    let json = try MessageEncoder.encode(message)
    #expect(
      String(decoding: json.serialized(), as: UTF8.self) == """
        {"items":[{"type":"public.png","byteCount":3,"kind":"image"},{"type":"a","kind":"text"}],\
        "ratio":0.5,"small":255,"notes":{"a":1},"raw":{"free":[1,null]}}
        """
    )
    #expect(try MessageDecoder.decode(Message.self, from: json) == message)
  }

  @Test func `null is as good as missing where an optional is asked for`() throws {
    let item = try reading(Item.self, "{\"type\":\"a\",\"byteCount\":null,\"kind\":\"text\"}")
    #expect(item == Item(type: "a", byteCount: nil, kind: .text))
  }

  @Test func `members that nobody asks for are ignored`() throws {
    #expect(
      try reading(Item.self, "{\"x\":[1],\"type\":\"a\",\"kind\":\"text\"}").type == "a"
    )
  }

  @Test(
    arguments: [
      ("[]", "", .wrongType(expected: "an object")),
      ("{}", "items", .missing),
      ("{\"items\":{}}", "items", .wrongType(expected: "an array")),
      ("{\"items\":[1]}", "items.0", .wrongType(expected: "an object")),
      ("{\"items\":[{\"type\":7}]}", "items.0.type", .wrongType(expected: "a string")),
      ("{\"items\":[{\"type\":\"a\",\"kind\":\"x\"}]}", "items.0.kind", .notAccepted),
      ("{\"items\":[{\"type\":\"a\",\"byteCount\":1e99}]}", "items.0.byteCount", .outOfRange),
      ("{\"items\":[],\"ratio\":\"1\"}", "ratio", .wrongType(expected: "a number")),
      ("{\"items\":[],\"ratio\":1,\"small\":256}", "small", .outOfRange),
      ("{\"items\":[],\"ratio\":1,\"small\":-1}", "small", .outOfRange),
      ("{\"items\":[],\"ratio\":1,\"small\":1.5}", "small", .outOfRange),
      ("{\"items\":[],\"ratio\":1,\"small\":true}", "small", .wrongType(expected: "an integer")),
      ("{\"items\":[],\"isPinned\":1}", "isPinned", .wrongType(expected: "a boolean")),
      (
        "{\"items\":[],\"ratio\":1,\"small\":1,\"notes\":{\"b\":\"\"}}", "notes.b",
        .wrongType(expected: "an integer")
      ),
    ] as [(String, String, MessageError.Problem)]
  )
  func `a wrong shape is told with its place`(
    text: String,
    path: String,
    problem: MessageError.Problem
  ) {
    #expect(throws: MessageError(problem, at: path)) { try reading(Message.self, text) }
  }

  @Test(
    arguments: [
      ("text", "1", "text", .wrongType(expected: "a string")),
      ("text", "null", "text", .wrongType(expected: "a string")),
      ("count", "true", "count", .wrongType(expected: "an integer")),
      ("count", "1.5", "count", .outOfRange),
      ("share", "\"1\"", "share", .wrongType(expected: "a number")),
      ("isFirst", "0", "isFirst", .wrongType(expected: "a boolean")),
      ("words", "{}", "words", .wrongType(expected: "an array")),
      ("words", "[\"a\",null]", "words.1", .wrongType(expected: "a string")),
      ("note", "[]", "note", .wrongType(expected: "a string")),
    ] as [(String, String, String, MessageError.Problem)]
  )
  func `what is most often read is checked like all else`(
    name: String,
    value: String,
    path: String,
    problem: MessageError.Problem
  ) throws {
    let right = "{\"text\":\"é\",\"count\":2.0,\"share\":3,\"isFirst\":true,\"words\":[]"
    let row = try reading(Row.self, right + ",\"note\":null}")
    #expect(row == Row(text: "é", count: 2, share: 3, isFirst: true, words: [], note: nil))
    #expect(throws: MessageError(problem, at: path)) {
      // Of two members of a name, the last counts.
      try reading(Row.self, right + ",\"\(name)\":\(value)}")
    }
    #expect(throws: MessageError(.missing, at: "count")) {
      try reading(Row.self, "{\"text\":\"\"}")
    }
  }

  @Test func `integers may be written as other programs do`() throws {
    #expect(try reading([Int].self, "[5.0,1e3,-0]") == [5, 1000, 0])
    #expect(try reading([Double].self, "[5,1.5]") == [5, 1.5])
  }

  @Test(arguments: [UInt64.max, UInt64(Int64.max) + 1])
  func `integers that JSON readers lose are refused`(value: UInt64) {
    #expect(throws: MessageError(.outOfRange, at: "1")) {
      try MessageEncoder.encode([1, value])
    }
  }

  @Test func `numbers that are none are refused`() {
    #expect(throws: MessageError(.outOfRange, at: "ratio")) {
      var wrong = message
      wrong.ratio = .nan
      _ = try MessageEncoder.encode(wrong)
    }
  }

  @Test func `a type without members is an empty object`() throws {
    struct Nothing: Codable {}
    #expect(try MessageEncoder.encode(Nothing()) == .object([]))
    _ = try MessageDecoder.decode(Nothing.self, from: [:])
  }

  @Test func `a large dictionary is read in time in proportion`() throws {
    let members = (0..<20_000).map { JSON.Member("key \($0)", .integer(Int64($0))) }
    let found = try MessageDecoder.decode([String: Int].self, from: .object(members))
    #expect(found.count == 20_000)
    #expect(found["key 777"] == 777)
  }

  @Test func `enumerations with values and nested classes travel`() throws {
    enum Change: Codable, Equatable {
      case added(id: Int)
      case removed
    }
    let changes: [Change] = [.added(id: 3), .removed]
    let json = try MessageEncoder.encode(changes)
    #expect(try MessageDecoder.decode([Change].self, from: json) == changes)
  }
}
