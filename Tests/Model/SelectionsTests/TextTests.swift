import Pasteboards
import Selections
import Testing

@Suite("Text scanner") struct TextScannerTests {
  @Test(arguments: [
    ("", TextForm.ascii), ("plain text\tand\r\nlines", .ascii), ("grüß", .latin1),
    ("a long text without anything special, then ÿ", .latin1), ("€", .unicode),
    ("a\u{85}b", .unicode), ("a\u{7F}", .unicode), ("12345678\u{1}", .unicode),
    ("\u{A0}", .latin1), ("\u{10FFFF}", .unicode), ("하", .unicode), ("abcdefg\u{7F}", .unicode),
  ])
  func `a text has the narrowest form`(text: String, form: TextForm) {
    #expect(scan([Array(text.utf8)]).form == form)
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0x80], [0xC3, 0x41], [0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0xE9],
  ])
  func `what is no UTF-8 has no form`(bytes: [UInt8]) {
    #expect(!scan([bytes]).isValid)
  }

  @Test func `a character may lie across pieces`() {
    let text = Array("aü€😀z".utf8)
    for cut in 0...text.count {
      #expect(scan([Array(text[..<cut]), Array(text[cut...])]).form == .unicode)
    }
  }

  @Test func `NUL and ESC are noticed`() {
    #expect(scan([Array("a\0b".utf8)]).hasNUL)
    #expect(scan([Array("a\u{1B}b".utf8)]).hasEscape)
    #expect(!scan([Array("ab".utf8)]).hasNUL)
  }

  @Test func `every byte is seen where eight are looked at together`() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<32 {
        // Once among letters, once among ends of lines.
        var bytes = [UInt8](repeating: place < 16 ? 0x61 : 0x0A, count: 32)
        bytes[place] = byte
        let isASCII = (0x20...0x7E).contains(byte) || [0x09, 0x0A, 0x0D].contains(byte)
        let expected: TextForm? = isASCII ? .ascii : byte < 0x80 ? .unicode : nil
        #expect(scan([bytes]).form == expected, "byte \(byte) at \(place)")
      }
    }
  }

  private func scan(_ pieces: [[UInt8]]) -> TextScanner.Result {
    var scanner = TextScanner()
    for piece in pieces { scanner.scan(piece) }
    return scanner.result
  }
}

@Suite("Text encodings") struct TextEncodingTests {
  @Test func `Latin-1 goes both ways`() {
    let all = [UInt8](UInt8.min...UInt8.max)
    let text = TextEncoding.utf8(latin1: all)
    #expect(String(validating: text, as: UTF8.self) != nil)
    #expect(TextEncoding.latin1(utf8: text) == all)
  }

  @Test(arguments: ["€", "grüß €", "하"])
  func `Latin-1 loses nothing silently`(text: String) {
    #expect(TextEncoding.latin1(utf8: Array(text.utf8)) == nil)
  }

  @Test func `compound text of Latin-1 is Latin-1`() {
    #expect(
      TextEncoding.compoundText(utf8: Array("grüß".utf8)) == [0x67, 0x72, 0xFC, 0xDF]
    )
  }

  @Test func `compound text of anything else is a UTF-8 segment`() {
    let text = Array("10 €".utf8)
    let encoded = TextEncoding.compoundText(utf8: text)
    #expect(encoded == [0x1B, 0x25, 0x47] + text + [0x1B, 0x25, 0x40])
    #expect(encoded.flatMap(TextEncoding.utf8(compoundText:)) == text)
  }

  @Test func `compound text carries no ESC`() {
    #expect(TextEncoding.compoundText(utf8: Array("€\u{1B}".utf8)) == nil)
  }

  @Test(arguments: [
    ([0x61, 0x1B, 0x24, 0x28, 0x42, 0x21, 0x21] as [UInt8], nil as String?),
    ([0x61, 0x1B], nil), ([0x1B, 0x25, 0x47, 0xFF, 0x1B, 0x25, 0x40], nil),
    ([0x1B, 0x25, 0x47, 0x61], nil),
    ([0x66, 0xFC, 0x1B, 0x25, 0x47, 0xE2, 0x82, 0xAC, 0x1B, 0x25, 0x40, 0x72], "fü€r"),
    ([0x1B, 0x28, 0x42, 0x61, 0x1B, 0x2D, 0x41, 0xE9], "aé"),
  ])
  func `compound text is read or refused honestly`(bytes: [UInt8], text: String?) {
    let decoded = TextEncoding.utf8(compoundText: bytes)
    #expect(decoded == text.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("STRING", [0x63, 0x61, 0x66, 0xE9] as [UInt8], "café" as String?),
    ("STRING", Array("café €".utf8), "café €"),
    ("UTF8_STRING", Array("€".utf8), "€"),
    ("UTF8_STRING", [0xE9], nil),
    ("text/plain", [0xE9], "é"),
    ("text/plain;charset=utf-8", [0xE9], nil),
    ("COMPOUND_TEXT", [0xE9], "é"),
  ])
  func `a text reply becomes UTF-8 by its type`(type: String, bytes: [UInt8], text: String?) {
    let decoded = TextEncoding.utf8(bytes, replyType: TargetName(type))
    #expect(decoded == text.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("text/x-moz-url", [0x61, 0, 0x3A, 0, 0x0A, 0, 0x74, 0] as [UInt8], "a:" as String?),
    ("text/x-moz-url", [0xFF, 0xFE, 0x61, 0, 0x3A, 0], "a:"),
    ("text/x-moz-url", [0xFE, 0xFF, 0, 0x61, 0, 0x3A, 0, 0x0A, 0, 0x74], "a:"),
    ("text/x-moz-url", Array("a:é\nt".utf8), "a:é"),
    ("text/x-moz-url", [0x61, 0, 0x3A], nil),
    ("text/x-moz-url", [0x61, 0, 0, 0xD8], nil),
    ("text/x-moz-url", [], nil),
    ("text/x-moz-url", [0x0A, 0, 0x74, 0], nil),
    ("_NETSCAPE_URL", Array("a:b\r\ntitle".utf8), "a:b"),
    ("_NETSCAPE_URL", [0x61, 0x3A, 0xE9, 0x0A], "a:é"),
    ("_NETSCAPE_URL", [0x0A], nil),
  ])
  func `an address is taken out of what browsers send`(
    target: String,
    bytes: [UInt8],
    address: String?
  ) {
    let decoded = TextEncoding.utf8(bytes, replyType: TargetName(target))
    #expect(decoded == address.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("a:é", "a:é\na:é" as String?), ("a:b\r\nc:d", "a:b\na:b"), ("", nil), ("\n", nil),
  ])
  func `an address becomes what browsers send`(address: String, text: String?) {
    let bytes = text.map { $0.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    #expect(TextEncoding.mozillaURL(utf8: Array(address.utf8)) == bytes)
  }
}
