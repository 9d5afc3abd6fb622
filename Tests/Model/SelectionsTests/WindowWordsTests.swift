import Testing

@testable import Selections

@Suite("What windows say of their programs")
struct WindowWordsTests {
  @Test(arguments: [
    ("navigator\0Firefox\0", "Firefox"), ("navigator\0Firefox", "Firefox"),
    ("navigator\0Firefox\0more\0", "Firefox"), ("xterm\0\0", "xterm"), ("xterm\0", "xterm"),
    ("xterm", "xterm"), ("\0XTerm\0", "XTerm"), ("\0\0", nil), ("\0", nil), ("", nil),
    ("a\0 \n \0", "a"), ("a\0B\u{1B}[2J\u{7}C\0", "B [2J C"),
  ])
  func `a class is the second word, else the first`(_ text: String, _ expected: String?) {
    #expect(WindowWords.className(Array(text.utf8), type: .string) == expected)
    #expect(WindowWords.className(Array(text.utf8), type: .utf8String) == expected)
    #expect(WindowWords.className(Array(text.utf8), type: .compoundText) == nil)
    #expect(WindowWords.className(Array(text.utf8), type: .targets) == nil)
  }

  static let bytes: [(bytes: [UInt8], type: TargetName, title: String?)] = [
    (Array("T\u{E4}b 日本".utf8), .utf8String, "T\u{E4}b 日本"),
    // Programs write UTF-8 where it should be Latin-1.
    (Array("T\u{E4}b 日本".utf8), .string, "T\u{E4}b 日本"),
    ([0x54, 0xE4, 0x62], .string, "T\u{E4}b"),
    ([0x54, 0xE4], .string, "T\u{E4}"),
    ([0x54, 0xE4, 0x62], .utf8String, "T\u{FFFD}b"),
    ([0xFF, 0xFE], .utf8String, "\u{FFFD}\u{FFFD}"),
    ([0xE4, 0x1B, 0x25, 0x47, 0xE6, 0x97, 0xA5, 0x1B, 0x25, 0x40], .compoundText, "\u{E4}日"),
    ([0x1B, 0x24, 0x29, 0x42, 0x41], .compoundText, nil),
    (Array("a\0b".utf8), .utf8String, "a"),
    (Array("\0b".utf8), .utf8String, nil),
    ([], .utf8String, nil), ([], .string, nil), ([], .compoundText, nil),
    (Array("title".utf8), .targets, nil),
    (Array(" a\nb\tc\u{1B}[31m\u{9B}\u{2028}d\u{7F} \r\n".utf8), .utf8String, "a b c [31m  d"),
    (Array(" \n\t ".utf8), .utf8String, nil),
    (Array("👩‍👩‍👧 e\u{301}".utf8), .utf8String, "👩‍👩‍👧 e\u{301}"),
  ]

  @Test(arguments: bytes)
  func `a title is text of one line, whatever is written there`(
    _ bytes: [UInt8],
    _ type: TargetName,
    _ title: String?
  ) {
    #expect(WindowWords.title(bytes, type: type) == title)
  }

  @Test func `what is long is cut between characters`() {
    let long = String(repeating: "日", count: 5000)
    let title = WindowWords.title(Array(long.utf8), type: .utf8String)
    #expect(title == String(repeating: "日", count: 85))
    #expect(title?.utf8.count == WindowWords.limit)
    // A property of which only the beginning was read ends anywhere.
    for count in 0...3 {
      let start = String(repeating: "x", count: count)
      let piece = Array((start + long).utf8.prefix(WindowWords.propertyByteCount))
      let expected = start + String(repeating: "日", count: (255 - count) / 3)
      #expect(WindowWords.title(piece, type: .string) == expected)
      #expect(WindowWords.title(piece, type: .utf8String) == expected)
    }
    #expect(WindowWords.className(Array(long.utf8), type: .string)?.utf8.count == 255)
    let latin = [UInt8](repeating: 0xE4, count: 5000)
    #expect(WindowWords.title(latin, type: .string) == String(repeating: "ä", count: 127))
  }

  @Test func `the name of a process cannot break a line`() {
    #expect(WindowWords.name("a\nb") == "a b")
    #expect(WindowWords.name("\n") == nil)
  }
}
