internal import LinuxIO

/// Room on the disk for taking things away when there is none left: to remove an entry is to write, too.
///
/// A file that is given up when a removal finds the disk full, and made again when there is room.
struct DiskReserve {
  /// A removal writes some dozen pages, a hundred entries at once some hundred.
  private static let byteCount = 2 << 20
  private static let pieceByteCount = 1 << 16
  private let path: [UInt8]

  init(at path: [UInt8]) { self.path = path }

  /// Makes the file as large as it should be, but takes no more than half of what is free: the other half
  /// is for what the room was made for.
  func fill() {
    do throws(SystemError) {
      let there = try FileSystem.status(of: path)?.byteCount ?? 0
      guard there < Self.byteCount else { return }
      let directory = Array(path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
      let free = try FileSystem.freeByteCount(at: directory)
      let more = min(Self.byteCount - there, free / 2) / Self.pieceByteCount
      guard more > 0 else { return }
      let file = try FileSystem.open(path, .append, followingLinks: false)
      let piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
      for _ in 0..<more { try file.writeAll(piece) }
    } catch {
      // A part of it is better than nothing; the next removal tries again.
    }
  }

  /// Gives the room back; `false` if there is none to give.
  func release() -> Bool {
    do {
      try FileSystem.remove(path)
      return true
    } catch {
      return false
    }
  }
}
