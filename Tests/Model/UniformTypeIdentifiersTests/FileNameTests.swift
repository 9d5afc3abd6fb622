import Testing
import UniformTypeIdentifiers

@Suite("File name") struct FileNameTests {
  @Test(arguments: [
    ("report.txt", "report.txt"),
    ("a/b.txt", "a_b.txt"),
    ("../../etc/passwd", "__.._etc_passwd"),
    (".bashrc", "_bashrc"),
    ("...", nil),
    (".", nil),
    ("", nil),
    ("a\0b", "a_b"),
    ("a\nb\u{1B}[0m", "a_b_[0m"),
    ("exe.\u{202E}gnp", "exe._gnp"),
    ("~", "~"),
    ("-rf", "-rf"),
    ("  ", "  "),
  ])
  func `a name becomes one that is safe`(given: String, expected: String?) {
    #expect(FileName.safe(given) == expected)
  }

  @Test func `composed and decomposed letters are different names`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(Array(try #require(FileName.safe(composed)).utf8) == Array(composed.utf8))
    #expect(Array(try #require(FileName.safe(decomposed)).utf8) == Array(decomposed.utf8))
  }

  @Test(arguments: [
    ("photo", UTType.png, "photo.png"),
    ("photo.png", .png, "photo.png"),
    ("photo.PNG", .png, "photo.PNG"),
    ("photo.jpg", .jpeg, "photo.jpg"),
    ("photo.png", .image, "photo.png"),
    ("photo.png", .json, "photo.png.json"),
    ("v1.2", .json, "v1.2.json"),
    ("data.json", .text, "data.json"),
    ("blob.bin", .data, "blob.bin"), ("note", .utf8PlainText, "note.txt"),
    ("a.", .png, "a..png"),
    ("_png", .png, "_png.png"),
  ])
  func `the extension of the type is there once`(name: String, type: UTType, expected: String) {
    #expect(FileName.named(name, for: type) == expected)
  }

  @Test(arguments: [
    ("a.txt", 1, "a.txt"), ("a.txt", 2, "a (2).txt"), ("a", 3, "a (3)"), (".a", 2, ".a (2)"),
    ("a.tar.gz", 2, "a.tar (2).gz"),
  ])
  func `a taken name gets a number before its extension`(
    name: String,
    number: Int,
    expected: String
  ) {
    #expect(FileName.numbered(name, number) == expected)
  }

  @Test(arguments: ["é", "a", "👩‍👩‍👧‍👦"])
  func `no name is longer than a file system takes`(letter: String) throws {
    let name = String(repeating: letter, count: 400) + ".tar.gz"
    let safe = try #require(FileName.safe(name))
    for candidate in [
      safe, FileName.named(safe, for: .png), FileName.numbered(safe, 9_999),
      FileName.numbered(String(repeating: letter, count: 400), 12),
    ] {
      #expect(candidate.utf8.count <= 255)
      #expect(candidate.hasPrefix(letter))
    }
    #expect(safe.hasSuffix(".gz"))
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x2F, 0x62], [0x61, 0xFF, 0x5F, 0x62]), ([0xFF], [0xFF]),
      ([0xC2], [0xC2]), ([0xC2, 0x85], [0x5F]), ([0xE2, 0x80], [0xE2, 0x80]),
      ([0x2E, 0x80], [0x5F, 0x80]),
    ] as [([UInt8], [UInt8])]
  )
  func `what is no text keeps its bytes`(given: [UInt8], expected: [UInt8]) {
    #expect(FileName.safe(given) == expected)
  }

  @Test func `an extension without end is none`() throws {
    let name = "a." + String(repeating: "b", count: 252)
    #expect(FileName.numbered(name, 2).utf8.count <= 255)
    #expect(FileName.named(name, for: .png).hasSuffix(".png"))
    #expect(try #require(FileName.safe(name + "c.d")).utf8.count <= 255)
  }

  @Test(arguments: ["x/../../evil", "\0", "a\nb", "/", "..", String(repeating: "x", count: 300)])
  func `the extension of a stranger's dynamic type leads nowhere else`(tag: String) throws {
    let identifier = DynamicType.identifier(filenameExtension: tag)
    guard let type = UTType(identifier) else { return }
    let name = FileName.named("a", for: type)
    #expect(FileName.safe(name) == name)
    #expect(name.hasPrefix("a"))
    #expect(name.utf8.count <= 255)
  }
}

/// Identifiers as a stranger may write them, where ``UTType`` would not make them.
private enum DynamicType {
  static func identifier(filenameExtension tag: String) -> String {
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789")
    var bits = Array("?0=6:1=\(tag)".utf8).flatMap { byte in
      (0..<8).reversed().map { byte >> $0 & 1 }
    }
    while !bits.count.isMultiple(of: 5) { bits.append(0) }
    let letters = stride(from: 0, to: bits.count, by: 5).map { start in
      alphabet[bits[start..<(start + 5)].reduce(0) { $0 << 1 | Int($1) }]
    }
    return "dyn.a" + String(letters)
  }
}
