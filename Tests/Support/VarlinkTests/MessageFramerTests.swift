import Testing

@testable import LinuxIO
@testable import Varlink

@Suite("Message framing")
struct MessageFramerTests {
  private typealias Frame = MessageFramer.Frame

  private func frames(_ pieces: [String], limit: Int = 8) -> [Frame] {
    var framer = MessageFramer(limit: limit)
    return pieces.flatMap { framer.receive(Array($0.utf8)) }
  }

  private func message(_ text: String) -> Frame { .message(Array(text.utf8)) }

  @Test(
    arguments: [
      ([], []),
      (["abc"], []),
      (["abc\0"], ["abc"]),
      (["abc", "\0"], ["abc"]),
      (["a\0b\0"], ["a", "b"]),
      (["a\0b", "c\0\0d\0"], ["a", "bc", "", "d"]),
      (["", "a", "", "\0", ""], ["a"]),
      (["12345678\0"], ["12345678"]),
      (["1234", "5678", "\0"], ["12345678"]),
      (["123456789\0a\0"], [nil, "a"]),
      (["12345678", "9"], [nil]),
      (["123456789", "abcdefghijk", "lm\0a\0"], [nil, "a"]),
      (["a\0", "123456789", "\0", "123456789\0"], ["a", nil, nil]),
    ] as [([String], [String?])]
  )
  func `a stream is cut at each NUL, however it comes`(pieces: [String], expected: [String?]) {
    #expect(frames(pieces) == expected.map { $0.map(message) ?? .tooLarge })
  }

  @Test func `every cut of a stream gives the same messages`() {
    var random = Generator(seed: 7)
    let stream = (0..<400).flatMap { _ -> [UInt8] in
      let count = Int.random(in: 0...12, using: &random)
      return [UInt8](repeating: 0x61, count: count) + [0]
    }
    var whole = MessageFramer(limit: 8)
    let expected = whole.receive(stream)
    for _ in 0..<200 {
      var framer = MessageFramer(limit: 8)
      var found: [Frame] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...20, using: &random)
        found += framer.receive(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(found == expected)
    }
  }

  @Test(.timeLimit(.minutes(4))) func `100 MiB without an end are told once and kept nowhere`() {
    var framer = MessageFramer()
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    var frames: [Frame] = []
    for _ in 0..<100 { frames += framer.receive(piece) }
    #expect(frames == [.tooLarge])
    #expect(framer.receive(Array("\0ok\0".utf8)) == [message("ok")])
  }
}

@Suite("Inbound queue")
struct InboundQueueTests {
  private struct Found: Equatable {
    let text: String
    let descriptors: Int
  }

  /// Feeds pieces of (bytes, number of descriptors) and takes what came of it.
  private func found(_ pieces: [(String, Int)]) throws -> [Found] {
    var queue = InboundQueue(messageLimit: 8)
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    for (text, count) in pieces {
      Array(text.utf8).withUnsafeBytes {
        queue.receive(
          $0,
          descriptors: [SharedDescriptor](repeating: file, count: count),
          isTruncated: false
        )
      }
    }
    var all: [Found] = []
    while let item = queue.next() {
      switch item {
      case .message(let bytes, let descriptors):
        all.append(
          Found(text: String(decoding: bytes, as: UTF8.self), descriptors: descriptors.count)
        )
      case .tooLarge: all.append(Found(text: "too large", descriptors: 0))
      case .tooManyDescriptors: all.append(Found(text: "too many", descriptors: 0))
      }
    }
    #expect(queue.byteCount == 0)
    return all
  }

  @Test func `descriptors belong to the message that the read ended in`() throws {
    #expect(try found([("a\0", 2)]) == [Found(text: "a", descriptors: 2)])
    #expect(try found([("a", 2), ("b\0", 0)]) == [Found(text: "ab", descriptors: 2)])
    #expect(
      try found([("a\0b\0", 1)])
        == [Found(text: "a", descriptors: 0), Found(text: "b", descriptors: 1)]
    )
    #expect(
      try found([("a\0b", 1), ("c\0d\0", 0)])
        == [
          Found(text: "a", descriptors: 0), Found(text: "bc", descriptors: 1),
          Found(text: "d", descriptors: 0),
        ]
    )
    #expect(try found([("a", 1), ("b", 2), ("\0", 3)]) == [Found(text: "ab", descriptors: 6)])
  }

  @Test func `more descriptors than a message may bring are told and dropped`() throws {
    #expect(
      try found([("a", 200), ("b", 100), ("\0c\0", 0)])
        == [Found(text: "too many", descriptors: 0), Found(text: "c", descriptors: 0)]
    )
  }

  @Test func `descriptors of a message that is too large go to no other`() throws {
    #expect(
      try found([("123456789", 1), ("1", 1), ("1\0a\0", 0)])
        == [Found(text: "too large", descriptors: 0), Found(text: "a", descriptors: 0)]
    )
    #expect(
      try found([("1", 1), ("23456789\0a\0", 0)])
        == [Found(text: "too large", descriptors: 0), Found(text: "a", descriptors: 0)]
    )
  }

  @Test func `many messages leave in their order`() throws {
    let pieces = (0..<2000).map { ("\($0)\0", $0 % 3) }
    #expect(
      try found(pieces) == pieces.map { Found(text: String($0.0.dropLast()), descriptors: $0.1) }
    )
  }
}
