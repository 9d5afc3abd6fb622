import LinuxIO
import Testing
import UniformTypeIdentifiers

@testable import Daemon
@testable import Declarations

@Suite("Templates")
struct FieldTemplateFillingTests {
  static let ticket = """
    {"key": "T-1", "title": "a <b> & \\"c\\"\\n", "n": 1.50, "open": true, "none": null, "list": [7]}
    """

  @Test(arguments: [
    ("{{key}}: {{title}}\n", FieldEscaping.none, "T-1: a <b> & \"c\"\n\n"),
    ("<p>{{title}}</p>", .markup, "<p>a &lt;b&gt; &amp; &quot;c&quot;\n</p>"),
    (#"{"t": "{{title}}", "n": {{n}}}"#, .json, #"{"t": "a <b> & \"c\"\n", "n": 1.50}"#),
    ("{{n}} {{open}} {{list.0}}", .none, "1.50 true 7"),
    ("{{key}}{{key}}", .none, "T-1T-1"),
    ("no fields", .none, "no fields"), ("", .none, ""),
    ("{ {key} } }}", .none, "{ {key} } }}"),
  ])
  func `fields are inserted`(template: String, escaping: FieldEscaping, expected: String) throws {
    #expect(try filled(template, escaping) == expected)
  }

  @Test(arguments: ["{{none}}", "{{list}}", "{{missing}}", "{{key}} {{list.1}}", "{{key.x}}"])
  func `without one of its fields there is no text`(template: String) throws {
    #expect(try filled(template, .none) == nil)
  }

  @Test func `control characters are escaped in JSON`() {
    #expect(escaped("\u{1}\u{1f}\\\t\r", .json) == #"\u0001\u001f\\\t\r"#)
    #expect(escaped("'\u{301}", .markup) == "&#39;\u{301}")
  }

  private func escaped(_ text: String, _ escaping: FieldEscaping) -> String {
    var result = WipedBytes()
    escaping.append(WipedBytes(text.utf8), to: &result)
    return result.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `text has a limit`() throws {
    #expect(try filled("{{key}}{{key}}", .none, limit: 6) == "T-1T-1")
    #expect(try filled("{{key}}{{key}}", .none, limit: 5) == nil)
  }

  @Test(arguments: [
    (UTType.html, FieldEscaping.markup), (.xml, .markup), (.json, .json), (.utf8PlainText, .none),
    (.rtf, .none),
  ])
  func `the type decides on the escaping`(type: UTType, expected: FieldEscaping) {
    #expect(FieldEscaping(for: type) == expected)
  }

  private func filled(
    _ text: String,
    _ escaping: FieldEscaping,
    limit: Int = 1000
  ) throws -> String? {
    let template = try FieldTemplate(text)
    var scanner = JSONFieldScanner(paths: template.paths)
    try Array(Self.ticket.utf8).withUnsafeBytes { try scanner.scan($0) }
    try scanner.finish()
    return template.filled(from: scanner, escaping, limit: limit)
      .map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
  }
}
