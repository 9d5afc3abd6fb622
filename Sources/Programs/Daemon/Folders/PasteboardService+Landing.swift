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

  /// Makes an entry of a burst of files, in its turn.
  func land(_ burst: Burst) async {
    let path = burst.path
    await takeTurn(.folder(path))
    defer { turns.give(.folder(path)) }
    // Not before it is taken, or waits: until then nothing later counts as seen.
    defer {
      if burst.attempt == 0, facts(of: burst) != nil { folders.facts[path]?.pendingCount -= 1 }
    }
    guard let facts = facts(of: burst) else { return }
    let fresh = await fresh(burst, facts)
    var folder = facts.folder
    var taken: LandedContent
    while true {
      refreshTypes()
      taken = await folderIntake.judge(fresh, in: folder, installedTypes)
      // Who removed the folder meanwhile wants nothing of it any more, who bound it anew something else.
      guard let now = self.facts(of: burst)?.folder else { return }
      if now == folder { break }
      folder = now
    }
    for (name, reason) in taken.refused { refuse(name, reason, in: path) }
    if !taken.files.isEmpty {
      do throws(PasteboardError) {
        try await offer(taken, of: folder, burst)
      } catch {
        taken.postpone(taken.files, error.cause)
      }
    }
    guard let now = self.facts(of: burst) else { return }
    if let cause = taken.cause { return postpone(burst, taken, cause) }
    if burst.attempt > 0 { folders.facts[path]?.retriedCount -= 1 }
    // What is still to be kept must land again after a restart, and a mark never goes back.
    guard now.retriedCount <= (burst.attempt > 0 ? 1 : 0),
      burst.watermark.time >= now.watermark?.time ?? .min
    else { return }
    folders.facts[path]?.watermark = burst.watermark
    await saveFolders()
  }

  /// What is known of the folder, unless it was removed since.
  private func facts(of burst: Burst) -> FolderFacts? {
    folders.facts[burst.path].flatMap { $0.binding === burst.binding ? $0 : nil }
  }

  var folderIntake: Intake { folders.intake ?? fileIntake }

  /// Tries again later what could not be kept, such as for a full disk.
  private func postpone(_ burst: Burst, _ taken: LandedContent, _ cause: String) {
    guard let facts = facts(of: burst) else { return }
    let path = burst.path
    log.write(.error, "\(facts.folder.name): what landed there could not be kept: \(cause)")
    for file in taken.postponed.suffix(FolderFacts.mostRefused) {
      folders.facts[path]?.refuse(file.name, "it is tried again: \(cause)")
    }
    if burst.attempt == 0 {
      folders.facts[path]?.retriedCount += 1
      // Said once, however often it is tried.
      if configuration.notify.drops { announce(.failed([cause], in: facts.folder.name)) }
    }
    var rest = burst
    rest.files = taken.postponed
    rest.versions = taken.versions
    rest.attempt += 1
    loop.schedule(after: Self.retryPause * (1 << min(burst.attempt, 6))) {
      [weak self, loop, rest] in
      guard let self else { return }
      loop.task(in: self) { await $0.land(rest) }
    }
  }

  private func offer(
    _ landed: LandedContent,
    of folder: DropFolder,
    _ burst: Burst
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
    folders.facts[folder.path]?.accept(landed.files.map(\.name))
    if folder.action == .move, facts(of: burst)?.folder == folder {
      for (name, reason) in await folderIntake.remove(landed, from: folder) {
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
  /// The files that are still to be taken: not what was before the daemon was ended, which could not
  /// note that; and not what has changed since it was to be tried again, which lands by itself.
  private func fresh(_ burst: Burst, _ facts: FolderFacts) async -> [LandedFile] {
    let folder = facts.folder
    if burst.attempt > 0 {
      let rest = await folderIntake.unchanged(burst.files, burst.versions, in: folder)
      let names = Set(rest.map(\.name))
      folders.facts[burst.path]?.accept(burst.files.map(\.name).filter { !names.contains($0) })
      return rest
    }
    // What is moved is taken again rather than removed unseen.
    guard folder.action != .move, let mark = facts.resumed,
      await folderIntake.hasOlder(burst.files, than: folders.begun, in: folder)
    else { return burst.files }
    let taken = await taken(from: folder, since: Double(mark.time) / 1e9)
    guard !taken.isEmpty else { return burst.files }
    return await folderIntake.files(burst.files, in: folder, without: taken)
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
