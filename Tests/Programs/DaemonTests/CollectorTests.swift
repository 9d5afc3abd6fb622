import LinuxIO
import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers
import Wire

@testable import Daemon

@Suite("Gathering content")
struct CollectorTests {
  private static let storage = PayloadStorage(
    directory: Array("/tmp".utf8),
    lockedByteCount: 1 << 20
  )

  private static func gather(
    _ pieces: [[UInt8]],
    dropsNewline: Bool = false,
    secrecy: PayloadStorage.Secrecy = .open,
    limit: ContentLimit? = nil
  ) throws -> Content {
    var collector = Collector(
      storage: storage,
      secrecy: secrecy,
      dropsNewline: dropsNewline,
      limit: limit
    )
    for piece in pieces {
      try piece.span.bytes.withUnsafeBytes { (bytes) throws in try collector.append(bytes) }
    }
    return try collector.finish()
  }

  @Test(arguments: [
    ([[]], ""),
    ([Array("a".utf8)], "a"),
    ([Array("a\n".utf8)], "a"),
    ([Array("a\n\n".utf8)], "a\n"),
    ([Array("\n".utf8)], ""),
    ([Array("a\n".utf8), Array("b".utf8)], "a\nb"),
    ([Array("a".utf8), Array("\n".utf8)], "a"),
    ([Array("a\n".utf8), Array("\n".utf8)], "a\n"),
    ([Array("a\r\n".utf8)], "a\r"),
  ])
  func `one newline at the very end is dropped, wherever the pieces end`(
    pieces: [[UInt8]],
    expected: String
  ) throws {
    let content = try Self.gather(pieces, dropsNewline: true)
    #expect(try content.payload.bytes() == Array(expected.utf8))
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 100_000])
  func `bytes survive, in memory and in a file`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for secrecy in [PayloadStorage.Secrecy.open, .sensitive] {
      let pieces = stride(from: 0, to: count, by: 7_000).map {
        Array(bytes[$0..<min($0 + 7_000, count)])
      }
      let content = try Self.gather(pieces, secrecy: secrecy)
      #expect(content.payload.byteCount == count)
      #expect(try content.payload.bytes() == bytes)
    }
  }

  @Test
  func `small content stays in memory and large content does not`() throws {
    let limit = Payload.inlineLimit
    guard case .inline = try Self.gather([[UInt8](repeating: 65, count: limit)]).payload else {
      Issue.record("content at the limit went to a file")
      return
    }
    guard case .file = try Self.gather([[UInt8](repeating: 65, count: limit + 1)]).payload else {
      Issue.record("content over the limit stayed in memory")
      return
    }
  }

  @Test func `what is over a limit is refused with the piece that is`() throws {
    let limit = ContentLimit(what: "it", byteCount: 4)
    #expect(try Self.gather([[1, 2], [3, 4]], limit: limit).payload.bytes() == [1, 2, 3, 4])
    #expect(throws: PasteboardError.tooLarge(what: "it", limit: 4)) {
      try Self.gather([[1, 2, 3], [4, 5]], limit: limit)
    }
  }

  @Test
  func `sensitive content over the budget is refused and the budget comes back`() throws {
    let storage = PayloadStorage(directory: Array("/tmp".utf8), lockedByteCount: 65_536)
    let large = [UInt8](repeating: 1, count: 65_537)
    for _ in 0..<3 {
      var collector = Collector(storage: storage, secrecy: .sensitive)
      #expect(throws: (any Error).self) {
        try large.span.bytes.withUnsafeBytes { (bytes) throws in try collector.append(bytes) }
      }
    }
    var collector = Collector(storage: storage, secrecy: .sensitive)
    let fits = [UInt8](repeating: 2, count: 60_000)
    try fits.span.bytes.withUnsafeBytes { (bytes) throws in try collector.append(bytes) }
    #expect(try collector.finish().payload.bytes() == fits)
  }

  @Test(arguments: [
    (Array("text\n".utf8), true), ([], true), (Array("[Desktop Entry]\n".utf8), true),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], false), ([0x61, 0x00, 0x62], false),
    ([0xFF, 0xFE, 0x00], false),
  ])
  func `content that nobody named is text if it is UTF-8 without NUL`(
    bytes: [UInt8],
    isText: Bool
  ) throws {
    #expect(try Self.gather([bytes]).isText == isText)
  }
}
