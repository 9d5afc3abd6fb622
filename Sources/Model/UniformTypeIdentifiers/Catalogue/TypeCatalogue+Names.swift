// The names that a type bears: those declared, then what the desktop's database adds.
extension TypeCatalogue {
  func tags(of type: UTType) -> [UTTagClass: [String]] {
    guard index(of: type.identifier) == nil else {
      let lists = UTTagClass.allCases.map { ($0, self.tags(of: type, $0)) }
      return Dictionary(uniqueKeysWithValues: lists.filter { !$0.1.isEmpty })
    }
    var tags = DynamicIdentifier(decoding: type.identifier)?.tags ?? [:]
    for tagClass in [UTTagClass.mimeType, .filenameExtension] {
      let list = self.tags(of: type, tagClass)
      if !list.isEmpty { tags[tagClass] = list }
    }
    return tags
  }

  func tags(of type: UTType, _ tagClass: UTTagClass) -> [String] {
    let index = index(of: type.identifier)
    let own: [String]
    let essences: [String]
    if let index {
      own = strings(list(tagClass, of: entries[index]))
      essences = database == nil ? [] : strings(entries[index].mimeTypes)
    } else {
      let tags = DynamicIdentifier(decoding: type.identifier)?.tags ?? [:]
      own = tags[tagClass] ?? []
      essences = database == nil ? [] : tags[.mimeType] ?? []
    }
    guard let database, tagClass == .mimeType || tagClass == .filenameExtension else { return own }
    var names = own
    for essence in essences.compactMap({ MIMEType($0)?.plainEssence }) {
      let canonical = database.canonical(essence)
      let more =
        tagClass == .mimeType
        ? [canonical] + database.aliases(of: canonical)
        : database.filenameExtensions(of: canonical)
      for name in more where !names.contains(where: name.isEqualIgnoringCase) {
        let isTaken = bearers(of: name, tagClass).contains { $0 != index }
        if !isTaken { names.append(name) }
      }
    }
    return names
  }

  /// The first of the tags, without asking the database where a declaration has one.
  func preferredTag(of type: UTType, _ tagClass: UTTagClass) -> String? {
    if let index = index(of: type.identifier),
      let first = names[list(tagClass, of: entries[index]).indices].first
    {
      return text.string(first)
    }
    return tags(of: type, tagClass).first
  }

  private func list(_ tagClass: UTTagClass, of entry: Entry) -> ListRange {
    switch tagClass {
    case .mimeType: entry.mimeTypes
    case .filenameExtension: entry.filenameExtensions
    case .pasteboardType: entry.pasteboardTypes
    default: ListRange()
    }
  }

  func description(of type: UTType) -> String? {
    if let index = index(of: type.identifier), !entries[index].description.isEmpty {
      return text.string(entries[index].description)
    }
    guard let database, let tag = preferredTag(of: type, .mimeType),
      let essence = MIMEType(tag)?.plainEssence
    else { return nil }
    return database.localizedDescription(of: database.canonical(essence))
  }
}
