internal import LinuxIO

/// The frames of a write-ahead log that are sound, also those behind one that is not.
///
/// SQLite takes a damaged frame for the end, and forgets what was committed after it without a word.
/// Each frame's checksum goes on from the one that stands in the frame before, so that all but the
/// damaged ones can still be told.
///
/// A transaction with a gap counts as damaged only if a whole one follows it: each is synced before the
/// next begins, so that a power failure tears the last one alone, of which nobody was told yet.
///
/// Source: sqlite.org/fileformat2.html §4.
struct WriteAheadLog {
  /// Whether a whole transaction was committed behind what is damaged.
  private(set) var isDamaged = false
  /// Where in the file the last committed content of each page is.
  private(set) var pages: [Int: Int] = [:]

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private static let frameSize = frameHeaderSize + DamagedDatabase.pageSize

  init() {}

  /// Reads the log at `path`; one that is not there has no frames.
  init(at path: [UInt8]) throws(SystemError) {
    guard let status = try FileSystem.status(of: path), status.kind == .regular else { return }
    let frameCount = (status.byteCount - Self.headerSize) / Self.frameSize
    guard frameCount > 0 else { return }
    let file = try FileSystem.open(path)
    let header = try file.bytes(at: 0, count: Self.headerSize)
    let isBigEndian = header.word(at: 0) == 0x377F_0683
    let isHeaderSound =
      header.word(at: 0) & ~1 == 0x377F_0682
      && Sum.zero.adding(header[..<24], isBigEndian) == Sum(header, at: 24)
    let first = try file.bytes(at: Self.headerSize, count: Self.frameHeaderSize)
    let salt = isHeaderSound ? header[16..<24] : first[8..<16]
    // Without a header nobody knows what the first frame goes on from.
    var sum = isHeaderSound ? Sum(header, at: 24) : nil
    var hasGap = !isHeaderSound
    var transaction: [(page: Int, offset: Int)] = []
    var isTorn = false
    for index in 0..<frameCount {
      let offset = Self.headerSize + index * Self.frameSize
      let head = try file.bytes(at: offset, count: Self.frameHeaderSize)
      defer { sum = Sum(head, at: 16) }
      // One of a log that was here before.
      guard head[8..<16] == salt else {
        (hasGap, isTorn) = (true, true)
        continue
      }
      let content = offset + Self.frameHeaderSize
      let page = try file.bytes(at: content, count: DamagedDatabase.pageSize)
      let expected = sum?.adding(head[..<8], isBigEndian).adding(page[...], isBigEndian)
      guard expected == nil || expected == Sum(head, at: 16) else {
        (hasGap, isTorn) = (true, true)
        continue
      }
      transaction.append((Int(head.word(at: 0)), content))
      guard head.word(at: 4) != 0 else { continue }
      if !isTorn {
        for frame in transaction { pages[frame.page] = frame.offset }
        if hasGap { isDamaged = true }
      }
      (transaction, isTorn) = ([], false)
    }
  }

  /// The two halves of a checksum.
  private struct Sum: Equatable {
    static let zero = Sum(first: 0, second: 0)
    private var first: UInt32
    private var second: UInt32

    private init(first: UInt32, second: UInt32) {
      self.first = first
      self.second = second
    }

    init(_ bytes: [UInt8], at offset: Int) {
      first = bytes.word(at: offset)
      second = bytes.word(at: offset + 4)
    }

    func adding(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Sum {
      var sum = self
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          sum.first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ sum.second
          sum.second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ sum.first
        }
      }
      return sum
    }
  }
}

extension Array where Element == UInt8 {
  /// Four bytes, the most significant first.
  func word(at offset: Int) -> UInt32 {
    self[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FileDescriptor {
  /// Some bytes; zeros from the end of the file on.
  func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      let room = UnsafeMutableRawBufferPointer(room)
      do throws(SystemError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
          let more = try pread(into: rest, at: offset + filled)
          if more == 0 { break }
          filled += more
        }
      } catch {
        failure = error
      }
      room[filled..<count].initializeMemory(as: UInt8.self, repeating: 0)
      filled = count
    }
    if let failure { throw failure }
    return bytes
  }
}
