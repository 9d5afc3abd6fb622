internal import Checksums
internal import LinuxIO
internal import Pasteboards
internal import Store
internal import Tar
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// An export that is under way; used on the intake's loop alone.
final class ArchiveExport {
  let output: ArchiveOutput
  /// Hears how far it is.
  private let progress: (ArchiveReply) -> Void
  private var reply = ArchiveReply()
  private var nextReport = MonotonicTime.now + .milliseconds(250)
  /// Lines that stand in no member yet.
  fileprivate var lines: [UInt8] = []
  private var newest = 0.0
  private var memberCount = 0
  private var payloadCount = 0

  /// About how long a member with entries is; an importer has as much in memory as belongs to one.
  static let memberByteCount = 1 << 20
  /// What of an entry stands in its line, together.
  static let mostInline = 512 << 10
  /// An importer takes no longer line.
  static let longestLine = 4 << 20

  init(to output: ArchiveOutput, progress: @escaping (ArchiveReply) -> Void) {
    self.output = output
    self.progress = progress
  }

  fileprivate var hasNoMember: Bool { memberCount == 0 }

  fileprivate func isDue() -> Bool { lines.count >= Self.memberByteCount || payloadsInMember >= 64 }
  fileprivate var payloadsInMember = 0

  fileprivate func nextPayload() -> String {
    payloadCount += 1
    payloadsInMember += 1
    return "payloads/" + Self.number(payloadCount)
  }

  fileprivate func nextMember() -> (name: String, time: Double) {
    memberCount += 1
    payloadsInMember = 0
    return ("entries/\(Self.number(memberCount)).jsonl", newest)
  }

  /// So many digits that names stand in order.
  private static func number(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  fileprivate func wrote(_ entry: Entry) {
    reply.entries += 1
    newest = max(newest, entry.time)
  }

  fileprivate func skip() { reply.skipped += 1 }

  fileprivate func fail(_ id: Entry.ID, _ reason: String) {
    reply.failed += 1
    note("entry \(id): \(reason)")
  }

  fileprivate func note(_ problem: String) {
    if reply.problems.count < ArchiveReply.mostProblems { reply.problems.append(problem) }
  }

  fileprivate func report() {
    guard MonotonicTime.now >= nextReport else { return }
    nextReport = MonotonicTime.now + .milliseconds(250)
    progress(current)
  }

  fileprivate var current: ArchiveReply {
    var reply = reply
    reply.bytes = output.byteCount
    return reply
  }
}

extension ArchiveReply {
  /// More are counted, and not told.
  static let mostProblems = 20
}

extension Intake {
  /// Writes the entries of some boards, each as it is at one moment; answers what became of it.
  func export(
    _ boards: [BoardName],
    of history: History,
    to descriptor: SharedDescriptor,
    progress: @escaping @Sendable (ArchiveReply) -> Void
  ) async throws(PasteboardError) -> ArchiveReply {
    let export = ArchiveExport(to: try ArchiveOutput(descriptor), progress: progress)
    let last = try await reading { () async throws(StoreError) in try await history.lastKey() }
    for board in boards {
      var end: ArchivePage.End?
      repeat {
        let page = try await reading { () async throws(StoreError) in
          try await history.archivePage(of: board, after: end, upTo: last)
        }
        for entry in page.entries { try await write(entry, export) }
        end = page.end
      } while end != nil
    }
    // Without any list it would be no archive.
    if !export.lines.isEmpty || export.hasNoMember { try await endMember(export) }
    try await write(TarWriter.end, to: export.output)
    try await flush(export.output)
    return export.current
  }

  private func reading<Result: Sendable>(
    _ body: () async throws(StoreError) -> Result
  ) async throws(PasteboardError) -> Result {
    do {
      return try await body()
    } catch {
      throw PasteboardError(error)
    }
  }

  private func write(
    _ entry: ArchivableEntry,
    _ export: ArchiveExport
  ) async throws(PasteboardError) {
    guard !Task.isCancelled else { throw .givenUp }
    let id = entry.stored.entry.id
    for type in entry.stored.missingTypes {
      export.note("entry \(id): the content of \(type) is lost; see xfer doctor --store")
    }
    guard !entry.stored.entry.items.isEmpty else {
      // What is promised has no content yet.
      if entry.stored.missingTypes.isEmpty { export.skip() } else { export.fail(id, "it is lost") }
      return
    }
    var files: [PlaceInEntry: ArchivedFile] = [:]
    let large = entry.stored.entry.outOfLine
    for place in large {
      let payload = entry.stored.entry.items[place.item].representations[place.place].payload
      files[place] = ArchivedFile(
        name: export.nextPayload(),
        checksum: try await checksum(of: payload)
      )
    }
    guard let line = ArchivedEntry(entry, files: files).line,
      line.count <= ArchiveExport.longestLine
    else { return export.fail(id, "its title, names and tags are too long") }
    for place in large {
      guard let name = files[place]?.name else { continue }
      let payload = entry.stored.entry.items[place.item].representations[place.place].payload
      try await write(payload, as: name, time: entry.stored.entry.time, to: export.output)
      export.report()
    }
    export.lines += line
    export.wrote(entry.stored.entry)
    if export.isDue() { try await endMember(export) }
    export.report()
  }

  /// The checksum of a payload, which is read only if the store does not know it yet.
  func checksum(of payload: Payload) async throws(PasteboardError) -> UInt64 {
    if case .file(let file as StoredFile) = payload, let known = file.checksum { return known }
    var checksum = Checksum()
    try await forEachPiece(of: payload) { (piece) throws(PasteboardError) in
      checksum.update(piece)
    }
    return checksum.value
  }

  private func endMember(_ export: ArchiveExport) async throws(PasteboardError) {
    let lines = export.lines
    export.lines = []
    let (name, time) = export.nextMember()
    try await write(.inline(lines), as: name, time: time, to: export.output)
  }
}

/// Which representation of an entry.
struct PlaceInEntry: Hashable {
  let item: Int
  let place: Int
}

/// A member that holds content.
struct ArchivedFile {
  let name: String
  let checksum: UInt64
}

extension Entry {
  /// What does not fit into a line: large content, and what comes after much of it.
  fileprivate var outOfLine: [PlaceInEntry] {
    var places: [PlaceInEntry] = []
    var inline = 0
    for (number, item) in items.enumerated() {
      for (place, representation) in item.representations.enumerated() {
        let byteCount = representation.payload.byteCount ?? 0
        let isSmall = byteCount <= Payload.inlineLimit
        if isSmall, inline + byteCount <= ArchiveExport.mostInline {
          inline += byteCount
        } else {
          places.append(PlaceInEntry(item: number, place: place))
        }
      }
    }
    return places
  }
}

extension ArchivedEntry {
  /// An entry as a line has it, with the names of what is in files.
  init(_ entry: ArchivableEntry, files: [PlaceInEntry: ArchivedFile]) {
    let stored = entry.stored.entry
    let contents = stored.items.enumerated().map { number, item in
      ArchivedItem(
        name: item.suggestedName,
        isFileName: item.isFileName,
        representations: item.representations.enumerated().map { place, representation in
          ArchivedRepresentation(representation, files[PlaceInEntry(item: number, place: place)])
        }
      )
    }
    self.init(contents: contents)
    schema = Self.currentSchema
    self.entry = stored.id.description
    board = entry.stored.board.description
    time = stored.time
    title = entry.title
    source = stored.label.source
    origin = stored.label.origin.map(CopyOrigin.init)
    if !stored.dropped.isEmpty {
      dropped = stored.dropped.map { drop in
        ArchivedDrop(type: drop.type.identifier, reason: drop.reason.rawValue)
      }
    }
    var types: [String] = []
    for type in stored.items.flatMap(\.types) where !types.contains(type.identifier) {
      types.append(type.identifier)
    }
    self.types = types
    let payloads = stored.items.flatMap(\.representations).map(\.payload)
    size = payloads.reduce(0) { $0 + ($1.byteCount ?? 0) }
    items = stored.items.count
    pinned = stored.label.isPinned
    tags = stored.label.tags
    expires = entry.expiry
  }

  /// As JSON with a newline; `nil` if it has no such form.
  var line: [UInt8]? {
    (try? MessageEncoder.encode(self)).map { $0.serialized() + [UInt8(ascii: "\n")] }
  }
}

extension ArchivedRepresentation {
  fileprivate init(_ representation: Representation, _ file: ArchivedFile?) {
    self.init(type: representation.type.identifier)
    targetName = representation.targetName
    if representation.elementBits != .eight {
      elementBits = Int(representation.elementBits.rawValue)
    }
    if representation.visibility == .user { visibility = .user }
    if let file {
      (self.file, size) = (file.name, representation.payload.byteCount)
      xxh3 = Self.digits(of: file.checksum)
    } else if case .inline(let bytes) = representation.payload {
      text = String(validating: bytes, as: UTF8.self)
      if text == nil { data = Base64.encode(bytes) }
      xxh3 = Self.digits(of: Checksum.of(bytes))
    }
  }

  /// A checksum as it stands in a line.
  static func digits(of checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
