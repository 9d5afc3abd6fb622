public import LinuxIO
public import Pasteboards

/// Content in a payload file of the store, which nobody changes.
public final class StoredFile: PayloadFile {
  private let file: SharedDescriptor
  public let byteCount: Int

  /// Opens it; `nil` if it is not there, has lost something, or cannot be opened now.
  convenience init?(at path: [UInt8], byteCount: Int) {
    guard let file = (try? Self.file(at: path, byteCount)) ?? nil else { return nil }
    self.init(file, byteCount)
  }

  private init(_ file: SharedDescriptor, _ byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// As ``init(at:byteCount:)``, but that there are too many open files does not mean that it is lost.
  static func open(at path: [UInt8], byteCount: Int) throws(SystemError) -> StoredFile? {
    try file(at: path, byteCount).map { StoredFile($0, byteCount) }
  }

  private static func file(
    at path: [UInt8],
    _ byteCount: Int
  ) throws(SystemError) -> SharedDescriptor? {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileSystem.open(path, followingLinks: false)
    } catch {
      if error.isExhaustion { throw error }
      // Why else is for `xfer doctor` to say.
      return nil
    }
    let status = try file.status()
    guard status.kind == .regular, status.byteCount >= byteCount else { return nil }
    return SharedDescriptor(file)
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
