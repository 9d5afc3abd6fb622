extension UTType {
  /// The type that bears a MIME type; a dynamic one if nobody declared it.
  ///
  /// Case and the spelling of parameters do not matter: `TEXT/PLAIN; Charset="UTF-8"` is
  /// `public.utf8-plain-text`. An alias that the desktop's database knows stands for its type. `nil`
  /// when `mimeType` has no slash between two tokens.
  ///
  /// The type conforms to `supertype`, unless that is ``data``, which is only a preference, since the
  /// default cannot be told from a wish: `inode/directory` is ``folder`` all the same.
  ///
  /// Source: RFC 2045 §5.1 for the form of a MIME type.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, SupertypeWish(supertype))
  }

  /// The type that bears a file name extension; a dynamic one if nobody declared it.
  ///
  /// Asks the installed declarations, the system's, then the desktop's database. `nil` when
  /// `filenameExtension` is empty or holds a slash.
  ///
  /// The type conforms to `supertype`; of several that do it is the first declared. ``data`` is only
  /// a preference: of the bearers of `pages` it chooses the file before the package.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, SupertypeWish(supertype))
  }

  /// The type that bears a tag; a dynamic one if nobody declared it.
  ///
  /// The type conforms to `supertype`, ``data`` being only a preference; with `nil` a dynamic type
  /// names no parent. `nil` when `tag` is no tag of its class.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    self.init(tag: tag, tagClass: tagClass, SupertypeWish(supertype))
  }

  private init?(tag: String, tagClass: UTTagClass, _ wish: SupertypeWish) {
    guard let type = TypeRegistry.catalogue.type(bearing: tag, of: tagClass, wish)
    else { return nil }
    self = type
  }

  /// All types that bear a tag, the best first; a dynamic one if nobody declared any.
  ///
  /// Those that must not be the answer are left out: all that do not conform to `supertype`, unless
  /// that is ``data`` or `nil`.
  public static func types(
    tag: String,
    tagClass: UTTagClass,
    conformingTo supertype: UTType?
  ) -> [UTType] {
    TypeRegistry.catalogue.types(
      bearing: tag,
      of: tagClass,
      SupertypeWish(supertype)
    )
  }

  /// The type of a pasteboard type or X11 target; a dynamic one that remembers the name exactly.
  public init(pasteboardTypeName name: String, conformingTo supertype: UTType = .data) {
    let catalogue = TypeRegistry.catalogue
    self =
      catalogue.type(bearing: name, of: .pasteboardType, SupertypeWish(supertype))
      ?? UTType(dynamicTag: name, tagClass: .pasteboardType, parent: supertype)
  }

  init(dynamicTag tag: String, tagClass: UTTagClass, parent: UTType?) {
    let dynamic = DynamicIdentifier(parent: parent?.identifier, tagClass: tagClass, tag: tag)
    identifier = dynamic.encoded
  }

  /// The tags of each class, the preferred one first.
  ///
  /// Declared ones come first. What the desktop's database adds, aliases of the MIME types and their
  /// extensions, follows, unless another declared type bears it.
  public var tags: [UTTagClass: [String]] { TypeRegistry.catalogue.tags(of: self) }

  /// The tags of one class, the preferred one first; see ``tags``.
  public func tags(of tagClass: UTTagClass) -> [String] {
    TypeRegistry.catalogue.tags(of: self, tagClass)
  }

  /// The MIME type that stands for this type, if it has one.
  ///
  /// Where Linux and Apple spell a MIME type differently, it is the Linux spelling, since that is
  /// what X clients understand: `application/gzip`, where Apple prefers `application/x-gzip`.
  public var preferredMIMEType: String? { TypeRegistry.catalogue.preferredTag(of: self, .mimeType) }

  /// The file name extension that stands for this type, without the dot, if it has one.
  public var preferredFilenameExtension: String? {
    TypeRegistry.catalogue.preferredTag(of: self, .filenameExtension)
  }
}
