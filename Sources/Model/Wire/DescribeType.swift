/// The parameters of `DescribeType`.
public struct DescribeTypeRequest: Codable, Sendable, Equatable {
  /// Empty means all that files of declarations give.
  public var types: [String]

  public init(types: [String] = []) { self.types = types }
}

/// What `DescribeType` answers; unknown types are not there.
public struct DescribeTypeReply: Codable, Sendable, Equatable {
  public var types: [DescribedType]

  public init(types: [DescribedType]) { self.types = types }
}

/// What is known of one content type.
public struct DescribedType: Codable, Sendable, Equatable {
  public var identifier: String
  /// The parents, in the order of the declaration.
  public var conformsTo: [String]
  public var mimeTypes: [String]
  /// Without the dot.
  public var extensions: [String]
  /// Names of X11 targets beside the MIME types.
  public var targets: [String]
  public var description: String?
  public var declared: Bool
  public var dynamic: Bool
  /// Whether someone else than the declaration's author owns the type.
  public var imported: Bool
  /// Everything that it conforms to, itself not among it.
  public var supertypes: [String]
  /// The types that a bearer can also be had as.
  public var representations: [String]
  /// The dotted paths that its JSON must have.
  public var required: [String]

  public init(identifier: String) {
    self.identifier = identifier
    (conformsTo, mimeTypes, extensions, targets) = ([], [], [], [])
    (declared, dynamic, imported) = (false, false, false)
    (supertypes, representations, required) = ([], [], [])
  }
}
