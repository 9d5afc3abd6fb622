internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// A put that is being read.
struct IncomingPut {
  let id: Entry.ID
  let request: PutRequest
  let descriptors: [SharedDescriptor]

  var secrecy: PayloadStorage.Secrecy { request.sensitive == true ? .sensitive : .open }
}

extension PasteboardService {
  /// Reads everything that a put names into items.
  func items(of put: IncomingPut) async throws(PasteboardError) -> [Item] {
    var items: [Item] = []
    for (number, item) in put.request.items.enumerated() {
      var representations: [Representation] = []
      for representation in item.representations {
        let place = WantedContent(item: number, representation: representations.count)
        let next = try await read(representation, of: item, at: place, of: put)
        guard !representations.contains(where: { $0.isSame(as: next) }) else {
          throw .invalidRequest(
            parameter: "type",
            reason: "\(next.type.tagOrIdentifier) is there twice"
          )
        }
        representations.append(next)
      }
      if number == 0, put.request.cut == true {
        representations.append(try cutMark(representations))
      }
      // After those that were put, whose places promises are known by.
      representations += await derived(from: representations, put.secrecy)
      let whole = Item(
        representations: representations,
        suggestedName: item.fileName,
        isFileName: item.isFileName == true
      )
      items.append(whole.adding(handedFile(of: whole, put.secrecy)))
    }
    return items
  }

  private func read(
    _ representation: PutRepresentation,
    of item: PutItem,
    at place: WantedContent,
    of put: IncomingPut
  ) async throws(PasteboardError) -> Representation {
    let named = try representation.type.map(NamedType.init(parsing:))
    let source = try PutSource(representation)
    let visibility = Representation.Visibility(representation.visibility ?? .all)
    if let promise = try promise(of: source, as: named?.type, at: place, of: put) {
      return Representation(
        type: promise.type,
        targetName: named?.target?.bytes,
        payload: .promised(promise.promise),
        visibility: visibility
      )
    }
    let drop = representation.dropNewline == true
    // Worked out once: a type may have hundreds of supertypes.
    let known = named.map { requirement(of: $0.type) }
    let content = try await content(
      of: source,
      put.descriptors,
      put.secrecy,
      as: named?.type,
      dropNewline: drop,
      limit: known?.limit
    )
    let type = named?.type ?? guessedType(of: content, item.fileName, put.secrecy)
    try content.check(as: type)
    try await intake.check(content.payload, against: known ?? requirement(of: type))
    return Representation(
      type: type,
      targetName: named?.target?.bytes,
      payload: content.payload,
      textForm: type.conforms(to: .text) ? content.text?.form : nil,
      visibility: visibility
    )
  }

  /// What content is when nobody said it: as of a file if it has a name, else text if UTF-8 without
  /// NUL, else by its first bytes.
  private func guessedType(
    of content: Content,
    _ name: [UInt8]?,
    _ secrecy: PayloadStorage.Secrecy
  ) -> UTType {
    let isSecret = secrecy == .sensitive
    let types = name.map {
      installedTypes.types(ofFile: $0, content.payload, isSecret: isSecret)
    }
    if let type = types?.first(where: content.mayBe) { return type }
    if content.isText { return .utf8PlainText }
    // A secret is not copied into memory that may be swapped out.
    if !isSecret, let type = installedTypes.type(ofContent: content.payload),
      content.mayBe(type)
    {
      return type
    }
    // One that cannot be read tells nothing, and whoever wants it is told so.
    let head = try? content.payload.bytes(from: 0, count: 16)
    return head.flatMap(UTType.bearing(signature:)) ?? .data
  }

  /// Reads content that is there, wherever it is.
  func content(
    of source: PutSource,
    _ descriptors: [SharedDescriptor],
    _ secrecy: PayloadStorage.Secrecy,
    as type: UTType?,
    dropNewline drop: Bool = false,
    limit: ContentLimit?
  ) async throws(PasteboardError) -> Content {
    let question: TextQuestion =
      type.map { $0.conforms(to: .text) ? .form : .nothing } ?? .isText
    switch source {
    case .text(let text):
      return try await intake.keep(Array(text.utf8), dropNewline: drop, secrecy: secrecy)
    case .data(let base64):
      return try await intake.keep(base64: base64, dropNewline: drop, secrecy: secrecy)
    case .descriptor(let index):
      guard descriptors.indices.contains(index) else {
        throw .invalidRequest(
          parameter: "descriptor",
          reason: "\(index) is not among the \(descriptors.count) that came with the message"
        )
      }
      // A secret is read into no memory but what is wiped.
      let (beginning, isWhole) =
        secrecy == .open ? try intake.atHand(descriptors[index]) : ([], false)
      if isWhole {
        return try intake.keepHere(beginning, dropNewline: drop, secrecy: secrecy)
      }
      return try await intake.take(
        descriptors[index],
        after: beginning,
        dropNewline: drop,
        secrecy: secrecy,
        question: question,
        limit: limit
      )
    case .path(let path):
      return try await intake.take(
        path: Array(path.utf8),
        dropNewline: drop,
        secrecy: secrecy,
        question: question,
        limit: limit
      )
    case .command, .promised:
      throw .invalidRequest(parameter: "representations", reason: "there is no content yet")
    }
  }
}

/// Where the content of one representation comes from.
enum PutSource {
  case text(String)
  /// As base64.
  case data(String)
  case descriptor(Int)
  case path(String)
  /// What the shell prints when somebody asks.
  case command(String)
  /// The client, when somebody asks.
  case promised

  init(_ representation: PutRepresentation) throws(PasteboardError) {
    self = try Self.only(among: [
      representation.text.map(PutSource.text),
      representation.data.map(PutSource.data),
      representation.descriptor.map(PutSource.descriptor),
      representation.path.map(PutSource.path),
      representation.command.map(PutSource.command),
      representation.promised == true ? .promised : nil,
    ])
  }

  init(_ request: FulfilRequest) throws(PasteboardError) {
    self = try Self.only(among: [
      request.text.map(PutSource.text),
      request.data.map(PutSource.data),
      request.descriptor.map(PutSource.descriptor),
    ])
  }

  private static func only(among sources: [PutSource?]) throws(PasteboardError) -> PutSource {
    let found = sources.compactMap { $0 }
    guard found.count == 1, let source = found.first else {
      throw .invalidRequest(
        parameter: "representations",
        reason: "one source of the content must be there, and only one"
      )
    }
    return source
  }
}

extension Content {
  /// Whether a guess may call it so: a script that a program follows is no text.
  fileprivate func mayBe(_ type: UTType) -> Bool { isText || !type.isUTF8Text }

  /// Refuses what is not of a type.
  func check(as type: UTType) throws(PasteboardError) {
    guard text?.isValid == true || !type.isUTF8Text else {
      throw .invalidPayload(
        type: type.tagOrIdentifier,
        reason: "the bytes are not UTF-8",
        position: nil
      )
    }
  }
}

extension Representation.Visibility {
  init(_ visibility: Visibility) {
    self =
      switch visibility {
      case .all: .all
      case .user: .user
      }
  }
}

extension Representation {
  /// Whether a requestor could not tell the two apart.
  func isSame(as other: Representation) -> Bool {
    let isText = type.isPlainUTF8 && other.type.isPlainUTF8
    guard type == other.type || isText else { return false }
    return isText || targetName == other.targetName || targetName == nil || other.targetName == nil
  }
}
