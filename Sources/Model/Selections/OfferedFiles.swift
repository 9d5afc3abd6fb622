public import Pasteboards
internal import UniformTypeIdentifiers

/// The files that an offer is about, in whatever form it names them.
public struct OfferedFiles: Sendable, Equatable {
  /// As they stand there, in order.
  public let uris: [[UInt8]]
  /// Whether whoever takes them is to move them.
  public let isCut: Bool

  /// The most bytes of a list that is looked at: a few hundred thousand files.
  public static let byteLimit = Rendering.fileListLimit

  /// The targets to read for ``init(_:)``, of those that an owner offers: the list, and the first mark
  /// that is not refused, where the list is none itself.
  public static func needed(
    of targets: [TargetName]
  ) -> (source: TargetName, marks: [TargetName])? {
    guard let source = CopiedFiles.sources.first(where: targets.contains) else { return nil }
    let marks = CopiedFiles.marks.filter(targets.contains)
    return (source, marks.contains(source) ? [] : marks)
  }

  /// Reads what the needed targets hold; `nil` if that is about no files.
  ///
  /// Addresses of the web are none. What a file manager marks as copied or cut is, wherever it is.
  public init?(_ contents: [TargetName: [UInt8]]) {
    guard let source = CopiedFiles.sources.first(where: { contents[$0] != nil }) else { return nil }
    let uris = CopiedFiles.uris(in: contents[source] ?? [], of: source).map(Array.init)
    let mark = CopiedFiles.marks.first { contents[$0] != nil }
    let isOfFiles = mark != nil || uris.contains { FileReference(uri: $0[...]).isFile }
    guard isOfFiles, !uris.isEmpty else { return nil }
    self.uris = uris
    isCut = mark.map { CopiedFiles.isCut($0, contents[$0] ?? []) } ?? false
  }

  /// The files of an item; `nil` if it is about something else, or its list cannot be read now.
  public init?(_ item: Item) {
    guard item.mayNameFiles else { return nil }
    var payloads: [TargetName: Payload] = [:]
    // A file that is made of content is no other thing than that.
    let own = item.representations.filter { $0.visibility != .others }
    for representation in own.reversed() {
      if representation.type == .fileURL { payloads[.uriList] = representation.payload }
      guard let name = representation.targetName.map({ TargetName($0) }) else { continue }
      if CopiedFiles.sources.contains(name) || CopiedFiles.marks.contains(name) {
        payloads[name] = representation.payload
      }
    }
    let contents = payloads.compactMapValues { payload -> [UInt8]? in
      guard let byteCount = payload.byteCount, byteCount <= Self.byteLimit else { return nil }
      return try? payload.bytes()
    }
    self.init(contents)
  }
}

extension Item {
  /// Each file of a list as an item of its own; the item itself if it is no list.
  public var files: [Item] {
    guard let files = OfferedFiles(self), files.uris.count > 1 else { return [self] }
    return files.uris.map { uri in
      Item(
        representations: [Representation(type: .fileURL, payload: .inline(uri + [0x0D, 0x0A]))],
        suggestedName: FileReference(uri: uri[...]).name
      )
    }
  }

  /// The list of the files that the item refers to; `nil` if its list is of something else, or cannot
  /// be read now.
  var fileList: FileList? {
    guard let list = representations.first(where: \.isListOfFiles)?.payload,
      let byteCount = list.byteCount, byteCount <= OfferedFiles.byteLimit,
      let bytes = try? list.bytes()
    else { return nil }
    let files = FileList(uriList: bytes)
    let isOfFiles = !files.references.isEmpty && files.references.allSatisfy(\.isFile)
    return isOfFiles ? files : nil
  }

  /// The path of the one file of this machine that the item refers to; `nil` if it is none, or several.
  public func onlyFile(hostNames: [String]) -> [UInt8]? {
    guard let list = representations.first(where: \.isListOfFiles)?.payload,
      let byteCount = list.byteCount, byteCount <= Payload.inlineLimit,
      let bytes = try? list.bytes()
    else { return nil }
    let references = FileList(uriList: bytes, hostNames: hostNames).references
    guard references.count == 1, case .local(let path) = references[0] else { return nil }
    return path
  }
}

extension Representation {
  fileprivate var isListOfFiles: Bool { type == .fileURL && visibility != .others }
}

extension Entry {
  /// Whether whoever pastes its files is to move them.
  public var isCut: Bool { items.contains { OfferedFiles($0)?.isCut == true } }
}

extension Representation {
  /// What says to file managers that the files of a list are to be moved.
  public static let cutFiles = Representation(
    type: CopiedFiles.cutSelection.contentType ?? .data,
    targetName: CopiedFiles.cutSelection.bytes,
    payload: .inline([UInt8(ascii: "1")])
  )
}
