internal import Synchronization

// From identifiers and tags to types.
extension TypeCatalogue {
  /// The declared type with this identifier, or the dynamic type that it spells.
  func type(identifier: String) -> UTType? {
    if let index = index(of: identifier) {
      guard entries[index].isDeclared else { return nil }
      // As declared; usually that is how it was asked for, and nothing has to be copied.
      let isSame = text.spells(identifier, at: entries[index].identifier)
      return isSame ? UTType(declared: identifier) : type(at: index)
    }
    guard TypeIdentifier.isDynamic(identifier) else { return nil }
    let key = Derived.Name(text: identifier, tagClass: nil)
    if let known = derived.withLock({ $0.types[key] }) { return known }
    guard DynamicIdentifier(decoding: identifier) != nil else { return nil }
    let type = UTType(declared: identifier)
    derived.withLock { $0.remember(type, called: key) }
    return type
  }

  /// The best type that bears a tag; `nil` if `tag` is no tag of its class.
  func type(bearing tag: String, of tagClass: UTTagClass, _ wish: SupertypeWish) -> UTType? {
    // Most tags are declared and spelt as in their declaration, which saves taking them apart.
    if let index = firstBearer(of: tag, tagClass, wish) { return type(at: index) }
    let key = wish.isDefault ? Derived.Name(text: tag, tagClass: tagClass) : nil
    if let key, let known = derived.withLock({ $0.types[key] }) { return known }
    guard let tag = Tag(tag, of: tagClass) else { return nil }
    let type =
      declaredBearers(of: tag, wish).first ?? databaseTypes(of: tag, wish).first
      ?? dynamicType(for: tag, wish)
    if let key { derived.withLock { $0.remember(type, called: key) } }
    return type
  }

  /// All types that bear a tag, the best first.
  func types(bearing tag: String, of tagClass: UTTagClass, _ wish: SupertypeWish) -> [UTType] {
    guard let tag = Tag(tag, of: tagClass) else { return [] }
    var types: [UTType] = []
    for type in declaredBearers(of: tag, wish) + databaseTypes(of: tag, wish)
    where !types.contains(type) { types.append(type) }
    return types.isEmpty ? [dynamicType(for: tag, wish)] : types
  }

  private func declaredBearers(of tag: Tag, _ wish: SupertypeWish) -> [UTType] {
    let names = tag.mimeType?.declarableNames ?? [tag.text]
    return names.flatMap { bearers(of: $0, tag.tagClass, wish) }.map(type(at:))
  }

  /// What the database has for a tag: of a MIME type the types that bear one of its other names, of
  /// an extension the types of all its MIME types.
  private func databaseTypes(of tag: Tag, _ wish: SupertypeWish) -> [UTType] {
    guard let database else { return [] }
    if let essence = tag.mimeType?.plainEssence {
      let canonical = database.canonical(essence)
      return ([canonical] + database.aliases(of: canonical))
        .flatMap { bearers(of: $0, .mimeType, wish) }.map(type(at:))
    }
    guard tag.tagClass == .filenameExtension else { return [] }
    return database.mimeTypes(ofFilenameExtension: tag.text)
      .compactMap { type(bearing: $0, of: .mimeType, SupertypeWish(.data)) }
      .filter { !wish.isRequired || wish.isMet(by: $0, in: self) }
  }

  private func dynamicType(for tag: Tag, _ wish: SupertypeWish) -> UTType {
    let parent = wish.isRequired ? wish.supertype : tag.mimeType?.impliedType ?? wish.supertype
    return UTType(
      dynamicTag: tag.text,
      tagClass: tag.tagClass,
      parent: wish.supertype == nil ? nil : parent
    )
  }

  /// The declared types with a tag in this very spelling, those that conform as wished first.
  private func bearers(of tag: String, _ tagClass: UTTagClass, _ wish: SupertypeWish) -> [Int] {
    let bearers = Array(bearers(of: tag, tagClass))
    if wish.isRequired { return bearers.filter { wish.isMet(by: type(at: $0), in: self) } }
    guard let goal = wish.supertype.flatMap({ index(of: $0.identifier) }) else { return bearers }
    // By declarations alone: who asks what the database makes of a type comes by here.
    let good = bearers.filter { $0 == goal || isDeclaredSubtype($0, of: goal) }
    return good + bearers.filter { !good.contains($0) }
  }

  /// The first of the types with a tag in this very spelling, if declarations alone say which.
  private func firstBearer(of tag: String, _ tagClass: UTTagClass, _ wish: SupertypeWish) -> Int? {
    var bearers = bearers(of: tag, tagClass)
    guard let first = bearers.next() else { return nil }
    guard let goal = wish.supertype.flatMap({ index(of: $0.identifier) }) else {
      return wish.isRequired ? nil : first
    }
    if first == goal || isDeclaredSubtype(first, of: goal) { return first }
    return bearers.first { $0 == goal || isDeclaredSubtype($0, of: goal) }
      ?? (wish.isRequired ? nil : first)
  }

  func bearers(of tag: String, _ tagClass: UTTagClass) -> TagTable.Bearers {
    switch tagClass {
    case .mimeType: mimeTypes.bearers(of: tag.utf8.span, in: text)
    case .filenameExtension: filenameExtensions.bearers(of: tag.utf8.span, in: text)
    case .pasteboardType: pasteboardTypes.bearers(of: tag.utf8.span, in: text)
    default: .none
    }
  }
}
