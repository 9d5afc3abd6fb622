internal import Declarations
internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Tar
internal import Varlink
internal import Wire

extension Intake {
  /// Takes the entries of an archive, which is a stranger's; what was taken before an error stays.
  func importing(
    _ descriptor: SharedDescriptor,
    into store: Store,
    onto board: BoardName?,
    declarations: UserDeclarations,
    progress: @escaping @Sendable (ArchiveReply) -> Void
  ) async -> ImportOutcome {
    let job = ArchiveImport(onto: board, declarations: declarations, progress: progress)
    var failure: PasteboardError?
    do throws(PasteboardError) {
      try await take(archive: descriptor, into: store, job)
    } catch {
      failure = error
    }
    return ImportOutcome(reply: job.reply, boards: job.boards, error: failure)
  }

  /// Goes through it in one pass, in batches that are on the disk when they count.
  private func take(
    archive descriptor: SharedDescriptor,
    into store: Store,
    _ job: ArchiveImport
  ) async throws(PasteboardError) {
    let input = try ArchiveInput(descriptor)
    do throws(PasteboardError) {
      while let member = try await nextMember(of: input) {
        try await take(member, input, store, job)
        job.report(input.byteCount)
      }
      guard job.hasEntries else { throw .noArchive("it has no list of entries") }
      try await drain(input)
    } catch {
      try await keepBatch(job, store)
      // Of one that was cut, or goes on otherwise, what came before counts.
      guard case .invalidPayload(let archive, let reason, let position) = error else { throw error }
      guard job.hasEntries else {
        let reason = "one of xfer export, a tar, was expected: \(reason)"
        throw .invalidPayload(type: archive, reason: reason, position: position)
      }
      job.note("\(reason)\(position.map { " at \($0)" } ?? "")")
    }
    try await keepBatch(job, store)
  }

  private func take(
    _ member: TarMember,
    _ input: ArchiveInput,
    _ store: Store,
    _ job: ArchiveImport
  ) async throws(PasteboardError) {
    switch (ArchiveMember(member.name), member.kind) {
    case (.entries, .file):
      job.hasEntries = true
      try await takeLines(of: member, input, store, job)
      job.forgetPayloads()
    case (.payload(let name), .file) where job.payloads.count < ArchiveImport.mostPayloads:
      job.keep(try await gather(member, input), as: name)
    case (.payload, .file), (.other, _), (_, .directory), (_, .other):
      try await forEachPiece(of: member, input) { _ in await loop.giveTurn() }
    }
  }

  private func takeLines(
    of member: TarMember,
    _ input: ArchiveInput,
    _ store: Store,
    _ job: ArchiveImport
  ) async throws(PasteboardError) {
    let name = String(decoding: member.name.prefix(100), as: UTF8.self)
    var cutter = LineCutter()
    var number = 0
    try await forEachPiece(of: member, input) { (piece) async throws(PasteboardError) in
      var rest = piece[...]
      while !rest.isEmpty {
        let (count, line) = cutter.take(
          UnsafeRawBufferPointer(rebasing: rest),
          limit: ArchiveExport.longestLine
        )
        rest = rest.dropFirst(count)
        guard case .some(let line) = line else { continue }
        number += 1
        try await take(line, (name, number), store, job)
      }
      job.report(input.byteCount)
      await loop.giveTurn()
    }
    // The last line may be without its newline.
    try await take(cutter.finish(), (name, number + 1), store, job)
    try await keepBatch(job, store)
  }

  private func take(
    _ line: [UInt8]?,
    _ place: (member: String, number: Int),
    _ store: Store,
    _ job: ArchiveImport
  ) async throws(PasteboardError) {
    guard let line else {
      let limit = ArchiveExport.longestLine >> 20
      return job.fail(place.member, line: place.number, "it is longer than \(limit) MiB")
    }
    guard !line.isEmpty else { return }
    do throws(PasteboardError) {
      let entry = try await arriving(line, job)
      job.batch.append(entry)
      job.batchByteCount += line.count
    } catch {
      if case .storageFailed = error { throw error }
      job.fail(place.member, line: place.number, error.sentence)
    }
    let isFull =
      job.batch.count >= ArchiveImport.mostBatched
      || job.batchByteCount >= ArchiveExport.memberByteCount
    if isFull { try await keepBatch(job, store) }
  }

  /// Has the store keep what was checked.
  private func keepBatch(_ job: ArchiveImport, _ store: Store) async throws(PasteboardError) {
    let batch = job.batch
    (job.batch, job.batchByteCount) = ([], 0)
    guard !batch.isEmpty else { return }
    for arriving in batch { try synchronize(arriving.entry) }
    do throws(StoreError) {
      job.add(try await store.take(batch), of: batch)
    } catch {
      throw PasteboardError(error)
    }
  }
}

/// What a member of an archive is, by its name.
enum ArchiveMember: Equatable {
  case entries
  /// Content, and its name.
  case payload([UInt8])
  case other

  init(_ name: [UInt8]) {
    // As tar calls it that was told to pack a directory's content.
    let name = name.starts(with: "./".utf8) ? Array(name.dropFirst(2)) : name
    let isLines = name.starts(with: "entries/".utf8) && name.suffix(6).elementsEqual(".jsonl".utf8)
    if isLines || name.elementsEqual("entries.jsonl".utf8) {
      self = .entries
    } else if name.starts(with: "payloads/".utf8) {
      self = .payload(name)
    } else {
      self = .other
    }
  }
}

extension PasteboardError {
  /// What it says of a line of an archive.
  fileprivate var sentence: String {
    switch self {
    case .invalidRequest(let parameter, let reason): "\(parameter): \(reason)"
    case .invalidPayload(let type, let reason, let position):
      "\(type): the content does not fit: \(reason)\(position.map { " at \($0)" } ?? "")"
    case .tooLarge(let what, let limit): "\(what) is larger than \(limit)"
    default: "\(self)"
    }
  }
}
