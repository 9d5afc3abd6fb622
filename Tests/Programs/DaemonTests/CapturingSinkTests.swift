import Desktop
import LinuxIO
import Pasteboards
import Selections
import Synchronization
import Testing
import Wire

@testable import Daemon

/// Content that is gathered for the history, while others have it as it comes.
@Suite("Gathering beside others")
struct CapturingSinkTests {
  private static let storage = PayloadStorage(
    directory: Array("/tmp".utf8),
    lockedByteCount: 1 << 20
  )

  private static func sink(cap: Int = .max) -> CapturingSink {
    CapturingSink(storage: storage, secrecy: .open, cap: cap)
  }

  /// Notes what it is given, until it has had enough.
  private final class Reader: ContentSink {
    struct Full: Error {}

    private let limit: Int
    let replyType = Mutex<TargetName?>(nil)
    private let content = Mutex<[UInt8]>([])

    init(limit: Int = .max) { self.limit = limit }

    var bytes: [UInt8] { content.withLock { $0 } }

    func begin(replyType: TargetName, isIncremental: Bool) {
      self.replyType.withLock { $0 = replyType }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
      try content.withLock { content in
        content += bytes
        if content.count > limit { throw Full() }
      }
    }
  }

  private static func append(_ bytes: [UInt8], to sink: CapturingSink) throws {
    try bytes.withUnsafeBytes { try sink.append($0) }
  }

  @Test(arguments: [3, 40_000])
  func `who comes late has all of it, from the first byte`(size: Int) throws {
    let sink = Self.sink()
    let pieces = (UInt8(1)...3).map { [UInt8](repeating: $0, count: size) }
    let (early, late) = (Reader(), Reader())
    #expect(sink.add(early, as: 1))
    sink.begin(replyType: .utf8String, isIncremental: true)
    try Self.append(pieces[0], to: sink)
    try Self.append(pieces[1], to: sink)
    #expect(sink.add(late, as: 2))
    try Self.append(pieces[2], to: sink)
    #expect(early.bytes == pieces.flatMap { $0 })
    #expect(late.bytes == pieces.flatMap { $0 })
    #expect(late.replyType.withLock { $0 } == .utf8String)
    #expect(try sink.finish(decodingTextOf: nil).payload.bytes() == pieces.flatMap { $0 })
  }

  @Test func `a reader that fails is told no more, and costs nobody else anything`() throws {
    let sink = Self.sink()
    let (tired, other) = (Reader(limit: 2), Reader())
    #expect(sink.add(tired, as: 3))
    #expect(sink.add(other, as: 4))
    sink.begin(replyType: .utf8String, isIncremental: true)
    for byte in UInt8(1)...5 { try Self.append([byte], to: sink) }
    #expect(tired.bytes == [1, 2, 3])
    #expect(other.bytes == [1, 2, 3, 4, 5])
    #expect(try sink.finish(decodingTextOf: nil).payload.byteCount == 5)
  }

  @Test func `what is over the cap ends the reading, but for somebody who has begun`() throws {
    let lonely = Self.sink(cap: 4)
    lonely.begin(replyType: .utf8String, isIncremental: true)
    try Self.append([1, 2, 3, 4], to: lonely)
    #expect(lonely.failure == nil)
    #expect(throws: PasteboardError.self) { try Self.append([5], to: lonely) }
    #expect(lonely.failure == .tooLarge(what: "what is kept", limit: 4))
    #expect(throws: PasteboardError.self) { try lonely.finish(decodingTextOf: nil) }

    let shared = Self.sink(cap: 4)
    let reader = Reader()
    #expect(shared.add(reader, as: 1))
    shared.begin(replyType: .utf8String, isIncremental: true)
    for byte in UInt8(1)...9 { try Self.append([byte], to: shared) }
    #expect(reader.bytes == Array(1...9))
    #expect(shared.failure == .tooLarge(what: "what is kept", limit: 4))
    // It has not all of it any more.
    #expect(!shared.add(Reader(), as: 2))
  }

  @Test func `who comes so late that the loop would stand still is not served`() throws {
    let sink = Self.sink()
    sink.begin(replyType: .utf8String, isIncremental: true)
    let piece = [UInt8](repeating: 7, count: 1 << 20)
    for _ in 1...5 { try Self.append(piece, to: sink) }
    #expect(!sink.add(Reader(), as: 1))
  }
}
