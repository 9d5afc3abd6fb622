internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Varlink
internal import Wire

// Entries on their way to another machine, and back.
extension PasteboardService {
  func export(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: ExportRequest = try call.decoded()
    let output = try descriptor(request.descriptor, of: call)
    let wanted = try request.board.map(board(named:))
    var boards: [BoardName]
    do {
      boards = try await history.boards().map(\.board)
    } catch {
      throw PasteboardError(error)
    }
    if let wanted {
      guard wanted.isBound || boards.contains(wanted) else {
        throw .noSuchBoard(board: wanted.description)
      }
      boards = [wanted]
    }
    let reply = try await intake.export(
      boards,
      of: history,
      to: output,
      progress: progress(of: call)
    )
    try call.reply(reply)
  }

  func importArchive(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: ImportRequest = try call.decoded()
    let input = try descriptor(request.descriptor, of: call)
    let board = try request.board.map(board(named:))
    let outcome = await intake.importing(
      input,
      into: store,
      onto: board,
      declarations: installedTypes.user,
      progress: progress(of: call)
    )
    for board in outcome.boards where !board.isBound { await followStore(on: board) }
    if !outcome.boards.isEmpty { await watchNextEnd() }
    if let error = outcome.error { throw error }
    try call.reply(outcome.reply)
  }

  private func descriptor(
    _ index: Int,
    of call: VarlinkCall
  ) throws(PasteboardError) -> SharedDescriptor {
    let descriptors = call.descriptors
    guard descriptors.indices.contains(index) else {
      throw .invalidRequest(
        parameter: "descriptor",
        reason: "\(index) is not among the \(descriptors.count) that came with the message"
      )
    }
    call.releaseDescriptors()
    return descriptors[index]
  }

  private func progress(of call: VarlinkCall) -> @Sendable (ArchiveReply) -> Void {
    guard call.more else { return { _ in } }
    // A client that does not read them wants none.
    return { try? call.reply($0, continues: true) }
  }
}

/// How an import ended.
struct ImportOutcome: Sendable {
  let reply: ArchiveReply
  /// The boards that got something, also before an error.
  let boards: Set<BoardName>
  let error: PasteboardError?
}
