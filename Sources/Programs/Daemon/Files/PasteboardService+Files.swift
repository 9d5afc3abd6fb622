internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Synchronization
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

// Files that an entry refers to.
extension PasteboardService {
  /// Names the files of a board's current entry, or of another one.
  func files(_ call: VarlinkCall) async throws(PasteboardError) {
    let request: FilesRequest = try call.decoded()
    try Self.check(timeout: request.timeout)
    let board = try board(named: request.board)
    // What is put while another program is asked is no part of what is answered.
    let changeCount = ledger[board].changeCount
    if let name = request.entry {
      let entry = try await entry(named: name, on: board)
      return try await answer(call, filesOf: entry, on: board, request.item, changeCount)
    }
    switch try await current(of: board, display: request.display, timeout: request.timeout) {
    case .nothing: throw .empty(board: board.description)
    case .ours(let entry):
      guard offers[board]?.limit?.isUsedUp != true else { throw .empty(board: board.description) }
      try await answer(call, filesOf: entry, on: board, request.item, changeCount)
    case .foreign(let selection, let targets):
      let entry = try await fileEntry(targets, from: selection, request.timeout)
      // What is about no files is one item.
      let whole = Entry(id: Self.noEntry, items: [Item(representations: [])], time: 0)
      try await answer(call, filesOf: entry ?? whole, on: board, request.item, changeCount)
    }
  }

  private func answer(
    _ call: VarlinkCall,
    filesOf entry: Entry,
    on board: BoardName,
    _ wanted: Int?,
    _ changeCount: Int
  ) async throws(PasteboardError) {
    var uris: [[UInt8]] = []
    var contents: [Int] = []
    var isCut = false
    var number = 0
    var answers = true
    for item in entry.items {
      guard let files = OfferedFiles(item), await !hasOnlyContent(item, ifAnswers: &answers) else {
        number += 1
        if wanted ?? number == number { contents.append(number) }
        continue
      }
      isCut = isCut || files.isCut
      for uri in files.uris {
        number += 1
        if wanted ?? number == number { uris.append(uri) }
      }
    }
    if let wanted, uris.isEmpty, contents.isEmpty { throw Self.noItem(wanted, of: number) }
    // What the history has is copied, and so is what was cut and moved before.
    let offer = offers[board].flatMap { $0.entry.id == entry.id ? $0 : nil }
    let isOpen = offer?.cutMark?.isCut ?? (entry.id == Self.noEntry)
    var reply = FilesReply(
      count: uris.count,
      cut: isCut && isOpen,
      contents: contents,
      changeCount: changeCount
    )
    guard !uris.isEmpty else { return try call.reply(reply) }
    let secrecy: PayloadStorage.Secrecy = entry.isSensitive ? .sensitive : .open
    let list = uris.reduce(into: [UInt8]()) { $0 += $1 + [0x0D, 0x0A] }
    let content = try await intake.keep(list, dropNewline: false, secrecy: secrecy)
    reply.descriptor = 0
    let descriptor = try await intake.descriptor(of: content.payload, secrecy)
    try call.reply(reply, descriptors: [descriptor])
    // The contents are counted when they are had.
    if contents.isEmpty { countGet(of: entry, nil, by: call.connection, on: board) }
  }

  /// No entry of ours: what another program offers now.
  private static let noEntry = Entry.ID(rawValue: 0)

  /// What another program's offer says of files, as an entry; `nil` if it is about none.
  func fileEntry(
    _ targets: [TargetName],
    from selection: Selection,
    _ timeout: Int?
  ) async throws(PasteboardError) -> Entry? {
    guard let (source, marks) = OfferedFiles.needed(of: targets) else { return nil }
    var contents = [source: try await bytes(of: source, from: selection, timeout)]
    for mark in marks {
      do throws(PasteboardError) {
        contents[mark] = try await bytes(of: mark, from: selection, timeout)
        break
      } catch {
        // PCManFM has KDE's mark only for what is cut.
        guard case .peerFailed = error else { throw error }
      }
    }
    guard let files = OfferedFiles(contents) else { return nil }
    let list = files.uris.reduce(into: [UInt8]()) { $0 += $1 + [0x0D, 0x0A] }
    var representations = [Representation(type: .fileURL, payload: .inline(list))]
    if files.isCut { representations.append(.cutFiles) }
    let entry = Entry(
      id: Self.noEntry,
      items: [Item(representations: representations)],
      time: WallClock.now
    )
    return await completed(entry)
  }

  /// Reads a small content of another program into memory.
  private func bytes(
    of target: TargetName,
    from selection: Selection,
    _ timeout: Int?
  ) async throws(PasteboardError) -> [UInt8] {
    let sink = MemorySink(limit: OfferedFiles.byteLimit)
    _ = try await bridge.convert(selection, target, timeout, into: sink, limit: sink.limit)
    return sink.bytes
  }

  // MARK: What is in a file

  /// As long as anybody waits to know what a file is.
  private static let patience = Duration.seconds(1)

  /// What a regular file is, by its name and its content; `nil` if it is none, or cannot be read soon.
  private func type(ofFile path: [UInt8]) async -> UTType? {
    let found = await loop.result(in: fileIntake, within: Self.patience) { [installedTypes] in
      $0.type(ofFile: path, by: installedTypes)
    }
    return found ?? nil
  }

  /// The content of the one regular file that an item refers to, read when somebody asks for it.
  ///
  /// Not that of a plain text: as text, a file is its path, for terminals and editors.
  func fileContent(of representations: [Representation]) async -> Representation? {
    let item = Item(representations: representations)
    guard let source = representations.first(where: { $0.type == .fileURL }),
      let path = item.onlyFile(hostNames: HostName.names),
      let type = await type(ofFile: path), !type.isPlainUTF8,
      !representations.contains(where: { $0.type == type })
    else { return nil }
    return Representation(
      type: type,
      payload: .promised(FileContent(of: path, in: fileIntake, from: loop)),
      visibility: source.visibility,
      isDerived: true
    )
  }

  /// Whether the one file of an item has gone, and what was in it is kept beside.
  ///
  /// A disk that does not answer is not asked again for each of a thousand.
  private func hasOnlyContent(_ item: Item, ifAnswers answers: inout Bool) async -> Bool {
    guard answers else { return false }
    let others = item.representations.filter { !$0.isDerived && $0.payload.kept != nil }
    guard others.contains(where: { $0.type != .fileURL && $0.targetName == nil }),
      let path = item.onlyFile(hostNames: HostName.names)
    else { return false }
    let isThere = await loop.result(in: fileIntake, within: Self.patience) { _ in
      (try? FileSystem.status(of: path, followingLinks: false)) ?? nil != nil
    }
    answers = isThere != nil
    return isThere == false
  }

  /// What is in the only file that items refer to, if a file of the name that is asked for may hold that.
  ///
  /// So a copied text file becomes a file again, and not one with its path.
  func namedFile(_ items: [Item], for request: GetRequest) async -> Representation? {
    guard request.namesFile, let wanted = try? request.wanted, items.count == 1,
      let path = items[0].onlyFile(hostNames: HostName.names),
      let type = await type(ofFile: path),
      wanted.contains(where: { type.conforms(to: $0.type) }),
      let payload = try? await fileIntake.content(ofFile: path)
    else { return nil }
    return Representation(type: type, payload: payload)
  }

  /// What says of files that were put that they are cut.
  func cutMark(
    _ representations: [Representation]
  ) throws(PasteboardError) -> Representation {
    guard representations.contains(where: { $0.type == .fileURL }) else {
      throw .invalidRequest(parameter: "cut", reason: "only files can be cut")
    }
    return .cutFiles
  }

  /// A program was told that files are cut: once it has moved them, others copy.
  ///
  /// Nautilus and Nemo ask as soon as something new is on the clipboard, to show what is cut: that
  /// counts for nothing.
  func noteCutTold(of id: Entry.ID, on board: BoardName) {
    guard let offer = offers[board], let mark = offer.cutMark, mark.takeTold(),
      let claimed = offer.claimed, MonotonicTime.now - claimed > .seconds(1)
    else { return }
    // Some ask for one form after the other.
    loop.schedule(after: PasteLimit.window) { mark.useUp() }
  }

  static func noItem(_ number: Int, of count: Int) -> PasteboardError {
    .invalidRequest(
      parameter: "item",
      reason: "there \(count == 1 ? "is 1 item" : "are \(count) items"), and no number \(number)"
    )
  }

  /// What a file of what another program copied is called.
  func fileTitle(on board: BoardName) -> FileTitle {
    guard let copy = foreign[board]?.currentCopy, copy.claim == foreign[board]?.claim else {
      return FileTitle(title: nil)
    }
    return FileTitle(of: copy.entry, copy.entry.items)
  }
}

extension Entry {
  /// The item of a number, which counts each file of a list, and the place of the one that it is of.
  func numbered(_ number: Int) throws(PasteboardError) -> (item: Item, place: Int) {
    var count = 0
    // Of an entry with thousands each is asked for on its own.
    for (place, item) in items.enumerated() {
      guard item.mayNameFiles else {
        count += 1
        if number == count { return (item, place) }
        continue
      }
      let files = item.files
      if number > count, number - count <= files.count {
        return (files[number - count - 1], place)
      }
      count += files.count
    }
    throw PasteboardService.noItem(number, of: count)
  }
}

extension Intake {
  /// What is in a file that somebody refers to.
  ///
  /// That is the file itself, unless its disk may not answer whoever reads it later: that is copied.
  func content(ofFile path: [UInt8]) async throws(PayloadFailure) -> Payload {
    let file = try OpenedFile(path)
    do {
      guard try file.descriptor.descriptor.isServedByOthers else { return .file(file) }
      return try await take(
        file.descriptor,
        dropNewline: false,
        secrecy: .open,
        question: .nothing
      ).payload
    } catch let error as PasteboardError {
      throw PayloadFailure(error)
    } catch let error as SystemError {
      throw PayloadFailure(reason: "the file: \(error.reason)")
    } catch {
      throw PayloadFailure(reason: "the file: \(error)")
    }
  }

  /// What a regular file is, by its name and its content; `nil` if it is none, or cannot be read.
  fileprivate func type(ofFile path: [UInt8], by types: InstalledTypes) -> UTType? {
    // What cannot be opened now is offered as a file and no more.
    guard let file = try? OpenedFile(path) else { return nil }
    return types.types(ofFile: path, .file(file), isSecret: false).first
  }
}

/// Holds a small content in memory.
private final class MemorySink: ContentSink {
  let limit: Int
  private let state = Mutex<[UInt8]>([])

  init(limit: Int) { self.limit = limit }

  var bytes: [UInt8] { state.withLock { $0 } }

  func begin(replyType: TargetName, isIncremental: Bool) {}

  func append(_ bytes: UnsafeRawBufferPointer) throws(PasteboardError) {
    try state.withLock { (state) throws(PasteboardError) in
      guard state.count + bytes.count <= limit else {
        throw .tooLarge(what: "a list of files", limit: limit)
      }
      state += bytes
    }
  }
}
