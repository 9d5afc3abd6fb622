internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

// A line of an archive is a stranger's: everything that a put may not have is refused.
extension Intake {
  /// The entry of a line.
  func arriving(
    _ line: [UInt8],
    _ job: ArchiveImport
  ) async throws(PasteboardError) -> ArrivingEntry {
    let archived = try Self.decoded(line)
    let boardName = archived.board ?? BoardName.clipboard.description
    guard let board = job.board ?? BoardName(boardName) else {
      throw .invalidRequest(
        parameter: "board",
        reason: "it is 1 to 255 bytes without control characters"
      )
    }
    let id = try archived.id
    try archived.check()
    var items: [Item] = []
    for item in archived.contents {
      var representations: [Representation] = []
      for representation in item.representations {
        let next = try await arriving(representation, job)
        // Other programs keep one content under two names of its type; a reader cannot tell them apart.
        if !representations.contains(where: { $0.isSame(as: next) }) {
          representations.append(next)
        }
      }
      items.append(
        Item(
          representations: representations,
          suggestedName: item.fileName,
          isFileName: item.isFileName == true
        )
      )
    }
    let entry = Entry(
      id: id,
      items: items,
      time: archived.time ?? WallClock.now,
      label: try archived.label(of: items),
      dropped: try archived.droppedTypes
    )
    return ArrivingEntry(
      entry: entry,
      board: board,
      expiry: archived.expires,
      predecessor: job.predecessor(of: id, on: boardName)
    )
  }

  private static func decoded(_ line: [UInt8]) throws(PasteboardError) -> ArchivedEntry {
    do {
      let json = try JSON(parsing: line, valueLimit: 100_000)
      return try MessageDecoder.decode(ArchivedEntry.self, from: json)
    } catch {
      throw .invalidRequest(parameter: "JSON", reason: "\(error)")
    }
  }

  private func arriving(
    _ archived: ArchivedRepresentation,
    _ job: ArchiveImport
  ) async throws(PasteboardError) -> Representation {
    let (type, target) = try archived.namedType
    let requirement = job.requirement(of: type)
    let content = try content(of: archived, job)
    try await check(content.payload, of: archived, job)
    try requirement.limit?.check(content.payload.byteCount ?? 0)
    try content.check(as: type)
    try await check(content.payload, against: requirement)
    guard
      let bits = Representation.ElementBits(rawValue: UInt8(clamping: archived.elementBits ?? 8)),
      (content.payload.byteCount ?? 0).isMultiple(of: bits.byteCount)
    else { throw .invalidRequest(parameter: "elementBits", reason: "they do not fit the content") }
    return Representation(
      type: type,
      targetName: target,
      elementBits: bits,
      payload: content.payload,
      textForm: type.conforms(to: .text) ? content.text?.form : nil,
      visibility: .init(archived.visibility ?? .all)
    )
  }

  /// Refuses content that has another checksum than its line says; a member is read once for that.
  private func check(
    _ payload: Payload,
    of archived: ArchivedRepresentation,
    _ job: ArchiveImport
  ) async throws(PasteboardError) {
    guard let wanted = archived.xxh3 else { return }
    let name = archived.file.map { Array($0.utf8) }
    let found: UInt64
    if let name, let known = job.checksums[name] {
      found = known
    } else {
      found = try await checksum(of: payload)
      if let name { job.checksums[name] = found }
    }
    guard wanted == ArchivedRepresentation.digits(of: found) else {
      let reason = "the content is another one; it is damaged, or was edited"
      throw .invalidRequest(parameter: "xxh3", reason: reason)
    }
  }

  private func content(
    of archived: ArchivedRepresentation,
    _ job: ArchiveImport
  ) throws(PasteboardError) -> Content {
    switch (archived.text, archived.data, archived.file) {
    case (let text?, nil, nil):
      return try keep(Array(text.utf8), dropNewline: false, secrecy: .open)
    case (nil, let data?, nil): return try keep(base64: data, dropNewline: false, secrecy: .open)
    case (nil, nil, let file?):
      guard let content = job.payloads[Array(file.utf8)] else {
        throw .invalidRequest(parameter: "file", reason: "no member before it has this name")
      }
      guard archived.size == nil || archived.size == content.payload.byteCount else {
        throw .invalidRequest(parameter: "size", reason: "the file has another one")
      }
      return content
    default:
      throw .invalidRequest(
        parameter: "representations",
        reason: "one of text, data and file is wanted"
      )
    }
  }
}

extension ArchivedEntry {
  /// Its id, or a new one.
  fileprivate var id: Entry.ID {
    get throws(PasteboardError) {
      guard let entry else { return Entry.ID(rawValue: .random(in: .min ... .max)) }
      guard entry.utf8.count == 16, case .ids(let range)? = EntryName(entry) else {
        throw .invalidRequest(parameter: "entry", reason: "an id is 16 hexadecimal digits")
      }
      return Entry.ID(rawValue: range.lowerBound)
    }
  }

  /// Refuses what no entry may have.
  fileprivate func check() throws(PasteboardError) {
    if let schema, schema != Self.currentSchema {
      throw .invalidRequest(parameter: "schema", reason: "only \(Self.currentSchema) is known")
    }
    // Up to the year 9999.
    for (name, moment) in [("time", time), ("expires", expires)] {
      guard moment.map({ (0...253_402_300_799).contains($0) }) ?? true else {
        throw .invalidRequest(parameter: name, reason: "there is no such time")
      }
    }
    try PasteboardService.check(tagCount: tags?.count)
    for tag in tags ?? [] { try PasteboardService.check(tag: tag) }
    guard (title ?? "").utf8.count <= PutLimits.titleLimit else {
      throw .tooLarge(what: "a title", limit: PutLimits.titleLimit)
    }
    guard (source ?? "").utf8.count <= 255 else { throw .tooLarge(what: "source", limit: 255) }
    guard !contents.isEmpty, !contents.contains(where: \.representations.isEmpty) else {
      throw .invalidRequest(parameter: "contents", reason: "there is none")
    }
    let count = contents.reduce(0) { $0 + $1.representations.count }
    guard count <= 1024 else {
      throw .tooLarge(what: "the number of representations", limit: 1024)
    }
    for item in contents {
      guard item.encodedName == nil || PercentEncoding.decode(item.encodedName ?? "") != nil else {
        throw .invalidRequest(parameter: "encodedName", reason: "a % is without its digits")
      }
      guard (item.fileName ?? []).count <= 255 else { throw .tooLarge(what: "a name", limit: 255) }
    }
  }

  /// What people know of it; a title that would be made anyway is not given.
  fileprivate func label(of items: [Item]) throws(PasteboardError) -> Entry.Label {
    var label = Entry.Label(source: source, tags: tags ?? [], isPinned: pinned == true)
    if let origin { label.origin = try Origin(origin) }
    guard let title else { return label }
    let made = EntryText(of: Entry(id: Entry.ID(rawValue: 0), items: items, time: 0)).title
    if !title.utf8.elementsEqual(made.utf8) { label.title = title }
    return label
  }

  /// What was on offer and was not kept; reasons that only newer releases know are left out.
  fileprivate var droppedTypes: [Entry.Dropped] {
    get throws(PasteboardError) {
      let dropped = dropped ?? []
      guard dropped.count <= 1024 else {
        throw .tooLarge(what: "the number of dropped types", limit: 1024)
      }
      var types: [Entry.Dropped] = []
      for drop in dropped {
        guard let reason = Entry.Dropped.Reason(rawValue: drop.reason) else { continue }
        let type = try ArchivedRepresentation(type: drop.type).namedType.0
        types.append(Entry.Dropped(type: type, reason: reason))
      }
      return types
    }
  }
}

extension Origin {
  /// One that a stranger names.
  fileprivate init(_ origin: CopyOrigin) throws(PasteboardError) {
    guard let board = BoardName(origin.board) else {
      throw .invalidRequest(parameter: "origin", reason: "its board is no name of one")
    }
    for text in [origin.windowClass, origin.windowTitle, origin.program] {
      guard (text ?? "").utf8.count <= 255 else { throw .tooLarge(what: "origin", limit: 255) }
    }
    let processID = origin.pid.flatMap(Int32.init(exactly:))
    guard origin.pid == nil || processID ?? 0 > 0 else {
      throw .invalidRequest(parameter: "origin", reason: "there is no such process number")
    }
    self.init(
      board: board,
      windowClass: origin.windowClass,
      windowTitle: origin.windowTitle,
      processID: processID,
      program: origin.program
    )
  }
}

extension ArchivedRepresentation {
  /// The type, and the target that it came under; an identifier counts as it stands, declared or not.
  fileprivate var namedType: (UTType, target: [UInt8]?) {
    get throws(PasteboardError) {
      guard (targetName ?? []).count <= 255 else { throw .tooLarge(what: "target", limit: 255) }
      guard type.utf8.count <= 4096 else {
        throw .tooLarge(what: "the name of a type", limit: 4096)
      }
      if let known = UTType(identifier: type, allowUndeclared: true) { return (known, targetName) }
      let named = try NamedType(parsing: type)
      return (named.type, targetName ?? named.target?.bytes)
    }
  }
}
