import DaemonClient
import LinuxIO
import Tar
import Wire

/// Makes an archive of what another program kept, oldest first.
struct ArchiveBuilder {
  private let file: SharedDescriptor
  private var lines: [UInt8] = []
  private var payloadCount = 0
  private var payloadsInMember = 0
  private var memberCount = 0
  private let start: Double

  /// What is larger is a member of its own.
  private static let mostInline = 16 * 1024
  /// An importer holds no more at a time.
  private static let mostPayloads = 64
  private static let memberByteCount = 1 << 20

  init() throws(Failure) {
    file = try temporaryFile().descriptor
    start = Double(LocalTime.nanosecondsSince1970) / 1e9
  }

  /// Adds an entry of one thing.
  ///
  /// Its id is made of its content and board, so that it is taken once, however often it is asked for.
  mutating func add(
    _ contents: [(type: String, bytes: [UInt8])],
    on board: String?,
    tags: [String],
    isPinned: Bool,
    from program: String
  ) throws(Failure) {
    var hash = FNV1a()
    hash.add(Array((board ?? "").utf8))
    var representations: [ArchivedRepresentation] = []
    for content in contents {
      hash.add(Array(content.type.utf8))
      hash.add(content.bytes)
      representations.append(try representation(content.type, content.bytes))
    }
    var entry = ArchivedEntry(contents: [ArchivedItem(name: nil, representations: representations)])
    entry.schema = ArchivedEntry.currentSchema
    let digits = String(hash.value, radix: 16)
    entry.entry = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    entry.board = board
    // When it was copied is not known; the order is.
    entry.time = start
    entry.source = program
    entry.tags = tags
    entry.pinned = isPinned
    lines += (JSONText.encode(entry) ?? []) + [UInt8(ascii: "\n")]
    let isFull = lines.count >= Self.memberByteCount || payloadsInMember >= Self.mostPayloads
    if isFull { try endMember() }
  }

  /// The whole archive, to be read from its beginning.
  mutating func finish() throws(Failure) -> SharedDescriptor {
    // Without any list it would be no archive.
    if !lines.isEmpty || memberCount == 0 { try endMember() }
    try write(TarWriter.end)
    do {
      try file.descriptor.seek(to: 0)
    } catch {
      throw Failure("a temporary file", error.reason, code: .inputOutput)
    }
    return file
  }

  private mutating func representation(
    _ type: String,
    _ bytes: [UInt8]
  ) throws(Failure) -> ArchivedRepresentation {
    var representation = ArchivedRepresentation(type: type)
    if bytes.count > Self.mostInline {
      payloadCount += 1
      payloadsInMember += 1
      let name = "payloads/\(payloadCount)"
      try write(bytes, as: name)
      (representation.file, representation.size) = (name, bytes.count)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      representation.text = text
    } else {
      representation.data = Base64.encode(bytes)
    }
    return representation
  }

  private mutating func endMember() throws(Failure) {
    memberCount += 1
    try write(lines, as: "entries/\(memberCount).jsonl")
    (lines, payloadsInMember) = ([], 0)
  }

  private func write(_ bytes: [UInt8], as name: String) throws(Failure) {
    let member = TarMember(name: Array(name.utf8), byteCount: bytes.count)
    try write(TarWriter.header(of: member, time: Int(start)))
    try write(bytes)
    try write([UInt8](repeating: 0, count: TarBlock.padding(after: bytes.count)))
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      try file.descriptor.writeAll(bytes)
    } catch {
      throw Failure("a temporary file", error.reason, code: .inputOutput)
    }
  }
}

/// Hands on the lines of a file without what ends them, each as soon as it is read.
func forEachLine(
  of file: SharedDescriptor,
  endingWith terminator: UInt8 = UInt8(ascii: "\n"),
  _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
) throws(Failure) {
  let room = PieceRoom(byteCount: 256 * 1024)
  var (line, offset): ([UInt8], Int) = ([], 0)
  while true {
    let count: Int
    do {
      count = try file.descriptor.pread(into: room.bytes, at: offset)
    } catch {
      throw Failure("a temporary file", error.reason, code: .inputOutput)
    }
    guard count > 0 else { break }
    offset += count
    var rest = UnsafeRawBufferPointer(rebasing: room.bytes[..<count])[...]
    while let end = rest.firstIndex(of: terminator) {
      line += rest[..<end]
      try body(line[...])
      line = []
      rest = rest[(end + 1)...]
    }
    line += rest
  }
  if !line.isEmpty { try body(line[...]) }
}

/// A hash that is the same everywhere and always; against nobody's malice.
///
/// Source: Fowler, Noll, Vo: FNV-1a, 64 bits.
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds some bytes, so that where they end counts as well.
  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { step(byte) }
    for shift in stride(from: 0, to: 64, by: 8) { step(UInt8(bytes.count >> shift & 255)) }
  }

  private mutating func step(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
