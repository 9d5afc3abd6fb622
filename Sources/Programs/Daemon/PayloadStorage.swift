internal import LinuxIO
internal import Pasteboards
internal import Wire

/// Makes the files that hold content: without a name on disk, or locked in memory.
final class PayloadStorage: Sendable {
  /// Whether content may touch a disk.
  enum Secrecy: Sendable {
    case open, sensitive
  }

  let directory: [UInt8]
  private let disposal: EventLoop?
  private let budget: LockedMemoryBudget

  /// Files in `directory`, and `lockedByteCount` bytes of memory; `disposal` is where large files are
  /// closed.
  init(directory: [UInt8], lockedByteCount: Int, disposal: EventLoop? = nil) {
    self.directory = directory
    self.disposal = disposal
    budget = LockedMemoryBudget(byteCount: lockedByteCount)
  }

  /// Removes what a daemon that was killed left where files cannot be without a name.
  ///
  /// Call it before the first file is made.
  func removeLeftOvers() {
    // They cost room and nothing else; a directory that cannot be read will be told of by a put.
    _ = try? UnnamedFile.removeLeftOvers(in: directory)
  }

  /// An empty file on disk.
  func scratchFile() throws(SystemError) -> ScratchFile {
    do throws(SystemError) {
      return try ScratchFile(in: directory, disposal: disposal)
    } catch  where error.code == SystemError.notFound {
      // Somebody removed it with all that was in it.
      try FileSystem.makeDirectories(directory)
      return try ScratchFile(in: directory, disposal: disposal)
    }
  }

  /// An empty file.
  func create(_ secrecy: Secrecy) throws(PasteboardError) -> OpenFile {
    do throws(SystemError) {
      switch secrecy {
      case .open:
        return OpenFile(storage: .disk(try scratchFile()), budget: budget)
      case .sensitive:
        let file = try LockedFile(name: "xfer-sensitive", budget: budget)
        return OpenFile(storage: .locked(file), budget: budget)
      }
    } catch {
      throw PasteboardError(storing: error)
    }
  }

  /// A file that is being written.
  struct OpenFile: Sendable {
    fileprivate let storage: FilePayload.Storage
    fileprivate let budget: LockedMemoryBudget

    /// The file, if it is on a disk: whoever adds bytes to it moves its offset.
    var onDisk: SharedDescriptor? {
      if case .disk(let file) = storage { file.shared } else { nil }
    }

    /// Adds bytes at the end.
    func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
      switch storage {
      case .disk(let file):
        try reporting { () throws(SystemError) in try file.shared.descriptor.writeAll(bytes) }
      case .locked(let file):
        do {
          try file.append(bytes)
        } catch {
          throw .tooLarge(what: "all sensitive content", limit: budget.byteCount)
        }
      }
    }

    /// What was written so far, to be read while more is.
    func soFar(byteCount: Int) -> FilePayload { FilePayload(storage, byteCount: byteCount) }

    /// The file as a payload of `byteCount` bytes; nothing is written any more.
    func finish(byteCount: Int) throws(PasteboardError) -> FilePayload {
      if case .locked(let file) = storage {
        try reporting { () throws(SystemError) in try file.seal() }
      }
      return FilePayload(storage, byteCount: byteCount)
    }

    private func reporting(
      _ body: () throws(SystemError) -> Void
    ) throws(PasteboardError) {
      do {
        try body()
      } catch {
        throw PasteboardError(storing: error)
      }
    }
  }
}
