internal import LinuxIO
internal import Pasteboards
internal import Wire

// Content that the kernel moves into its file, without a way through our memory.
extension Intake {
  /// Adds the rest of a regular file to what was gathered, and moves its offset as reading does.
  ///
  /// The file may be written to meanwhile: what was copied is what is looked at and counted.
  func copyRest(
    of source: SharedDescriptor,
    to file: SharedDescriptor,
    into collector: inout Collector
  ) async throws(PasteboardError) {
    let start: Int
    let before = collector.byteCount
    var copy: ContentCopy
    do throws(SystemError) {
      start = try source.descriptor.offset
      copy = try ContentCopy(from: source, to: file, startingAt: start)
    } catch {
      throw PasteboardError(copying: error)
    }
    var isWhole = false
    // All of a clone is there at once, and is looked at later.
    while !isWhole || collector.unexamined != nil {
      guard !Task.isCancelled else { throw .inputFailed(reason: "given up") }
      if !isWhole {
        let byteCount: Int
        (byteCount, isWhole) = try Self.step(&copy)
        try collector.count(before + byteCount - collector.byteCount)
        try collector.writeBehind()
      }
      try examine(file, for: &collector)
      await loop.giveTurn()
    }
    do throws(SystemError) {
      try source.descriptor.seek(to: start + collector.byteCount - before)
    } catch {
      throw PasteboardError(copying: error)
    }
  }

  /// Moves what a pipe holds now to the end of the file; 0 at its end, `nil` if it is empty.
  func splice(
    _ source: SharedDescriptor,
    to file: SharedDescriptor,
    atMost limit: Int = 1 << 20
  ) throws(PasteboardError) -> Int? {
    do throws(SystemError) {
      switch try ContentCopy.moveAvailable(
        from: source.number,
        to: file.descriptor,
        atMost: limit
      ) {
      case .moved(let count): return count
      case .wouldBlock: return nil
      case .end: return 0
      }
    } catch {
      throw PasteboardError(copying: error)
    }
  }

  /// Looks at what was copied last, a slice at most, while it is still near the processor.
  func examine(
    _ file: SharedDescriptor,
    for collector: inout Collector
  ) throws(PasteboardError) {
    var rest = ContentCopy.sliceByteCount
    while rest > 0, let offset = collector.unexamined {
      let count: Int
      do throws(SystemError) {
        count = try file.descriptor.pread(into: piece, at: offset)
      } catch {
        throw .storageFailed(reason: error.description)
      }
      guard count > 0 else { throw .storageFailed(reason: "the copy was cut") }
      collector.examine(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      rest -= count
    }
  }

  private static func step(
    _ copy: inout ContentCopy
  ) throws(PasteboardError) -> (byteCount: Int, isWhole: Bool) {
    do throws(SystemError) {
      switch try copy.step() {
      case .copied(let count): return (count, false)
      case .finished(let count): return (count, true)
      // Of a regular file, only file systems in user space say so.
      case .wouldBlock: throw SystemError(call: "copy", code: SystemError.wouldBlock)
      }
    } catch {
      throw PasteboardError(copying: error)
    }
  }
}

extension PasteboardError {
  /// One call reads one file and writes another: a full disk is ours, all else is put to the source.
  fileprivate init(copying error: SystemError) {
    self = error.isFullDisk ? .init(storing: error) : .inputFailed(reason: error.description)
  }

  /// What could not be written where content is kept.
  init(storing error: SystemError) {
    self = .storageFailed(reason: error.isFullDisk ? "the disk is full" : error.description)
  }
}
