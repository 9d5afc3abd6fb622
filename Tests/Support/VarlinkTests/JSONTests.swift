import Testing
import Varlink

@Suite("JSON")
struct JSONTests {
  @Test(
    arguments: [
      ("null", JSON.null), (" true ", true), ("false", false), ("0", 0), ("-7", -7),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("-0", .number(-0.0)),
      ("1.5", 1.5), ("1e3", .number(1000)), ("-2.5E-1", -0.25), ("1E+2", .number(100)),
      ("123456789012345678901234567890", .number(1.2345678901234568e29)),
      ("\"\"", ""), ("\"a\\\"b\\\\c\\/d\"", "a\"b\\c/d"),
      ("\"\\b\\f\\n\\r\\t\"", "\u{8}\u{c}\n\r\t"),
      ("\"\\u0041\\u00e9\\u20AC\"", "Aé€"), ("\"\\ud83d\\uDE00\"", "😀"), ("\"\\u0000\"", "\0"),
      ("\"Zoë €😀\"", "Zoë €😀"), ("\"\u{7f}\"", "\u{7f}"), ("[]", []), ("{}", .object([])),
      ("[ 1 , [ ] , { } ]", [1, [], .object([])]),
      ("{\"a\":1,\"b\":[null]}", ["a": 1, "b": [nil]]),
      ("{\"a\":1,\"b\":2,\"a\":3}", ["a": 3, "b": 2]), ("\t\r\n 1\n", 1),
    ] as [(String, JSON)]
  )
  func `what is JSON is read`(text: String, value: JSON) throws {
    #expect(try JSON(parsing: Array(text.utf8)) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
      ("nulL", .unexpectedByte, 3), ("True", .unexpectedByte, 0), ("1 2", .trailingBytes, 2),
      ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3), ("[", .unexpectedEnd, 1),
      ("[1", .unexpectedEnd, 2), ("]", .unexpectedByte, 0), ("{", .unexpectedEnd, 1),
      ("{a:1}", .unexpectedByte, 1), ("{\"a\"}", .unexpectedByte, 4),
      ("{\"a\":}", .unexpectedByte, 5),
      ("{\"a\":1,}", .unexpectedByte, 7), ("{1:2}", .unexpectedByte, 1),
      ("[1}", .unexpectedByte, 2),
      ("-", .unexpectedEnd, 1), ("01", .invalidNumber, 0), ("-01", .invalidNumber, 1),
      ("1.", .unexpectedEnd, 2), ("1.x", .invalidNumber, 2), (".5", .unexpectedByte, 0),
      ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("+1", .unexpectedByte, 0),
      ("1e999", .numberOutOfRange, 0), ("0x10", .trailingBytes, 1), ("NaN", .unexpectedByte, 0),
      ("--1", .invalidNumber, 1), ("\"", .unexpectedEnd, 1), ("\"abc", .unexpectedEnd, 4),
      ("\"\\", .unexpectedEnd, 2), ("\"\\x\"", .invalidEscape, 2), ("\"\\u12", .unexpectedEnd, 5),
      ("\"\\u12g4\"", .invalidEscape, 5), ("\"\\ud800\"", .loneSurrogate, 3),
      ("\"\\ud800\\n\"", .loneSurrogate, 3), ("\"\\ud800\\u0041\"", .loneSurrogate, 3),
      ("\"\\udc00\\ud800\"", .loneSurrogate, 3), ("\"a\nb\"", .controlCharacter, 2),
      ("\"\\n\u{1f}\"", .controlCharacter, 3), ("'a'", .unexpectedByte, 0),
      ("//", .unexpectedByte, 0),
      ("\u{feff}1", .unexpectedByte, 0), ("1\0", .trailingBytes, 1),
    ] as [(String, JSONError.Reason, Int)]
  )
  func `what is not JSON is refused, with the place`(
    text: String,
    reason: JSONError.Reason,
    offset: Int
  ) {
    #expect(throws: JSONError(reason, at: offset)) {
      try JSON(parsing: Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      [0xff], [0xc0, 0x80], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80],
      [0xe2, 0x82], [0xf8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func `a string that is not UTF-8 is refused, also beside escapes`(bytes: [UInt8]) {
    let error = JSONError(.invalidUTF8, at: 1)
    #expect(throws: error) { try JSON(parsing: [0x22] + bytes + [0x22]) }
    #expect(throws: error) { try JSON(parsing: Array("\"\\n".utf8) + bytes + Array("\\n\"".utf8)) }
  }

  @Test(arguments: [
    ("{\"a\":", "not JSON: it ends too early, at byte 5"),
    ("1 2", "not JSON: there is more behind the value, at byte 2"),
  ])
  func `an error says in words what is wrong, and where`(text: String, expected: String) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8)) }
    #expect(error?.description == expected)
  }

  @Test func `64 levels are read, 65 are not`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: 0x5b, count: depth) + [UInt8](repeating: 0x5d, count: depth)
    }
    _ = try JSON(parsing: nested(64))
    #expect(throws: JSONError(.tooDeep, at: 64)) { try JSON(parsing: nested(65)) }
    #expect(throws: JSONError(.tooDeep, at: 64)) {
      try JSON(parsing: [UInt8](repeating: 0x5b, count: 1_000_000))
    }
    #expect(throws: JSONError.self) {
      try JSON(parsing: Array(String(repeating: "{\"a\":", count: 100_000).utf8))
    }
  }

  @Test func `more values than the caller takes are refused`() throws {
    let bytes = Array("[0,[1],{\"a\":2}]".utf8)
    _ = try JSON(parsing: bytes, valueLimit: 6)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes, valueLimit: 5) }
    #expect(error?.reason == .tooManyValues)
    #expect(error?.isLimit == true)
  }

  @Test func `a number as long as a book is refused`() {
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: [UInt8](repeating: 0x31, count: 100_000))
    }
    #expect(error?.reason == .numberOutOfRange)
  }

  @Test(
    arguments: [
      (JSON.null, "null"), (true, "true"), (-5, "-5"), (.integer(.min), "-9223372036854775808"),
      (1.5, "1.5"), (.number(1e300), "1e+300"), (.number(.infinity), "null"),
      (.number(.nan), "null"),
      ("a\"b\\c/d", "\"a\\\"b\\\\c/d\""), ("\n\r\t\0\u{1f}", "\"\\n\\r\\t\\u0000\\u001f\""),
      ("€😀\u{7f}", "\"€😀\u{7f}\""), ([1, "a", []], "[1,\"a\",[]]"),
      (["z": 1, "a": [:]], "{\"z\":1,\"a\":{}}"),
    ] as [(JSON, String)]
  )
  func `it is written short and in the order given`(value: JSON, text: String) {
    #expect(String(decoding: value.serialized(), as: UTF8.self) == text)
  }

  @Test func `names that only look alike are different`() throws {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    let value: JSON = [composed: 1, decomposed: 2]
    #expect(value[composed] == 1)
    #expect(value[decomposed] == 2)
    #expect(JSON.string(composed) != JSON.string(decomposed))
    #expect(try JSON(parsing: value.serialized()) == value)
    // As in a large object, which is looked up otherwise.
    let many = (0..<40).map { JSON.Member("\($0)", 0) } + (value.objectValue ?? [])
    #expect(try JSON(parsing: JSON.object(many).serialized()).objectValue?.count == 42)
  }

  @Test func `of many equal names the last counts`() throws {
    let members = (0..<20_000).map { "\"n\($0 % 100)\":\($0)" }
    let json = try JSON(parsing: Array("{\(members.joined(separator: ","))}".utf8))
    #expect(json.objectValue?.count == 100)
    #expect(json["n7"] == 19_907)
  }

  @Test(.timeLimit(.minutes(4))) func `64 MiB of text take time in proportion`() throws {
    func seconds(_ count: Int) throws -> Duration {
      var text = [UInt8](repeating: 0x61, count: count)
      for index in stride(from: 0, to: count, by: 4096) { text[index] = 0x0a }
      let value = JSON.string(String(decoding: text, as: UTF8.self))
      let clock = ContinuousClock()
      return try clock.measure {
        let parsed = try JSON(parsing: value.serialized())
        #expect(parsed == value)
      }
    }
    _ = try seconds(1 << 20)
    let small = try seconds(8 << 20)
    let large = try seconds(64 << 20)
    #expect(large < small * 40)
  }

  @Test func `mutated documents are read or refused, and what is read survives`() {
    var random = Generator(seed: 42)
    let seeds = [
      "{\"method\":\"org.xfer.Pasteboard.Put\",\"parameters\":{\"items\":[{\"type\":\"a\"}]},\"more\":true}",
      "[1,-2.5e3,\"\\ud83d\\ude00\\n\",null,true,false,{\"a\":{\"b\":[[]]}}]",
      "{\"a\":\"Zoë €\",\"b\":123456789012345678901234567890,\"a\":0.0001}",
    ].map { Array($0.utf8) }
    var accepted = 0
    for round in 0..<6000 {
      let bytes = random.mutate(seeds[round % seeds.count])
      guard let value = try? JSON(parsing: bytes) else { continue }
      accepted += 1
      let again = try? JSON(parsing: value.serialized())
      #expect(again == value)
    }
    #expect(accepted > 100)
    #expect(accepted < 5900)
  }
}

/// Numbers that look random and are the same every time.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      let index = Int.random(in: 0..<max(1, bytes.count), using: &self)
      guard index < bytes.count else { break }
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(bytes[index], at: index)
      case 3: bytes.insert(Array("{}[]\",:\\0e-u".utf8).randomElement(using: &self) ?? 0, at: index)
      case 4: bytes.removeSubrange(index...)
      default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      }
    }
    return bytes
  }
}
