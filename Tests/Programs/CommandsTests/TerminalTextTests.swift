import Testing

@testable import Commands

@Suite("Text on a terminal")
struct TerminalTextTests {
  static func shown(_ pieces: [[UInt8]]) -> String {
    var text = TerminalText()
    var bytes: [UInt8] = []
    for piece in pieces { bytes += text.filter(piece) }
    bytes += text.finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain\ttext\n", "plain\ttext\n"),
    ("a\u{1B}[31mb", "a␛[31mb"),
    ("a\r\nb\u{07}", "a␍\nb␇"),
    ("\u{7F}", "␡"),
    ("a\u{9B}2Jb", "a\u{FFFD}2Jb"),
    ("héllo 🐱", "héllo 🐱"),
    ("", ""),
  ])
  func `control characters become symbols`(_ stored: String, _ expected: String) {
    #expect(Self.shown([Array(stored.utf8)]) == expected)
  }

  @Test(arguments: ["é", "한", "🐱", "a🐱b", "é한🐱é"])
  func `a cut does not hurt a character`(_ stored: String) {
    let bytes = Array(stored.utf8)
    for cut in 0...bytes.count {
      #expect(Self.shown([Array(bytes[..<cut]), Array(bytes[cut...])]) == stored)
    }
    #expect(Self.shown(bytes.map { [$0] }) == stored)
  }

  @Test func `what is no text later on is replaced`() {
    #expect(Self.shown([[0x61, 0xFF, 0x62], [0xE2, 0x82]]) == "a\u{FFFD}b\u{FFFD}")
  }

  @Test(arguments: [
    ([0x61], true), ([], true), ([0x61, 0], false), ([0xFF], false), ([0x61, 0xE2, 0x82], true),
    ([0xE2, 0x82, 0x61], false),
  ])
  func `text is told from binary by its beginning`(_ beginning: [UInt8], _ isText: Bool) {
    #expect(TerminalText.isText(beginning) == isText)
  }

  @Test func `the end of text is known`() {
    var text = TerminalText()
    #expect(text.endsWithNewline)
    _ = text.filter(Array("a".utf8))
    #expect(!text.endsWithNewline)
    _ = text.filter(Array("\n".utf8))
    #expect(text.endsWithNewline)
  }

  @Test(arguments: [
    (500, nil, Duration.seconds(2), "500 B, 250 B/s"),
    (
      50_000_000, 200_000_000, .seconds(2),
      "50.0 MB of 200.0 MB, 25.0 MB/s, 6 s left"
    ),
    (100, 100, .seconds(1), "100 B of 100 B, 100 B/s"),
    (0, 1000, .seconds(5), "0 B of 1.0 kB, 0 B/s"),
    (1, Int.max, .seconds(1), "1 B of 9223372.0 TB, 1 B/s, 11574 d 1 h left"),
  ])
  func `progress says bytes, rate and time left`(
    _ done: Int,
    _ total: Int?,
    _ elapsed: Duration,
    _ expected: String
  ) {
    #expect(Progress.line(done, of: total, after: elapsed) == expected)
  }
}
