internal import LinuxIO

/// Room on the disk for taking things away when there is none left: to remove an entry is to write, too.
///
/// A file that is given up when a removal finds the disk full, and made again when there is room.
struct DiskReserve {
  /// A removal writes some dozen pages, a hundred entries at once some hundred.
  private static let byteCount = 2 << 20
  private let path: [UInt8]

  init(at path: [UInt8]) { self.path = path }

  /// Makes the file, if it is missing and the disk has the room.
  func fill() {
    do throws(SystemError) {
      if let there = try FileSystem.status(of: path), there.byteCount == Self.byteCount { return }
      let file = try FileSystem.open(path, .replace, followingLinks: false)
      let piece = [UInt8](repeating: 0, count: 1 << 16)
      for _ in 0..<(Self.byteCount / piece.count) { try file.writeAll(piece) }
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
