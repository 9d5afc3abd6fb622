import LinuxIO
import Pasteboards
import Selections
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Taking in content", .timeLimit(.minutes(4)))
struct IntakeTests {
  /// An intake that runs, and a directory for files.
  private final class Fixture: Sendable {
    let scratch: ScratchDirectory
    let intake: Intake
    private let loop: EventLoop

    init() throws {
      scratch = try ScratchDirectory()
      loop = try EventLoop()
      let directory = Array(scratch.path.utf8)
      let storage = PayloadStorage(directory: directory, lockedByteCount: 1 << 20)
      intake = Intake(loop: loop, storage: storage)
      try loop.start(name: "intake")
    }

    deinit { loop.stop() }

    func source(_ content: [UInt8], at offset: Int = 0) throws -> SharedDescriptor {
      try scratch.write(content, to: "source")
      let source = try FileSystem.open(path, .readWrite)
      try source.seek(to: offset)
      return SharedDescriptor(source)
    }

    var path: [UInt8] { Array(scratch.path("source").utf8) }

    func take(
      _ source: SharedDescriptor,
      dropNewline: Bool = false,
      question: TextQuestion = .form,
      secrecy: PayloadStorage.Secrecy = .open,
      limit: ContentLimit? = nil
    ) async throws -> Content {
      let (beginning, isWhole) = try intake.atHand(source)
      #expect(!isWhole)
      return try await intake.take(
        source,
        after: beginning,
        dropNewline: dropNewline,
        secrecy: secrecy,
        question: question,
        limit: limit
      )
    }
  }

  private static let lines = Array("a line of text\n".utf8)

  private static func text(_ count: Int) -> [UInt8] {
    var text = lines
    while text.count < count { text += text }
    return Array(text[..<count])
  }

  @Test(arguments: [0, 1, 16_385, 5 << 20])
  func `of a file all after its offset is taken, and the offset is at the end`(
    offset: Int
  ) async throws {
    let fixture = try Fixture()
    let bytes = Self.text(9 << 20)
    let source = try fixture.source(bytes, at: offset)
    let content = try await fixture.take(source)
    // What is done to the file afterwards is no matter.
    _ = try [UInt8(0)].withUnsafeBytes { try source.descriptor.pwrite($0, at: offset) }
    try source.descriptor.truncate(to: offset + 1)
    #expect(content.payload.byteCount == bytes.count - offset)
    #expect(try content.payload.bytes() == Array(bytes[offset...]))
    #expect(try source.descriptor.offset == bytes.count)
    #expect(content.isText && content.text?.form == .ascii)
  }

  @Test func `a file by its path is taken from its beginning`() async throws {
    let fixture = try Fixture()
    let bytes = TestBytes.pattern(count: 100_000)
    _ = try fixture.source(bytes)
    let content = try await fixture.intake.take(
      path: fixture.path,
      dropNewline: false,
      secrecy: .open,
      question: .form,
      limit: nil
    )
    #expect(try content.payload.bytes() == bytes)
    #expect(!content.isText && content.text?.isValid == false)
  }

  @Test(arguments: [[0xFF], [0x00], [0xC3]])
  func `what makes a large file no text is seen at its end`(end: [UInt8]) async throws {
    let fixture = try Fixture()
    let content = try await fixture.take(try fixture.source(Self.text(6 << 20) + end))
    #expect(!content.isText)
    #expect(content.text?.isValid == (end == [0]))
  }

  @Test func `nobody looks at what nobody wants to know`() async throws {
    let fixture = try Fixture()
    let source = try fixture.source(Self.text(100_000))
    let content = try await fixture.take(source, question: .nothing)
    #expect(content.text == nil && !content.isText)
    #expect(content.payload.byteCount == 100_000)
  }

  @Test func `after a NUL nobody looks on for whether it is text`() async throws {
    let fixture = try Fixture()
    let source = try fixture.source([0] + Self.text(1 << 20))
    let content = try await fixture.take(source, question: .isText)
    #expect(content.text == nil && !content.isText)
    let text = try await fixture.take(try fixture.source(Self.text(1 << 20)), question: .isText)
    #expect(text.isText && text.text?.form == .ascii)
  }

  @Test func `a newline at the end of a large file is dropped`() async throws {
    let fixture = try Fixture()
    let bytes = Self.text(150_000)
    try #require(bytes.last == UInt8(ascii: "\n"))
    let content = try await fixture.take(try fixture.source(bytes), dropNewline: true)
    #expect(try content.payload.bytes() == Array(bytes.dropLast()))
    #expect(content.isText)
  }

  @Test func `a file over its limit is refused unread`() async throws {
    let fixture = try Fixture()
    let source = try fixture.source(Self.text(100_000))
    let limit = ContentLimit(what: "it", byteCount: 99_999)
    await #expect(throws: PasteboardError.tooLarge(what: "it", limit: 99_999)) {
      try await fixture.take(source, limit: limit)
    }
    #expect(try source.descriptor.offset == 0)
  }

  @Test func `a secret in a large file goes to no disk`() async throws {
    let fixture = try Fixture()
    let bytes = Self.text(100_000)
    let content = try await fixture.intake.take(
      try fixture.source(bytes),
      dropNewline: false,
      secrecy: .sensitive,
      question: .form
    )
    #expect(content.payload.isLocked)
    #expect(try content.payload.bytes() == bytes)
  }

  @Test func `of a file that grows meanwhile so much is taken as is counted`() async throws {
    let fixture = try Fixture()
    let bytes = TestBytes.pattern(count: 24 << 20)
    let source = try fixture.source(Array(bytes[..<(8 << 20)]))
    let writer = try FileSystem.open(fixture.path, .append)
    let shared = SharedDescriptor(writer)
    startThread {
      for start in stride(from: 8 << 20, to: 24 << 20, by: 1 << 20) {
        try? shared.descriptor.writeAll(Array(bytes[start..<(start + 1 << 20)]))
      }
    }
    let payload = try await fixture.take(source).payload
    let byteCount = try #require(payload.byteCount)
    #expect(byteCount >= 8 << 20)
    #expect(try payload.bytes() == Array(bytes[..<byteCount]))
  }

  @Test(arguments: [TextQuestion.nothing, .form])
  func `all of a pipe is taken, and looked at only if wanted`(question: TextQuestion) async throws {
    let fixture = try Fixture()
    let bytes = Self.text(3_000_000) + [0xFF]
    let content = try await fixture.take(try Self.pipe(of: bytes), question: question)
    #expect(try content.payload.bytes() == bytes)
    #expect(content.text?.isValid == (question == .form ? false : nil))
  }

  /// A pipe that so much goes through before it ends.
  private static func pipe(of bytes: [UInt8]) throws -> SharedDescriptor {
    let pipe = try Pipe.make()
    startThread { [writer = pipe.writer] in try? writer.descriptor.writeAll(bytes) }
    return pipe.reader
  }
}
