internal import Pasteboards
internal import UniformTypeIdentifiers

/// Folds items into a list of renderings; a name that is taken goes to its first bearer.
struct OfferFold {
  private let items: [Item]
  /// What each item refers to, read once.
  private let files: [FileList?]
  private let cutMark: CutMark?
  private(set) var renderings: [Rendering] = []
  private var taken: Set<TargetName> = []
  /// What the first item was put under, which no other name of a type takes from it.
  private let ownNames: Set<TargetName>
  private var hasFoldedText = false
  private var hasFoldedURIs = false

  init(_ items: [Item], cutMark: CutMark? = nil) {
    (self.items, self.cutMark) = (items, cutMark)
    files = items.map(\.fileList)
    let names = items.first?.representations.compactMap(\.targetName) ?? []
    ownNames = Set(names.map { TargetName($0) })
  }

  mutating func run() {
    for representation in items.first?.representations ?? [] {
      if representation.type.isPlainUTF8Text {
        foldText()
      } else if representation.isURIList {
        foldURIs()
      } else if representation.type == .url {
        addAddress(representation)
      } else {
        add(representation)
      }
    }
    // What only later items have, and what stands in for plain text, comes last.
    if items.contains(where: { $0.representations.contains(where: \.isURIList) }) { foldURIs() }
    foldText()
  }

  // MARK: - One representation

  private mutating func add(_ representation: Representation) {
    var names = TargetName.names(for: representation.type)
    names.removeAll(where: ownNames.contains)
    if let name = representation.targetName.map({ TargetName($0) }), !name.isWithoutContent {
      guard !CopiedFiles.marks.contains(name) else { return addMark(name, representation.payload) }
      names.insert(name, at: 0)
    }
    for name in names {
      add(
        Rendering(
          target: name,
          elementBits: representation.elementBits,
          payload: representation.payload
        )
      )
    }
  }

  /// An address of ours is one in every form; a stranger's only in its own.
  private mutating func addAddress(_ representation: Representation) {
    let payload = representation.payload
    guard let name = representation.targetName else {
      add(representation)
      add(Rendering(target: .uriList, payload: payload, encoding: .uriList))
      return add(Rendering(target: .mozillaURL, payload: payload, encoding: .mozillaURL))
    }
    let target = TargetName(name)
    add(Rendering(target: target, payload: payload, isBrowserAddress: target.isAddress))
  }

  private mutating func add(_ rendering: Rendering) {
    if taken.insert(rendering.target).inserted { renderings.append(rendering) }
  }

  // MARK: - Lists of files

  private mutating func foldURIs() {
    guard !hasFoldedURIs else { return }
    hasFoldedURIs = true
    let lists = items.flatMap { $0.representations.filter(\.isURIList).prefix(1) }
    guard let payload = join(lists.map(\.payload), by: Self.lineEnd) else { return }
    add(Rendering(target: .uriList, payload: payload))
    // What is made of content is a list of files by the way it is made.
    let isMade = items.contains { item in
      item.representations.contains { $0.isURIList && $0.visibility == .others }
    }
    guard isMade || files.contains(where: { $0 != nil }) else { return }
    for name in CopiedFiles.companions where !ownNames.contains(name) {
      let encoding: Rendering.Encoding =
        name == CopiedFiles.cutSelection ? .cutSelection(cutMark) : .copiedFiles(cutMark)
      add(Rendering(target: name, payload: payload, encoding: encoding))
    }
  }

  /// What says that files are cut, which it does as long as the mark does.
  private mutating func addMark(_ name: TargetName, _ payload: Payload) {
    let encoding: Rendering.Encoding =
      name == CopiedFiles.cutSelection ? .cutSelection(cutMark) : .markedFiles(cutMark)
    add(Rendering(target: name, payload: payload, encoding: encoding))
  }

  /// What a list of URIs lacks at its end before another may follow.
  ///
  /// Source: RFC 2483 §5, each line is ended by CR LF.
  private static func lineEnd(of list: Payload) throws(PayloadFailure) -> [UInt8] {
    guard let byteCount = list.byteCount, byteCount > 0 else { return [] }
    return try list.bytes(from: byteCount - 1, count: 1) == [0x0A] ? [] : [0x0D, 0x0A]
  }

  // MARK: - Plain text

  private mutating func foldText() {
    guard !hasFoldedText else { return }
    hasFoldedText = true
    let texts = zip(items, files).compactMap { $0.asPlainText(or: $1) }
    guard let payload = join(texts.map(\.payload), by: { _ in [0x0A] }) else { return }
    let knowledge = TextKnowledge(of: payload, parts: texts)
    for name in TargetName.plainTextOffers {
      if let rendering = knowledge.rendering(of: name, payload: payload) { add(rendering) }
    }
  }

  private func join(
    _ payloads: [Payload],
    by separator: @escaping JoinedPayload.Separator
  ) -> Payload? {
    // A list that cannot be read now cannot be answered later either; the rest is still good.
    (try? Payload.joining(payloads, by: separator)) ?? nil
  }
}

extension UTType {
  /// Whether this is plain text itself and not one of its kinds.
  fileprivate var isPlainUTF8Text: Bool { self == .utf8PlainText || self == .plainText }

  /// Whether the bytes are in an encoding of their own that is not UTF-8.
  fileprivate var isForeignText: Bool {
    tags(of: .mimeType).contains { tag in
      let charset = MIMEType(tag)?.parameters.first { $0.name == "charset" }?.value
      return charset != nil && charset != "utf-8" && charset != "utf8"
    }
  }
}

extension Representation {
  fileprivate var isURIList: Bool { type == .fileURL }

  fileprivate var isAddress: Bool { type == .url && targetName == nil }
}

extension Item {
  /// The item's plain text, or what may stand in for it: the paths of its files, or the first of its types
  /// if all are text.
  fileprivate func asPlainText(or files: FileList?) -> Representation? {
    if let plain = representations.first(where: { $0.type.isPlainUTF8Text }) { return plain }
    if let address = representations.first(where: \.isAddress) { return address }
    if let files { return files.asPlainText }
    guard representations.allSatisfy({ $0.type.conforms(to: .text) }) else { return nil }
    return representations.first { !$0.type.isForeignText && $0.elementBits == .eight }
  }
}

extension FileList {
  fileprivate var asPlainText: Representation {
    let text = text
    var scanner = TextScanner()
    scanner.scan(text)
    return Representation(
      type: .utf8PlainText,
      payload: .inline(text),
      textForm: scanner.result.form
    )
  }
}
