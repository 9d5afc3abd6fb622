/// A content type: what a run of bytes or a file is, by an identifier in the registry.
///
/// Identifiers are compared byte for byte, but for the case of ASCII letters. A type that nobody
/// declared is dynamic: its identifier holds the tag it was made for, so that the tag survives any
/// journey. What is declared, ``TypeRegistry`` says.
///
/// Source: Apple's `UTType`, whose names and semantics are kept.
public struct UTType: Sendable {
  /// The identifier, such as `public.json`, as it is spelt in its declaration.
  public let identifier: String

  init(declared identifier: String) { self.identifier = identifier }

  /// Finds a declared type, or takes a well-formed dynamic identifier apart; `nil` when unknown.
  public init?(_ identifier: String) {
    guard let type = TypeRegistry.catalogue.type(identifier: identifier) else { return nil }
    self = type
  }

  /// Finds a type by its identifier, and makes one up where that is allowed.
  ///
  /// An unknown type is neither declared nor dynamic, has no tags and conforms to nothing. `nil` when
  /// the type is unknown and may not be, or when `identifier` is no domain name backwards.
  public init?(identifier: String, allowUndeclared: Bool) {
    if let type = UTType(identifier) {
      self = type
    } else if allowUndeclared, TypeIdentifier.isValid(identifier) {
      self.init(declared: identifier)
    } else {
      return nil
    }
  }

  /// A type that this program owns.
  ///
  /// Declare it, too, in a file of type declarations or by ``TypeRegistry/add(_:)``: until then the
  /// type has no tags, ``isDeclared`` is false, and it conforms to `parentType` alone, or to
  /// ``data`` where none is given. A declaration decides over `parentType`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(used: identifier, parent: parentType)
  }

  /// A type that somebody else owns and that this program uses.
  ///
  /// As long as nobody declares the type, it has no tags, ``isDeclared`` is false, and it conforms
  /// to `parentType` alone, or to ``data`` where none is given.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(used: identifier, parent: parentType)
  }

  private init(used identifier: String, parent: UTType?) {
    if let type = UTType(identifier) {
      self = type
    } else {
      TypeRegistry.claim(identifier, conformsTo: (parent ?? .data).identifier)
      self.init(declared: identifier)
    }
  }

  /// Whether the identifier was made for a tag that nobody declared.
  public var isDynamic: Bool { TypeIdentifier.isDynamic(identifier) }

  /// Whether the registry has a declaration of this type.
  public var isDeclared: Bool {
    let catalogue = TypeRegistry.catalogue
    return catalogue.index(of: identifier).map { catalogue.entries[$0].isDeclared } ?? false
  }

  /// Whether the type belongs to no company: its identifier begins with `public.`.
  public var isPublic: Bool {
    identifier.utf8.lazy.map(\.asciiLowercased).starts(with: "public.".utf8)
  }

  /// What people call the type, as declared, else as the desktop's database calls it.
  public var localizedDescription: String? { TypeRegistry.catalogue.description(of: self) }

  /// Where the type is described, if its declaration says so.
  ///
  /// A string, where Apple has a `URL`: this module does without Foundation.
  public var referenceURL: String? { TypeRegistry.declaration(of: self)?.referenceURL }

  /// The version of the type; `nil`, since declarations here have none.
  public var version: Int? { nil }
}

extension UTType: Hashable {
  public static func == (left: UTType, right: UTType) -> Bool {
    left.identifier.isEqualIgnoringCase(right.identifier)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier.utf8.count)
    identifier.utf8.span.forEachFoldedWord { hasher.combine($0) }
  }
}

extension UTType: CustomStringConvertible {
  public var description: String { identifier }
}

extension UTType: Codable {
  /// Reads an identifier, declared or not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier: identifier, allowUndeclared: true) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "no identifier of a content type"
      )
    }
    self = type
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
