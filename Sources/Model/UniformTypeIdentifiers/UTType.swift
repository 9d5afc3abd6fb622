/// A content type: what a run of bytes or a file is, by an identifier in the registry.
///
/// Identifiers are compared byte for byte. A type that nobody declared is dynamic: its
/// identifier holds the tag it was made for, so that the tag survives any journey.
///
/// Source: Apple's `UTType`, whose names and semantics are kept; RFC 2045 for MIME tags.
public struct UTType: Sendable {
  /// The identifier, such as `public.json`.
  public let identifier: String

  /// Finds a declared type, or takes a well-formed dynamic identifier apart; `nil` when unknown.
  public init?(_ identifier: String) {
    guard
      Declarations.system.declaration(of: identifier) != nil
        || DynamicIdentifier(decoding: identifier) != nil
    else { return nil }
    self.identifier = identifier
  }

  /// The type that bears a MIME type; a dynamic one if nobody declared it.
  ///
  /// Case and the spelling of parameters do not matter: `TEXT/PLAIN; Charset="UTF-8"` is
  /// `public.utf8-plain-text`. `nil` when `mimeType` has no slash between two tokens.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    guard let parsed = MIMEType(mimeType) else { return nil }
    if let identifier = Declarations.system.identifier(mimeType: parsed) {
      self.identifier = identifier
    } else {
      let parent = supertype == .data ? UTType.parent(of: parsed) : supertype
      self = UTType(dynamicTag: parsed.description, tagClass: .mimeType, parent: parent)
    }
  }

  /// The type that bears a file name extension; a dynamic one if nobody declared it.
  ///
  /// `nil` when `filenameExtension` is empty or holds a separator.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let tag = filenameExtension.asciiLowercased
    guard !tag.isEmpty, !tag.utf8.contains(UInt8(ascii: "/")) else { return nil }
    if let identifier = Declarations.system.identifier(filenameExtension: tag) {
      self.identifier = identifier
    } else {
      self = UTType(dynamicTag: tag, tagClass: .filenameExtension, parent: supertype)
    }
  }

  /// A dynamic type that remembers the name of a pasteboard type or X11 target exactly.
  public init(pasteboardTypeName name: String, conformingTo supertype: UTType = .data) {
    self = UTType(dynamicTag: name, tagClass: .pasteboardType, parent: supertype)
  }

  init(declared identifier: String) { self.identifier = identifier }

  private init(dynamicTag tag: String, tagClass: UTTagClass, parent: UTType) {
    identifier =
      DynamicIdentifier(parent: parent.identifier, tagClass: tagClass, tag: tag).encoded
  }

  /// Whether the identifier was made for a tag that nobody declared.
  public var isDynamic: Bool { identifier.utf8.starts(with: "dyn.".utf8) }

  /// Whether the registry has a declaration of this type.
  public var isDeclared: Bool { Declarations.system.declaration(of: identifier) != nil }

  /// Whether this type is `other` or conforms to it through any chain of parents.
  public func conforms(to other: UTType) -> Bool {
    self == other || isSubtype(of: other)
  }

  /// Whether this type conforms to `other` and is not `other`.
  public func isSubtype(of other: UTType) -> Bool {
    self != other && supertypes.contains(other)
  }

  /// Every type that this one conforms to, itself not among them.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var open = parents
    while let next = open.popLast() {
      if found.insert(next).inserted { open += next.parents }
    }
    return found
  }

  /// The types that the declaration names as parents, in its order.
  var parents: [UTType] {
    if let declaration = Declarations.system.declaration(of: identifier) {
      return declaration.parents.map(UTType.init(declared:))
    }
    guard let dynamic = DynamicIdentifier(decoding: identifier) else { return [] }
    return [UTType(declared: dynamic.parent)]
  }

  /// The tags of one class, the preferred one first.
  public func tags(of tagClass: UTTagClass) -> [String] {
    if let declaration = Declarations.system.declaration(of: identifier) {
      return declaration.tags(of: tagClass)
    }
    guard let dynamic = DynamicIdentifier(decoding: identifier), dynamic.tagClass == tagClass
    else { return [] }
    return [dynamic.tag]
  }

  /// The MIME type that stands for this type, if it has one.
  public var preferredMIMEType: String? { tags(of: .mimeType).first }

  /// The file name extension that stands for this type, without the dot, if it has one.
  public var preferredFilenameExtension: String? { tags(of: .filenameExtension).first }

  /// The parent of an undeclared MIME type: by its structured suffix, else by its media type.
  ///
  /// Source: RFC 6839 for suffixes.
  private static func parent(of mimeType: MIMEType) -> UTType {
    if mimeType.essence.utf8.elementsEqual("text/plain".utf8) { return .plainText }
    if mimeType.essence.hasSuffix("+json") { return .json }
    if mimeType.essence.hasSuffix("+xml") { return .xml }
    switch mimeType.media {
    case "text": return .text
    case "image": return .image
    case "audio": return .audio
    case "video": return .movie
    default: return .data
    }
  }
}

// Identifiers are ASCII by rule, but a stranger may send anything: `String`'s own equality would
// take two spellings of one accented letter for one identifier, so bytes are compared.
extension UTType: Hashable {
  public static func == (left: UTType, right: UTType) -> Bool {
    left.identifier.utf8.elementsEqual(right.identifier.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in identifier.utf8 { hasher.combine(byte) }
  }
}

extension UTType: CustomStringConvertible {
  public var description: String { identifier }
}

/// The kinds of names, outside the registry, that a type can bear.
public enum UTTagClass: String, Sendable, CaseIterable {
  case filenameExtension = "public.filename-extension"
  case mimeType = "public.mime-type"
  case pasteboardType = "com.apple.nspboard-type"
}
