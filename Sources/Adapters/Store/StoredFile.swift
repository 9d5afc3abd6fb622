public import LinuxIO
public import Pasteboards

/// Content in a payload file of the store, which nobody changes.
public final class StoredFile: PayloadFile {
  private let file: SharedDescriptor
  public let byteCount: Int

  /// Opens it; `nil` if it is not there, or has lost something.
  init?(at path: [UInt8], byteCount: Int) {
    // Why it cannot be opened is for `xfer doctor` to say.
    guard let file = try? FileSystem.open(path, followingLinks: false),
      let status = try? file.status(), status.kind == .regular, status.byteCount >= byteCount
    else { return nil }
    self.file = SharedDescriptor(file)
    self.byteCount = byteCount
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
