internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Wire

// What lands in a drop folder becomes an entry of its board.
extension PasteboardService {
  /// How long what could not be kept waits for the next try.
  private static let retryPause = Duration.seconds(30)

  /// Makes an entry of a burst of files, in its turn.
  func land(
    _ files: [LandedFile],
    in path: [UInt8],
    until watermark: Watermark,
    isRetried: Bool = false
  ) async {
    await takeTurn(.folder(path))
    defer { turns.give(.folder(path)) }
    if !isRetried { folders.facts[path]?.pendingCount -= 1 }
    // Who removed the folder meanwhile wants nothing of it any more.
    guard let folder = folders.facts[path]?.folder else { return }
    refreshTypes()
    let fresh = await fresh(files, in: folder)
    let taken = await fileIntake.judge(fresh, in: folder, installedTypes)
    for (name, reason) in taken.refused { refuse(name, reason, in: path) }
    if !taken.files.isEmpty {
      do throws(PasteboardError) {
        try await offer(taken, of: folder)
      } catch {
        log.write(.error, "\(folder.name): what landed there could not be kept: \(error.cause)")
        if !isRetried {
          folders.facts[path]?.retriedCount += 1
          // Said once, however often it is tried.
          if configuration.notify.drops { announce(.failed([error.cause], in: folder.name)) }
        }
        loop.schedule(after: Self.retryPause) { [weak self, loop] in
          guard let self else { return }
          loop.task(in: self) { await $0.land(files, in: path, until: watermark, isRetried: true) }
        }
        return
      }
    }
    if isRetried { folders.facts[path]?.retriedCount -= 1 }
    // What is still to be kept must land again after a restart, and a mark never goes back.
    guard let facts = folders.facts[path], facts.retriedCount <= 0,
      watermark.time >= facts.watermark?.time ?? .min
    else { return }
    folders.facts[path]?.watermark = watermark
    await saveFolders()
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
    let command = RuleVerdict.Command(rule: "folder \(folder.name)", words: folder.command)
    run([command], for: entry, on: folder.board)
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

/// What of a burst is taken.
struct LandedContent: Sendable {
  /// All files that are taken, in order of landing.
  var files: [LandedFile] = []
  /// Those whose content is kept.
  var items: [Item] = []
  /// What those were when they were read.
  var versions: [[UInt8]: FileVersion] = [:]
  /// Those that are only referred to, since they have no content to be kept.
  var references: [LandedFile] = []
  var refused: [(name: [UInt8], reason: String)] = []
}

extension Intake {
  /// Sorts out what is taken, and reads what is to be kept; others have their turns in between.
  func judge(
    _ files: [LandedFile],
    in folder: DropFolder,
    _ types: InstalledTypes
  ) async -> LandedContent {
    let accepted = folder.acceptedTypes
    var landed = LandedContent()
    for file in files {
      do throws(PayloadFailure) {
        let before = version(of: file, in: folder)
        let content = try await content(of: file, in: folder, accepted, types)
        if content != nil {
          // It lands again when whoever writes it has closed it.
          guard let before, version(of: file, in: folder) == before else {
            throw PayloadFailure(reason: "it was changed while it was read")
          }
          landed.versions[file.name] = before
        }
        landed.files.append(file)
        if let content { landed.items.append(content) } else { landed.references.append(file) }
      } catch {
        landed.refused.append((file.name, error.reason))
      }
      await loop.giveTurn()
    }
    return landed
  }

  /// A file as an item with its content; `nil` if it is only referred to.
  ///
  /// - Throws: Why it stays where it is.
  private func content(
    of file: LandedFile,
    in folder: DropFolder,
    _ accepted: [UTType],
    _ types: InstalledTypes
  ) async throws(PayloadFailure) -> Item? {
    let keeps = folder.action != .link
    guard file.kind == .regular else {
      let type = file.kind == .directory ? UTType.folder : .symbolicLink
      guard accepted.isEmpty || accepted.contains(where: type.conforms(to:)) else {
        throw PayloadFailure(reason: "a \(type.tagOrIdentifier) is not accepted")
      }
      guard folder.action != .move else {
        throw PayloadFailure(reason: "only files can be moved into the history")
      }
      return nil
    }
    // Without a wish nobody has to know what it is.
    guard keeps || !accepted.isEmpty else { return nil }
    let path = folder.path + [UInt8(ascii: "/")] + file.name
    let opened = try OpenedFile(path, followingLinks: false)
    guard opened.identity == file.identity else {
      throw PayloadFailure(reason: "another file has its name by now")
    }
    let type = types.types(ofFile: file.name, .file(opened), isSecret: false).first ?? .data
    guard accepted.isEmpty || accepted.contains(where: type.conforms(to:)) else {
      throw PayloadFailure(reason: "a \(type.tagOrIdentifier) is not accepted")
    }
    guard keeps else { return nil }
    return try await item(of: opened, called: file.name, type, in: folder)
  }

  private func item(
    of file: OpenedFile,
    called name: [UInt8],
    _ type: UTType,
    in folder: DropFolder
  ) async throws(PayloadFailure) -> Item {
    let content: Content
    do throws(PasteboardError) {
      let question: TextQuestion = type.conforms(to: .text) ? .form : .nothing
      content = try await take(
        file.descriptor,
        dropNewline: false,
        secrecy: .open,
        question: question
      )
    } catch {
      throw PayloadFailure(error)
    }
    var representations: [Representation] = []
    if folder.action == .copy {
      let list = FileList(paths: [folder.path + [UInt8(ascii: "/")] + name]).uriList
      representations.append(Representation(type: .fileURL, payload: .inline(list)))
    }
    representations.append(
      Representation(type: type, payload: content.payload, textForm: content.text?.form)
    )
    return Item(representations: representations, suggestedName: name, isFileName: true)
  }

  /// Takes files away whose content is kept; those that are others by now stay, and are named.
  func remove(
    _ landed: LandedContent,
    from folder: DropFolder
  ) async -> [(name: [UInt8], reason: String)] {
    var kept: [(name: [UInt8], reason: String)] = []
    for file in landed.files {
      do throws(SystemError) {
        if let version = version(of: file, in: folder), version == landed.versions[file.name] {
          try FileSystem.remove(folder.path(of: file))
        } else {
          kept.append((file.name, "it has changed since it was taken"))
        }
      } catch {
        kept.append((file.name, error.reason))
      }
      await loop.giveTurn()
    }
    return kept
  }

  private func version(of file: LandedFile, in folder: DropFolder) -> FileVersion? {
    // One that cannot be looked at is another one.
    (try? FileSystem.version(of: folder.path(of: file), followingLinks: false)) ?? nil
  }

  /// Those that are not in `taken`, or have changed since.
  fileprivate func files(
    _ files: [LandedFile],
    in folder: DropFolder,
    without taken: [[UInt8]: Double]
  ) -> [LandedFile] {
    files.filter { file in
      guard let time = taken[FileReference.local(folder.path(of: file)).uri],
        let version = version(of: file, in: folder)
      else { return true }
      return Double(version.changed) / 1e9 > time
    }
  }
}

extension DropFolder {
  fileprivate func path(of file: LandedFile) -> [UInt8] { path + [UInt8(ascii: "/")] + file.name }
}
