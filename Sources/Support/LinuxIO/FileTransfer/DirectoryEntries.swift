internal import CLinux
internal import Glibc

/// The names in an open directory, a piece at a time, without `.` and `..`.
///
/// Source: getdents(2), `struct linux_dirent64`.
struct DirectoryEntries {
  private static let pieceByteCount = 32 << 10
  private static let lengthOffset = 16
  private static let nameOffset = 19

  /// What was read and not given yet.
  private var bytes: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// The next name, `nil` after the last.
  mutating func next(from directory: SharedDescriptor) throws(SystemError) -> [UInt8]? {
    while true {
      while let name = nextInMemory() {
        if name != [UInt8(ascii: ".")], name != [UInt8(ascii: "."), UInt8(ascii: ".")] {
          return name
        }
      }
      guard !isAtEnd else { return nil }
      bytes = try Self.piece(of: directory)
      position = 0
      isAtEnd = bytes.isEmpty
    }
  }

  /// Reads all that is left, after which the directory may be closed.
  mutating func readAhead(from directory: SharedDescriptor) throws(SystemError) {
    bytes.removeSubrange(..<position)
    position = 0
    while !isAtEnd {
      let piece = try Self.piece(of: directory)
      isAtEnd = piece.isEmpty
      bytes += piece
    }
  }

  /// Gives no more.
  mutating func abandon() { self = DirectoryEntries(isAtEnd: true) }

  init() {}

  /// Entries as the kernel writes them.
  init(raw bytes: [UInt8]) {
    self.bytes = bytes
    isAtEnd = true
  }

  private init(isAtEnd: Bool) { self.isAtEnd = isAtEnd }

  private mutating func nextInMemory() -> [UInt8]? {
    guard bytes.count - position > Self.nameOffset else { return nil }
    let low = Int(bytes[position + Self.lengthOffset])
    let length = low | Int(bytes[position + Self.lengthOffset + 1]) << 8
    guard length > Self.nameOffset, length <= bytes.count - position else { return nil }
    let name = bytes[position + Self.nameOffset..<position + length].prefix { $0 != 0 }
    position += length
    return Array(name)
  }

  private static func piece(of directory: SharedDescriptor) throws(SystemError) -> [UInt8] {
    let number = directory.number
    return try withUnsafeTemporaryAllocation(byteCount: pieceByteCount, alignment: 8) {
      (buffer) throws(SystemError) in
      let count = try retrying("getdents") {
        clinux_directory_entries(number, buffer.baseAddress, buffer.count)
      }
      return Array(buffer[..<count])
    }
  }
}
