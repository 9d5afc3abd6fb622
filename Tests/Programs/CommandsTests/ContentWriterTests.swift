import LinuxIO
import Testing
import Wire

@testable import Commands
@testable import DaemonClient

@Suite("Writing content", .timeLimit(.minutes(4)))
struct ContentWriterTests {
  /// How content reaches the writer.
  enum Way: CaseIterable { case bytes, file, stream }

  /// What a reader finds after content was written.
  static func written(
    _ bytes: [UInt8],
    _ way: Way,
    isTerminal: Bool = false,
    dropsNewline: Bool = false,
    isForced: Bool = false
  ) throws -> [UInt8] {
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    let output = Output(file, isTerminal: isTerminal)
    let destination = try Destination(path: nil, output)
    var writer = ContentWriter(to: destination, dropsNewline: dropsNewline, isForced: isForced)
    let content = try content(bytes, way)
    try writer.write(content) {
      var reply = content.reply
      reply.size = bytes.count
      return reply
    }
    try file.descriptor.seek(to: 0)
    return try file.descriptor.readToEnd(limit: 1 << 26)
  }

  static func content(_ bytes: [UInt8], _ way: Way) throws -> Content {
    var reply = GetReply(type: "public.data", mimeType: nil, target: nil, complete: way != .stream)
    var descriptors: [SharedDescriptor] = []
    switch way {
    case .bytes: reply.data = base64(bytes)
    case .file:
      let file = try MemoryFile.create(name: "content")
      try file.writeAll(bytes)
      descriptors = [SharedDescriptor(file)]
      reply.descriptor = 0
    case .stream:
      let pipe = try Pipe.make(capacity: 1 << 20)
      try #require(bytes.count <= 1 << 20)
      try pipe.writer.descriptor.writeAll(bytes)
      descriptors = [pipe.reader]
      reply.descriptor = 0
    }
    return try Content(reply, descriptors: descriptors)
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[value >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }

  @Test(arguments: Way.allCases, [0, 1, 4095, 65_536, 300_000])
  func `bytes arrive as they are`(_ way: Way, _ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    #expect(try Self.written(bytes, way) == bytes)
  }

  @Test(arguments: Way.allCases)
  func `one trailing newline is dropped if that is asked for`(_ way: Way) throws {
    for (text, expected) in [("a\n\n", "a\n"), ("a", "a"), ("\n", ""), ("", ""), ("a\nb", "a\nb")] {
      let found = try Self.written(Array(text.utf8), way, dropsNewline: true)
      #expect(found == Array(expected.utf8))
    }
  }

  @Test func `a newline at the end of a piece is not the last one`() throws {
    var bytes = [UInt8](repeating: 0x61, count: 256 << 10)
    bytes[bytes.count - 1] = 0x0A
    bytes += Array("b\n".utf8)
    #expect(try Self.written(bytes, .file, dropsNewline: true) == bytes.dropLast())
  }

  @Test(arguments: Way.allCases)
  func `a terminal gets text with a newline and symbols`(_ way: Way) throws {
    for (text, expected) in [("a", "a\n"), ("a\n", "a\n"), ("\u{1B}c", "␛c\n"), ("", "")] {
      let found = try Self.written(Array(text.utf8), way, isTerminal: true)
      #expect(String(decoding: found, as: UTF8.self) == expected)
    }
  }

  @Test func `a terminal gets no newline that was dropped on purpose`() throws {
    let found = try Self.written(Array("a\n".utf8), .bytes, isTerminal: true, dropsNewline: true)
    #expect(found == Array("a".utf8))
  }

  @Test(arguments: Way.allCases)
  func `a terminal gets binary only by force`(_ way: Way) throws {
    let bytes: [UInt8] = [0x89, 0x50, 0x00, 0xFF]
    #expect(throws: Failure.binary) { try Self.written(bytes, way, isTerminal: true) }
    #expect(try Self.written(bytes, way, isTerminal: true, isForced: true) == bytes)
  }

  @Test func `a stream that is shorter than it should be is an error`() throws {
    let output = Output(SharedDescriptor(try MemoryFile.create(name: "test")), isTerminal: false)
    let destination = try Destination(path: nil, output)
    var writer = ContentWriter(to: destination, dropsNewline: false, isForced: false)
    let content = try Self.content([1, 2, 3], .stream)
    let error = #expect(throws: Failure.self) {
      try writer.write(content) {
        var reply = content.reply
        reply.size = 4
        return reply
      }
    }
    #expect(error?.code == .protocolBroken)
  }

  @Test func `a reader that went away is not spoken of`() throws {
    SignalWatch.ignoreBrokenPipe()
    let output = Output(try Self.writerWithoutReader(), isTerminal: false)
    let destination = try Destination(path: nil, output)
    var contentWriter = ContentWriter(to: destination, dropsNewline: true, isForced: false)
    let content = try Self.content([1], .bytes)
    let error = #expect(throws: Failure.self) { try contentWriter.write(content) { content.reply } }
    #expect(error?.isQuiet == true)
  }

  private static func writerWithoutReader() throws -> SharedDescriptor { try Pipe.make().writer }
}
