internal import Glibc

/// Copies one regular file with all that belongs to it into an empty one, a slice at a time.
struct FileCopy {
  private let source: SharedDescriptor
  private let details: FileDetails
  private let target: SharedDescriptor
  private let metadata: FileMetadata
  private var content: ContentCopy
  /// From which the target takes no clones.
  private let cloneless: DeviceMemory
  /// What is moved is synced in the end, which should not take long then.
  private var writeBehind = WriteBehind()
  private(set) var byteCount = 0

  /// `source` is open, and `details` are its own, from before anything was read.
  init(
    _ source: SharedDescriptor,
    _ details: FileDetails,
    to target: SharedDescriptor,
    _ metadata: FileMetadata,
    _ cloneless: DeviceMemory
  ) {
    self.source = source
    self.details = details
    self.target = target
    self.metadata = metadata
    self.cloneless = cloneless
    content = ContentCopy(
      whole: source,
      details,
      to: target,
      clones: !cloneless.contains(details.status.device)
    )
  }

  /// True when all is copied.
  mutating func step() throws(FileTransferError) -> Bool {
    do {
      switch try content.step() {
      case .copied(let count):
        byteCount = count
        if metadata.isMove { try writeBehind.advance(target.descriptor, to: count) }
      // A regular file never says so.
      case .wouldBlock: break
      case .finished(let count):
        byteCount = count
        if content.refusesClones { cloneless.insert(details.status.device) }
        try metadata.copy(from: source, details, to: target)
        return true
      }
      return false
    } catch {
      throw FileTransferError(isOfSource(error) ? .source : .target, .system(error))
    }
  }

  /// Calls that work at both ends do not say which one failed; reading again does.
  private func isOfSource(_ error: SystemError) -> Bool {
    if error.call == "pread" { return true }
    guard error.call == "copy", ![ENOSPC, EDQUOT, EROFS, EFBIG].contains(error.code) else {
      return false
    }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      // What it says is not what was the matter first, but it is the same end.
      (try? source.descriptor.pread(into: buffer, at: byteCount)) == nil
    }
  }
}
