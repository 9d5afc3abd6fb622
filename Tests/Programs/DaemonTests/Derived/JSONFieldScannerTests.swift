public import LinuxIO
import Testing
import Varlink

@testable import Daemon
@testable import Declarations

@Suite("Fields of JSON")
struct JSONFieldScannerTests {
  static let ticket = """
    { "key" : "T-1", "title": "a \\"b\\" \\u00e4\\ud83c\\udf0d\\n", "count": 1.50e+2, "open": true,
      "closed": false, "none": null, "labels": ["x", {"name": "y"}, -0], "who": {"name": "Z"},
      "": 1, "deep": [[[]]] }
    """

  @Test(arguments: [
    ("key", JSONField.text("T-1")), ("title", .text("a \"b\" ä🌍\n")),
    ("count", .literal("1.50e+2")),
    ("open", .literal("true")), ("closed", .literal("false")), ("none", .null),
    ("labels", .container), ("labels.0", .text("x")), ("labels.1.name", .text("y")),
    ("labels.2", .literal("-0")), ("who.name", .text("Z")), ("deep.0.0", .container),
  ])
  func `a field is found`(path: String, expected: JSONField) throws {
    #expect(try field(path, in: Self.ticket) == expected)
  }

  @Test(arguments: [
    "Key", "ke", "keys", "labels.3", "labels.00", "labels.x", "who", "key.name", "none.x",
    "who.name.x",
  ])
  func `what is not there is not found`(path: String) throws {
    let found = try field(path, in: Self.ticket)
    #expect(path == "who" ? found == .container : found == nil)
  }

  @Test func `of a name that comes twice the last counts`() throws {
    #expect(try field("a", in: #"{"a": 1, "a": 2}"#) == .literal("2"))
    #expect(try field("a.b", in: #"{"a": {"b": 1}, "a": {"c": 2}}"#) == nil)
    #expect(try field("a.b", in: #"{"a": {"b": 1}, "a": 5}"#) == nil)
  }

  @Test func `pieces may be cut anywhere`() throws {
    let bytes = Array(Self.ticket.utf8)
    let paths = try ["key", "title", "count", "labels.1.name"].map { try path($0) }
    var whole = JSONFieldScanner(paths: paths)
    try scan(bytes[...], with: &whole)
    for size in 1...7 {
      var scanner = JSONFieldScanner(paths: paths)
      var rest = bytes[...]
      while !rest.isEmpty {
        try scan(rest.prefix(size), with: &scanner)
        rest = rest.dropFirst(size)
      }
      try scanner.finish()
      for path in paths { #expect(scanner.field(at: path) == whole.field(at: path)) }
    }
  }

  @Test(arguments: [
    "{}", " [ ] ", "0", "-1", "1e5", "1E-5", "0.5", "\"\"", "null", "true", "[1,2 , 3]",
    "{\"a\":{\"b\":[]}}", "\"\\u0000\\/\\b\\f\"", "\"\\uD834\\uDD1E\"", "\n\t\r 1 \n",
  ])
  func `JSON is accepted`(text: String) throws {
    _ = try JSON(parsing: Array(text.utf8))
    #expect(try field("zz", in: text) == nil)
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "{\"a\"", "{\"a\":", "{\"a\":1", "\"a", "tru", "1.", "-", "1e", "\"\\",
    "\"\\u12", "01", "+1", ".5", "1.e5", "nul1", "True", "[1,]", "{,}", "{\"a\":1,}", "[1 2]",
    "{1:2}",
    "{\"a\" 1}", "[}", "{]", "1 2", "{}x", "\"\\x\"", "\"\\u12G4\"", "\"\\uD800\"", "\"\\uD800x\"",
    "\"\\uDC00\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\"", "\"a\u{1}\"", "'a'", "\u{FEFF}{}",
  ])
  func `what is no JSON is refused where both readers say`(text: String) throws {
    let bytes = Array(text.utf8)
    let reference = #expect(throws: JSONError.self) { _ = try JSON(parsing: bytes) }
    var scanner = JSONFieldScanner(paths: [])
    let error = #expect(throws: JSONError.self) {
      try scan(bytes[...], with: &scanner)
      try scanner.finish()
    }
    let (offset, expected) = (try #require(error?.offset), try #require(reference?.offset))
    // A half of a surrogate pair is reported where it stands, or where its other half should.
    let isHalf = error?.reason == .loneSurrogate
    let isSame = isHalf ? abs(offset - expected) <= 12 : offset == expected
    #expect(isSame || text.hasPrefix("0"), "\(offset) and \(expected)")
  }

  @Test func `depth is bounded`() throws {
    let deepest = String(repeating: "[", count: JSON.maximumDepth)
    let closing = String(repeating: "]", count: JSON.maximumDepth)
    #expect(try field("x", in: deepest + closing) == nil)
    let error = #expect(throws: JSONError.self) { try field("x", in: "[" + deepest) }
    #expect(error == JSONError(.tooDeep, at: JSON.maximumDepth))
  }

  @Test func `content that nobody wants is not held`() throws {
    var scanner = JSONFieldScanner(paths: [try path("a"), try path("b.c")], keepsContent: false)
    let long = String(repeating: "x", count: 100_000)
    try scan(Array(#"{"\#(long)": 1, "a": "\#(long)"#.utf8)[...], with: &scanner)
    #expect((scanner.collected?.capacity ?? 0) < 1000)
    try scan(Array(#"", "b": {"c": 12}}"#.utf8)[...], with: &scanner)
    try scanner.finish()
    #expect(scanner.field(at: try path("a")) == .text(""))
    #expect(scanner.field(at: try path("b.c")) == .literal(""))
  }
}

extension WipedBytes: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text.utf8) }
}

private func path(_ text: String) throws -> FieldPath { try #require(FieldPath(text)) }

@discardableResult
private func field(_ name: String, in text: String) throws -> JSONField? {
  let wanted = try path(name)
  var scanner = JSONFieldScanner(paths: [wanted])
  try scan(Array(text.utf8)[...], with: &scanner)
  try scanner.finish()
  return scanner.field(at: wanted)
}

private func scan(
  _ bytes: ArraySlice<UInt8>,
  with scanner: inout JSONFieldScanner
) throws(JSONError) {
  try bytes.span.bytes.withUnsafeBytes { (piece) throws(JSONError) in try scanner.scan(piece) }
}
