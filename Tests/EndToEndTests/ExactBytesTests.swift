import Testing

/// Odd content goes through unchanged, in every direction.
@Suite("Bytes are not touched", .watchingOnAndOff)
struct ExactBytesTests {
  static let texts: [(name: String, bytes: [UInt8])] = [
    ("no newline", Array("a".utf8)),
    ("one newline", Array("a\n".utf8)),
    ("two newlines", Array("a\n\n".utf8)),
    ("only a newline", Array("\n".utf8)),
    ("spaces around", Array(" a ".utf8)),
    ("CRLF", Array("a\r\nb\r\n".utf8)),
    ("many newlines", [UInt8](repeating: 10, count: 1 << 20)),
    ("both normal forms", Array("\u{E9} e\u{301}".utf8)),
    ("byte order mark", [0xEF, 0xBB, 0xBF, 0x61]),
    ("emoji", Array("🐈\u{200D}⬛ ✓".utf8)),
    ("tab and escape", Array("\t\u{1B}[31mred\u{1B}[0m\u{7}".utf8)),
  ]

  @Test func `text comes back exactly, here and elsewhere (B12)`() throws {
    let session = try Session()
    for (name, bytes) in Self.texts {
      try session.put(bytes)
      try expect(session.xfer("get").out, is: bytes, "\(name): xfer get")
      try expect(session.xclipReads().out, is: bytes, "\(name): xclip -o")
      try expect(session.xselReads().out, is: bytes, "\(name): xsel -bo")
    }
    try session.verifyAlive()
  }

  @Test func `text of others comes in exactly (B12)`() throws {
    let session = try Session()
    for (name, bytes) in Self.texts {
      try session.xclipOwns(.bytes(bytes))
      try expect(session.xfer("get").out, is: bytes, "\(name): from xclip")
      try session.xselOwns(.bytes(bytes))
      try expect(session.xfer("get").out, is: bytes, "\(name): from xsel")
    }
    try session.verifyAlive()
  }

  @Test func `NUL does not end anything (B76)`() throws {
    let session = try Session()
    let bytes = Array("a\0b\0".utf8)
    try session.put(bytes, "-t", "text/plain")
    try expect(session.xfer("get", "-t", "text/plain").out, is: bytes)
    try expect(session.xclipReads(target: "text/plain;charset=utf-8").out, is: bytes)
    try session.put(bytes)
    let type = "application/octet-stream"
    try expect(session.xfer("get", "-t", type).out, is: bytes)
    try expect(session.xclipReads(target: type).out, is: bytes)
    try session.put([0])
    #expect(try session.xfer("get", "-t", "public.data").out == [0])
    try session.put("{\"a\":\"\\u0000\"}", "-t", "application/json")
    #expect(try session.xfer("get", "-t", ".json").text == "{\"a\":\"\\u0000\"}")
  }

  @Test func `bytes that are no UTF-8 are no text and stay what they are`() throws {
    let session = try Session()
    let bytes: [UInt8] = [0x66, 0xFF, 0xFE, 0x0A, 0xC3]
    try session.put(bytes)
    let types = try session.xfer("types").text
    #expect(types.contains("public.data"))
    #expect(!types.contains("plain-text"))
    try expect(session.xfer("get").out, is: bytes)
    let refused = try session.xfer("put", "-t", "text/plain", input: .bytes(bytes))
    #expect(refused.status == 65)
    #expect(refused.isCleanFailure, "\(refused.complaint)")
    try expect(session.xfer("get").out, is: bytes, "a refused put changes nothing")
  }

  @Test func `-n takes one newline off and no more`() throws {
    let session = try Session()
    for (given, kept) in [("a\n", "a"), ("a\n\n", "a\n"), ("a", "a"), ("\n", ""), ("a\r\n", "a\r")]
    {
      try session.put(given, "-n")
      #expect(try session.xfer("get").text == kept)
      try session.put(given)
      #expect(try session.xfer("get", "-n").text == kept)
    }
  }

  @Test func `an empty text is something, an empty board is not (B04)`() throws {
    let session = try Session()
    try session.put("")
    let empty = try session.xfer("get")
    #expect(empty.status == 0)
    #expect(empty.out.isEmpty)
    #expect(empty.errors.isEmpty)
    try session.xfer("clear")
    let nothing = try session.xfer("get")
    #expect(nothing.status == 1)
    #expect(nothing.isCleanFailure, "\(nothing.complaint)")
    try session.xclipOwns(.bytes([]))
    let foreign = try session.xfer("get")
    #expect(foreign.status == 0, "\(foreign.complaint)")
    #expect(foreign.out.isEmpty)
  }
}
