internal import LinuxIO
internal import Pasteboards
internal import Store

/// Content in an open file that has no name and that nobody changes any more.
final class FilePayload: PayloadFile {
  /// What keeps the bytes: a file on disk, or memory that never reaches one.
  enum Storage: Sendable {
    case disk(ScratchFile)
    case locked(LockedFile)
  }

  private let storage: Storage
  let byteCount: Int

  init(_ storage: Storage, byteCount: Int) {
    self.storage = storage
    self.byteCount = byteCount
  }

  fileprivate var isLocked: Bool { if case .locked = storage { true } else { false } }

  /// The file on a disk that holds it; `nil` for a secret.
  var onDisk: ScratchFile? {
    if case .disk(let file) = storage { file } else { nil }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    // Bytes after the end that was agreed on (a newline that was dropped) are not content.
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(byteCount - offset))
    do {
      switch storage {
      case .disk(let file): return try file.shared.descriptor.pread(into: wanted, at: offset)
      case .locked(let file): return try file.descriptor.pread(into: wanted, at: offset)
      }
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }

  /// The file with an offset of its own, for somebody who may only read it.
  func reopened() throws(SystemError) -> SharedDescriptor {
    switch storage {
    case .disk(let file):
      return try file.shared.reopenedReadOnly()
    case .locked(let file):
      let copy = SharedDescriptor(try FileDescriptor(duplicating: file.descriptor.number))
      return try copy.reopenedReadOnly()
    }
  }
}

extension Payload {
  /// The file that holds it, as one for somebody who may only read it; `nil` if none does.
  func reopened() throws(SystemError) -> SharedDescriptor? {
    switch kept {
    case .file(let file as FilePayload): try file.reopened()
    case .file(let file as StoredFile): try file.reopened()
    case .file(let file as OpenedFile): try file.descriptor.reopenedReadOnly()
    default: nil
    }
  }

  /// Whether it is a secret, which no other memory is to hold for long.
  var isLocked: Bool {
    guard case .file(let file as FilePayload) = kept else { return false }
    return file.isLocked
  }
}
