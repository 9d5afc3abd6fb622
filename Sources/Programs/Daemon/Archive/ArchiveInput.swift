internal import LinuxIO
internal import Pasteboards
internal import Tar
internal import Wire

/// Where an import comes from: a client's descriptor, read once from where it stands to the end.
///
/// Used on the intake's loop alone.
final class ArchiveInput {
  let descriptor: SharedDescriptor
  let kind: FileStatus.Kind
  private var reader = TarReader()
  private let room = PieceRoom(byteCount: 256 * 1024)
  private var unread = 0..<0

  init(_ descriptor: SharedDescriptor) throws(PasteboardError) {
    self.descriptor = descriptor
    kind = try Intake.kind(of: descriptor)
  }

  /// How much of the archive was read.
  var byteCount: Int { reader.offset }
  var isEnded: Bool { reader.isEnded }
  var isEmpty: Bool { unread.isEmpty }
  var isBetweenMembers: Bool { reader.isBetweenMembers }

  /// Reads more into the empty room: `nil` if there is nothing yet, 0 at the end.
  func fill() throws(PasteboardError) -> Int? {
    let count: Int?
    do throws(SystemError) {
      switch kind {
      case .regular, .blockDevice: count = try descriptor.descriptor.read(into: room.bytes)
      // Whoever shares a pipe may have emptied it since it was ready, and a plain read would wait.
      default: count = try ContentCopy.readAvailable(from: descriptor.number, into: room.bytes)
      }
    } catch {
      throw .inputFailed(reason: error.description)
    }
    unread = 0..<(count ?? 0)
    return count
  }

  /// Takes bytes that were read, `limit` at most.
  func take(atMost limit: Int) -> UnsafeRawBufferPointer {
    let count = min(limit, unread.count)
    defer { unread = (unread.lowerBound + count)..<unread.upperBound }
    return UnsafeRawBufferPointer(
      rebasing: room.bytes[unread.lowerBound..<(unread.lowerBound + count)]
    )
  }

  func read(_ block: [UInt8]) throws(PasteboardError) -> TarMember? {
    do throws(TarError) {
      return try reader.read(block)
    } catch {
      throw .noArchive(error.reason, at: error.offset)
    }
  }

  func passed(_ count: Int) { reader.passed(count) }
}

extension PasteboardError {
  /// What is read is none of our archives, or cut.
  static func noArchive(_ reason: String, at offset: Int? = nil) -> PasteboardError {
    .invalidPayload(type: "archive", reason: reason, position: offset.map { "byte \($0)" })
  }
}

extension Intake {
  /// The next member, whose content comes then; `nil` at the end.
  func nextMember(of input: ArchiveInput) async throws(PasteboardError) -> TarMember? {
    while !input.isEnded {
      var block: [UInt8] = []
      while block.count < TarBlock.byteCount {
        guard try await hasMore(input) else {
          if input.byteCount == 0, block.isEmpty { throw .noArchive("it is empty") }
          throw .noArchive("it ends early", at: input.byteCount)
        }
        block += input.take(atMost: TarBlock.byteCount - block.count)
      }
      if let member = try input.read(block) { return member }
    }
    return nil
  }

  /// Hands on the content of a member piece by piece; then comes the next member.
  func forEachPiece(
    of member: TarMember,
    _ input: ArchiveInput,
    _ body: (UnsafeRawBufferPointer) async throws(PasteboardError) -> Void
  ) async throws(PasteboardError) {
    var rest = member.byteCount
    while rest > 0 {
      guard try await hasMore(input) else { throw .noArchive("it ends early", at: input.byteCount) }
      let piece = input.take(atMost: min(rest, 64 * 1024))
      rest -= piece.count
      input.passed(piece.count)
      try await body(piece)
    }
    try await skipPadding(after: member, input)
  }

  /// Gathers the content of a member; of a pipe what is large passes within the kernel.
  func gather(
    _ member: TarMember,
    _ input: ArchiveInput
  ) async throws(PasteboardError) -> Content {
    var collector = Collector(storage: storage, secrecy: .open)
    let isLarge = member.byteCount > Payload.inlineLimit
    while collector.byteCount < member.byteCount {
      let rest = member.byteCount - collector.byteCount
      let before = collector.byteCount
      if isLarge, input.isEmpty, input.kind == .pipe, let file = try collector.openFile() {
        guard await waits(for: input.descriptor) else { throw .givenUp }
        let moved = try splice(input.descriptor, to: file, atMost: min(rest, 1 << 20))
        guard let moved else { continue }
        guard moved > 0 else { throw .noArchive("it ends early", at: input.byteCount) }
        try collector.count(moved)
        try examine(file, for: &collector)
      } else {
        guard try await hasMore(input) else {
          throw .noArchive("it ends early", at: input.byteCount)
        }
        try collector.append(input.take(atMost: rest))
      }
      input.passed(collector.byteCount - before)
      try collector.writeBehind()
      await loop.giveTurn()
    }
    try await skipPadding(after: member, input)
    return try collector.finish()
  }

  /// Passes over the zeros that follow content.
  private func skipPadding(
    after member: TarMember,
    _ input: ArchiveInput
  ) async throws(PasteboardError) {
    var rest = TarBlock.padding(after: member.byteCount)
    while rest > 0 {
      guard try await hasMore(input) else { throw .noArchive("it ends early", at: input.byteCount) }
      let count = input.take(atMost: rest).count
      input.passed(count)
      rest -= count
    }
  }

  /// Reads what stands behind the end, so that whoever writes it is not cut off; some of it at most.
  func drain(_ input: ArchiveInput) async throws(PasteboardError) {
    guard input.kind != .regular else { return }
    var rest = 1 << 20
    while rest > 0, try await hasMore(input) { rest -= input.take(atMost: .max).count }
  }

  /// Sees to it that there is something to take; `false` at the end.
  private func hasMore(_ input: ArchiveInput) async throws(PasteboardError) -> Bool {
    while input.isEmpty {
      guard await waits(for: input.descriptor) else { throw .givenUp }
      if try input.fill() == 0 { return false }
      await loop.giveTurn()
    }
    return true
  }
}
