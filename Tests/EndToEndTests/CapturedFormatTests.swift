internal import Glibc
internal import TestSupport
import Testing
internal import Wire
internal import XCB

/// What was copied comes back as it was: each format under its name, byte for byte.
@Suite("Captured formats")
struct CapturedFormatTests {
  /// Copies contents by an owner that dies then, and checks what xferd offers in its place.
  private func verifyKept(
    _ contents: [String: [UInt8]],
    in session: Session,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Who claims what was rescued at once, time and again, would be taken for another keeper.
    try session.put("between")
    let owner = try XClient(in: session)
    let before = try session.history().map(\.entry)
    try owner.claim()
    let isThere = try owner.serve(contents) {
      try session.history().first.map { !before.contains($0.entry) } ?? false
    }
    #expect(isThere, "\(contents.keys)", sourceLocation: sourceLocation)
    owner.connection.destroy(owner.window)
    try owner.connection.sync()
    let reader = try XClient(in: session)
    #expect(
      try holds(within: .seconds(5)) { try reader.owner() != nil },
      sourceLocation: sourceLocation
    )
    for (target, bytes) in contents {
      let value = try reader.read(target)
      expect(value?.bytes, is: bytes, target, sourceLocation: sourceLocation)
    }
  }

  @Test func `file lists of every writing keep their bytes (x11 63, B80, B86)`() throws {
    let session = try Session()
    let lists: [[UInt8]] = [
      Array("file:///tmp/a%20b\r\nfile:///tmp/u++/x+y.txt\r\n".utf8),
      Array("# a comment\nfile://localhost/a%20b\nfile:/x\n".utf8),
      Array("file://otherhost/y\r\nfile:///tmp/x%2By".utf8),
      Array("file:///tmp/%FF\r\n".utf8), Array("file:///tmp/".utf8) + [0xFF, 13, 10],
    ]
    for list in lists { try verifyKept(["text/uri-list": list], in: session) }
    // With, without a newline at the end, and with CRLF.
    for end in ["", "\n", "\r\n"] {
      let files = Array("copy\nfile:///tmp/a%20b\(end)".utf8)
      try verifyKept(["x-special/gnome-copied-files": files], in: session)
    }
    try session.verifyAlive()
  }

  @Test func `an image that Qt offers under two names is kept as one`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    try owner.claim()
    let image = ["application/x-qt-image": [UInt8](0...99), "image/png": Array(0...99)]
    #expect(try owner.serve(image) { try session.history().count == 1 })
    #expect(try session.history().first?.types == ["public.png"])
    #expect(try session.recordedTitles() == ["PNG image"])
  }

  @Test func `of what was too large nothing is kept but that it was there`() throws {
    let session = try Session(configuration: "[watch]\nsize = \"1KiB\"\n")
    let owner = try XClient(in: session)
    try owner.claim()
    #expect(
      try owner.serve(["image/png": Samples.bytes(5000)]) { try session.history().count == 1 }
    )
    #expect(try session.recordedTitles() == ["PNG image, too large to keep"])
    try session.verifyAlive()
  }

  @Test func `a cut is offered as it was copied (x11 64, B88)`() throws {
    let session = try Session()
    let cut: [String: [UInt8]] = [
      "text/uri-list": Array("file:///tmp/f\r\n".utf8),
      "x-special/gnome-copied-files": Array("cut\nfile:///tmp/f".utf8),
      "application/x-kde-cutselection": Array("1".utf8),
    ]
    try verifyKept(cut, in: session)
    try session.verifyAlive()
  }

  @Test func `what browsers copy keeps its bytes (x11 65)`() throws {
    let session = try Session()
    let address = "https://example.org/\u{E4}\nA title \u{1F600}"
    let utf16 = address.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let html = "<b>gr\u{FC}\u{DF}e</b>"
    let wide = html.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let meta = "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">" + html
    for bytes in [utf16, [0xFF, 0xFE] + utf16] {
      try verifyKept(["text/x-moz-url": bytes], in: session)
    }
    for bytes in [[0xFF, 0xFE] + wide, Array(meta.utf8), Array(html.utf8)] {
      try verifyKept(["text/html": bytes, "UTF8_STRING": Array("x".utf8)], in: session)
    }
    try session.verifyAlive()
  }

  @Test func `the key of a portal is neither asked for nor kept (x11 66)`() throws {
    let session = try Session()
    let server = try #require(session.server)
    let key = "application/vnd.portal.filetransfer"
    let list = "file:///tmp/a\r\n"
    let owner = try RawOwner(
      server,
      answers: [key: .text("2147483647"), "text/uri-list": .text(list, type: "text/uri-list")]
    )
    try session.expectHistory { $0.map(\.types.count) == [1] }
    #expect(owner.targets.sorted() == ["TARGETS", "text/uri-list"])
    owner.end()
    #expect(try holds(within: .seconds(5)) { try session.xfer("types").status == 0 })
    let reader = try XClient(in: session)
    #expect(try reader.read("text/uri-list")?.text == list)
    #expect(try reader.read(key) == nil)
    try session.verifyAlive()
  }

  @Test func `names that nobody knows, in any bytes, are kept under their name`() throws {
    let session = try Session()
    try verifyKept(
      [
        "application/x-private;format=7": Samples.bytes(5000), "GIMP_PASTE_42": [1, 2, 3],
        "text/richtext": Array("rich".utf8), "chromium/x-web-custom-data": [0, 1],
        "Some Name With Spaces": [9], "TEXT/X-UPPER": [8],
      ],
      in: session
    )
    try session.verifyAlive()
  }

  @Test func `an entry from the history is what was copied, after others and a restart`() throws {
    let session = try Session()
    let rich: [String: [UInt8]] = [
      "UTF8_STRING": Array("rich".utf8), "text/html": Array("<b>rich".utf8),
      "application/x-private": Samples.bytes(300_000),
    ]
    try verifyKept(rich, in: session)
    try session.put("other")
    session.killDaemon()
    try session.startDaemon(warm: false)
    #expect(try session.xfer("restore", "@2").status == 0)
    let reader = try XClient(in: session)
    for (target, bytes) in rich { try expect(reader.read(target)?.bytes, is: bytes, target) }
    #expect(
      try session.recordedTitles() == ["rich", "other", "between"],
      "to restore is to make no new entry"
    )
  }
}
