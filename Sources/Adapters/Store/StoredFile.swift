public import LinuxIO
public import Pasteboards

/// Content in a payload file of the store, which nobody changes.
public final class StoredFile: PayloadFile {
  private let file: SharedDescriptor
  public let byteCount: Int
  /// That of its content when it was stored, by XXH3 with 64 bits; `nil` while it is not known.
  public let checksum: UInt64?

  private init(_ file: SharedDescriptor, _ byteCount: Int, _ checksum: UInt64?) {
    self.file = file
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// Opens it; `nil` if it is not there, is no file, or has lost something.
  ///
  /// - Throws: Why it cannot be opened now, of which nobody may conclude that it is lost.
  static func open(
    at path: [UInt8],
    byteCount: Int,
    checksum: UInt64? = nil
  ) throws(SystemError) -> StoredFile? {
    guard let kind = try FileSystem.status(of: path, followingLinks: false)?.kind, kind == .regular
    else { return nil }
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileSystem.open(path, followingLinks: false, waits: false)
    } catch {
      // It may have gone a moment ago.
      if error.code == SystemError.notFound { return nil }
      throw error
    }
    let status = try file.status()
    guard status.kind == .regular, status.byteCount >= byteCount else { return nil }
    return StoredFile(SharedDescriptor(file), byteCount, checksum)
  }

  public func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(byteCount - offset))
    do {
      return try file.descriptor.pread(into: wanted, at: offset)
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }

  /// The file with an offset of its own, for somebody who may only read it.
  public func reopened() throws(SystemError) -> SharedDescriptor {
    try file.reopenedReadOnly()
  }
}
