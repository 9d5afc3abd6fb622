internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

extension PasteboardService {
  /// Reads everything that a put names into items.
  func items(
    of request: PutRequest,
    descriptors: [SharedDescriptor]
  ) async throws(PasteboardError) -> [Item] {
    let secrecy: PayloadStorage.Secrecy = request.sensitive == true ? .sensitive : .open
    var items: [Item] = []
    for item in request.items {
      var representations: [Representation] = []
      for representation in item.representations {
        let next = try await read(representation, descriptors, secrecy)
        guard !representations.contains(where: { $0.isSame(as: next) }) else {
          throw .invalidRequest(
            parameter: "type",
            reason: "\(next.type.tagOrIdentifier) is there twice"
          )
        }
        representations.append(next)
      }
      let name = item.name.map { Array($0.utf8) }
      items.append(Item(representations: representations, suggestedName: name))
    }
    return items
  }

  private func read(
    _ representation: PutRepresentation,
    _ descriptors: [SharedDescriptor],
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> Representation {
    let named = try representation.type.map(NamedType.init(parsing:))
    let content = try await content(of: representation, descriptors, secrecy)
    let type = named?.type ?? content.guessedType
    guard content.text.isValid || !type.isUTF8Text else {
      throw .invalidPayload(
        type: type.tagOrIdentifier,
        reason: "the bytes are not UTF-8",
        position: nil
      )
    }
    return Representation(
      type: type,
      targetName: named?.target?.bytes,
      payload: content.payload,
      textForm: type.conforms(to: .text) ? content.text.form : nil
    )
  }

  private func content(
    of representation: PutRepresentation,
    _ descriptors: [SharedDescriptor],
    _ secrecy: PayloadStorage.Secrecy
  ) async throws(PasteboardError) -> Content {
    let drop = representation.dropNewline == true
    switch try PutSource(representation) {
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
      let (beginning, isWhole) = try intake.atHand(descriptors[index])
      if isWhole, secrecy == .open {
        return try intake.keepHere(beginning, dropNewline: drop, secrecy: secrecy)
      }
      return try await intake.take(
        descriptors[index],
        after: beginning,
        dropNewline: drop,
        secrecy: secrecy
      )
    case .path(let path):
      return try await intake.take(path: Array(path.utf8), dropNewline: drop, secrecy: secrecy)
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

  init(_ representation: PutRepresentation) throws(PasteboardError) {
    var sources: [PutSource] = []
    if let text = representation.text { sources.append(.text(text)) }
    if let data = representation.data { sources.append(.data(data)) }
    if let index = representation.descriptor { sources.append(.descriptor(index)) }
    if let path = representation.path { sources.append(.path(path)) }
    guard sources.count == 1, let source = sources.first else {
      throw .invalidRequest(
        parameter: "representations",
        reason: "one of text, data, descriptor and path must be there, and only one"
      )
    }
    self = source
  }
}

extension Representation {
  /// Whether a requestor could not tell the two apart.
  fileprivate func isSame(as other: Representation) -> Bool {
    let isText = type.isPlainUTF8 && other.type.isPlainUTF8
    guard type == other.type || isText else { return false }
    return isText || targetName == other.targetName || targetName == nil || other.targetName == nil
  }
}
