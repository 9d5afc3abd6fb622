internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Wire

// What lands in a drop folder becomes an entry of its board.
extension PasteboardService {
  /// How long what could not be kept waits for the next try, and twice as long after each.
  private static let retryPause = Duration.seconds(30)

  /// Makes an entry of a burst of files, in its turn; `attempt` counts those that failed.
  func land(
    _ files: [LandedFile],
    in path: [UInt8],
    until watermark: Watermark,
    attempt: Int = 0
  ) async {
    await takeTurn(.folder(path))
    defer { turns.give(.folder(path)) }
    if attempt == 0 { folders.facts[path]?.pendingCount -= 1 }
    // Who removed the folder meanwhile wants nothing of it any more.
    guard let folder = folders.facts[path]?.folder else { return }
    refreshTypes()
    let fresh = await fresh(files, in: folder)
    var taken = await fileIntake.judge(fresh, in: folder, installedTypes)
    for (name, reason) in taken.refused { refuse(name, reason, in: path) }
    if !taken.files.isEmpty {
      do throws(PasteboardError) {
        try await offer(taken, of: folder)
        folders.facts[path]?.accept(taken.files.map(\.name))
      } catch {
        taken.postpone(taken.files, error.cause)
      }
    }
    if let cause = taken.cause {
      return postpone(taken.postponed, cause, in: folder, until: watermark, attempt)
    }
    if attempt > 0 { folders.facts[path]?.retriedCount -= 1 }
    // What is still to be kept must land again after a restart, and a mark never goes back.
    guard let facts = folders.facts[path], facts.retriedCount <= 0,
      watermark.time >= facts.watermark?.time ?? .min
    else { return }
    folders.facts[path]?.watermark = watermark
    await saveFolders()
  }

  /// Tries again later what could not be kept, such as for a full disk.
  private func postpone(
    _ files: [LandedFile],
    _ cause: String,
    in folder: DropFolder,
    until watermark: Watermark,
    _ attempt: Int
  ) {
    let path = folder.path
    log.write(.error, "\(folder.name): what landed there could not be kept: \(cause)")
    for file in files.suffix(FolderFacts.mostRefused) {
      folders.facts[path]?.refuse(file.name, "it is tried again: \(cause)")
    }
    if attempt == 0 {
      folders.facts[path]?.retriedCount += 1
      // Said once, however often it is tried.
      if configuration.notify.drops { announce(.failed([cause], in: folder.name)) }
    }
    loop.schedule(after: Self.retryPause * (1 << min(attempt, 6))) { [weak self, loop] in
      guard let self else { return }
      loop.task(in: self) {
        await $0.land(files, in: path, until: watermark, attempt: attempt + 1)
      }
    }
  }

  private func offer(
    _ landed: LandedContent,
    of folder: DropFolder
  ) async throws(PasteboardError) {
    let items = folder.action == .link ? [] : landed.items
    var all = items
    let referred = folder.action == .link ? landed.files : landed.references
    if !referred.isEmpty {
      let list = FileList(paths: referred.map { folder.path + [UInt8(ascii: "/")] + $0.name })
      let content = try await intake.keep(list.uriList, dropNewline: false, secrecy: .open)
      let name = referred.count == 1 ? referred[0].name : nil
      let representation = Representation(type: .fileURL, payload: content.payload)
      all.append(
        Item(representations: [representation], suggestedName: name, isFileName: name != nil)
      )
    }
    let entry = await completed(
      Entry(
        id: Entry.ID(rawValue: .random(in: .min ... .max)),
        items: all,
        time: WallClock.now,
        // What is moved is nowhere else: no limit of the history may remove it.
        label: Entry.Label(source: folder.name, isPinned: folder.action == .move)
      )
    )
    let offer = CurrentOffer(new: entry)
    try await synchronize(offer)
    try await makeCurrent(offer, on: folder.board)
    if configuration.notify.drops {
      announce(.landed(landed.files.map(\.name), on: folder.board, in: folder.name))
    }
    if folder.action == .move {
      for (name, reason) in await fileIntake.remove(landed, from: folder) {
        refuse(name, reason, in: folder.path)
      }
    }
    guard !folder.command.isEmpty else { return }
    run(
      [(owner: "the folder '\(folder.name)'", words: folder.command)],
      for: entry,
      on: folder.board
    )
  }
}

extension PasteboardService {
  /// The files that were not taken before the daemon was ended, and could not note that.
  private func fresh(_ files: [LandedFile], in folder: DropFolder) async -> [LandedFile] {
    guard let facts = folders.facts[folder.path], facts.isResumed else { return files }
    folders.facts[folder.path]?.isResumed = false
    // What is moved is taken again rather than removed unseen.
    guard folder.action != .move, let mark = facts.watermark else { return files }
    let taken = await taken(from: folder, since: Double(mark.time) / 1e9)
    guard !taken.isEmpty else { return files }
    return await fileIntake.files(files, in: folder, without: taken)
  }

  /// When files of a folder became part of an entry last, in seconds since 1970, by their URIs.
  private func taken(from folder: DropFolder, since time: Double) async -> [[UInt8]: Double] {
    var query = HistoryQuery(board: folder.board)
    (query.source, query.since) = (folder.name, time)
    var taken: [[UInt8]: Double] = [:]
    repeat {
      // What cannot be read is as if it had never been.
      guard let page = try? await history.page(query) else { break }
      for kept in page.entries {
        let items = (try? await history.entry(kept.id))?.entry.items ?? []
        for uri in items.flatMap({ OfferedFiles($0)?.uris ?? [] }) {
          taken[uri] = max(taken[uri] ?? kept.time, kept.time)
        }
      }
      query.after = page.end
    } while query.after != nil
    return taken
  }

  /// Makes an entry current that nobody put, in its turn.
  private func makeCurrent(
    _ offer: CurrentOffer,
    on board: BoardName
  ) async throws(PasteboardError) {
    let selection = try await bridge.selection(of: board, display: nil)
    await takeTurn(.change(of: board))
    defer { turns.give(.change(of: board)) }
    _ = try await install(offer, on: board, selection, by: .putting(nil))
  }
}
