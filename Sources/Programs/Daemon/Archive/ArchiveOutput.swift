internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Tar
internal import Wire

/// Where an export goes: a client's descriptor, whose flags are not ours to change.
///
/// Used on the intake's loop alone.
final class ArchiveOutput {
  let descriptor: SharedDescriptor
  let isRegular: Bool
  /// What is still to be written.
  fileprivate var pending: [UInt8] = []
  fileprivate(set) var byteCount = 0

  init(_ descriptor: SharedDescriptor) throws(PasteboardError) {
    self.descriptor = descriptor
    do throws(SystemError) {
      guard try descriptor.descriptor.accessMode != .readOnly else {
        throw SystemError(call: "write", code: SystemError.badDescriptor)
      }
      isRegular = try descriptor.descriptor.status().kind == .regular
    } catch {
      throw PasteboardError(writingArchive: error)
    }
  }
}

extension PasteboardError {
  init(writingArchive error: SystemError) {
    self = .storageFailed(reason: error.isFullDisk ? "the disk is full" : error.reason)
  }
}

extension Intake {
  /// Writes bytes; what waits for more is small.
  func write(_ bytes: [UInt8], to output: ArchiveOutput) async throws(PasteboardError) {
    output.pending += bytes
    if output.pending.count >= 64 * 1024 { try await flush(output) }
  }

  /// Writes what waits; however slow the reader is, nobody else waits for it.
  func flush(_ output: ArchiveOutput) async throws(PasteboardError) {
    let bytes = output.pending
    output.pending = []
    var start = 0
    while start < bytes.count {
      guard await waits(for: output.descriptor, .writable) else { throw .givenUp }
      start += try Self.writeAtHand(bytes[start...], to: output)
      await loop.giveTurn()
    }
    output.byteCount += bytes.count
  }

  /// Writes what is taken at once, of what is no more than some pages.
  private static func writeAtHand(
    _ bytes: ArraySlice<UInt8>,
    to output: ArchiveOutput
  ) throws(PasteboardError) -> Int {
    let descriptor = output.descriptor
    return try bytes.span.bytes.withUnsafeBytes { (bytes) throws(PasteboardError) in
      var count = 0
      do throws(SystemError) {
        while count < bytes.count {
          // A blocking pipe that is writable takes this much without waiting (pipe(7), PIPE_BUF).
          let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
          let piece = output.isRegular ? rest : UnsafeRawBufferPointer(rebasing: rest.prefix(4096))
          switch try descriptor.descriptor.writeAvailable(piece) {
          case .bytes(let written): count += written
          case .wouldBlock: return count
          }
          guard try descriptor.descriptor.poll(for: .writable, timeout: .zero) != nil else { break }
        }
      } catch {
        throw PasteboardError(writingArchive: error)
      }
      return count
    }
  }

  /// Writes a payload as a member of its own; a file passes within the kernel.
  func write(
    _ payload: Payload,
    as name: String,
    time: Double,
    to output: ArchiveOutput
  ) async throws(PasteboardError) {
    let byteCount = payload.byteCount ?? 0
    let member = TarMember(name: Array(name.utf8), byteCount: byteCount)
    try await write(TarWriter.header(of: member, time: Int(time)), to: output)
    if case .file(let file as StoredFile) = payload {
      try await flush(output)
      try await copy(file, to: output)
    } else {
      let bytes: [UInt8]
      do throws(PayloadFailure) {
        bytes = try payload.bytes()
      } catch {
        throw .storageFailed(reason: error.reason)
      }
      try await write(bytes, to: output)
    }
    let padding = TarBlock.padding(after: byteCount)
    try await write([UInt8](repeating: 0, count: padding), to: output)
  }

  private func copy(
    _ file: StoredFile,
    to output: ArchiveOutput
  ) async throws(PasteboardError) {
    var copy: ContentCopy
    do throws(SystemError) {
      copy = try ContentCopy(
        from: try file.reopened(),
        to: output.descriptor,
        byteCount: file.byteCount
      )
    } catch {
      throw PasteboardError(writingArchive: error)
    }
    while true {
      let progress: ContentCopy.Progress
      do throws(SystemError) {
        progress = try copy.step()
      } catch {
        throw PasteboardError(writingArchive: error)
      }
      if case .finished(let count) = progress {
        guard count == file.byteCount else { throw .storageFailed(reason: "a payload is cut") }
        output.byteCount += count
        return
      }
      let isBlocked = progress == .wouldBlock
      guard !Task.isCancelled else { throw .givenUp }
      if isBlocked, !(await waits(for: output.descriptor, .writable)) { throw .givenUp }
      await loop.giveTurn()
    }
  }
}

extension PasteboardError {
  /// The client has gone; nobody hears of it.
  static var givenUp: PasteboardError { .inputFailed(reason: "given up") }
}
