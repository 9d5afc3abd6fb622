/// What declares one content type: its parents and the names that it bears elsewhere.
///
/// Lists are in the order of preference. Identifiers, MIME types and extensions are compared without
/// regard to the case of ASCII letters, X11 target names byte for byte.
///
/// Source: Apple's `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
public struct TypeDeclaration: Sendable, Hashable {
  /// The identifier, such as `com.example.ticket`.
  public var identifier: String
  /// The identifiers of the parents.
  public var parents: [String]
  /// MIME types, such as `application/json`.
  public var mimeTypes: [String]
  /// Without the dot.
  public var filenameExtensions: [String]
  /// Names of pasteboard types, which are X11 targets here.
  public var pasteboardTypes: [String]
  /// What people call the type; `nil` if nobody said.
  public var localizedDescription: String?
  /// Where the type is described.
  public var referenceURL: String?
  /// Whether someone else owns the type: a declaration that is exported then takes precedence.
  public var isImported: Bool

  /// Makes a declaration; what is not said is empty, and it counts as exported.
  public init(
    identifier: String,
    parents: [String] = [],
    mimeTypes: [String] = [],
    filenameExtensions: [String] = [],
    pasteboardTypes: [String] = [],
    localizedDescription: String? = nil,
    referenceURL: String? = nil,
    isImported: Bool = false
  ) {
    self.identifier = identifier
    self.parents = parents
    self.mimeTypes = mimeTypes
    self.filenameExtensions = filenameExtensions
    self.pasteboardTypes = pasteboardTypes
    self.localizedDescription = localizedDescription
    self.referenceURL = referenceURL
    self.isImported = isImported
  }
}
