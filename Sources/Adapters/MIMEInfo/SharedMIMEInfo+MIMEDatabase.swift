public import UniformTypeIdentifiers

extension SharedMIMEInfo: MIMEDatabase {
  /// Aliases of aliases are followed; those in a circle stand for themselves.
  public func canonical(_ mimeType: String) -> String {
    var name = mimeType
    for _ in 0..<8 {
      guard let type = directories.firstResult({ $0.type(ofAlias: name) }) else { return name }
      name = type
    }
    return mimeType
  }

  public func isKnown(_ mimeType: String) -> Bool { knownParents(of: mimeType) != nil }

  public func aliases(of mimeType: String) -> [String] {
    knownAliases(of: mimeType)
  }

  public func parents(of mimeType: String) -> [String] {
    knownParents(of: mimeType) ?? []
  }

  public func filenameExtensions(of mimeType: String) -> [String] {
    description(of: mimeType)?.filenameExtensions ?? []
  }

  public func mimeTypes(ofFilenameExtension filenameExtension: String) -> [String] {
    types(ofExtension: filenameExtension)
  }

  public func localizedDescription(of mimeType: String) -> String? {
    description(of: mimeType)?.comment
  }
}

extension SharedMIMEInfo {
  /// Whether every file of one type is one of another, too; aliases are followed.
  ///
  /// Source: Shared MIME-info Database, "Subclassing", with the rules that are implicit.
  public func isSubclass(_ mimeType: String, of base: String) -> Bool {
    let base = canonical(base)
    var seen: Set<String> = []
    var rest = [canonical(mimeType)]
    while let type = rest.popLast() {
      guard seen.insert(type).inserted else { continue }
      let isImplied =
        base == "text/plain" && type.hasPrefix("text/")
        || base == "application/octet-stream" && !type.hasPrefix("inode/")
      if type == base || isImplied { return true }
      rest += parents(of: type)
    }
    return false
  }

  /// The matches in all directories, the heaviest first, then the longest, then the most important;
  /// every type once, under its canonical name.
  func nameMatches(_ matches: (MIMECache) -> [NameMatch]) -> [NameMatch] {
    var found: [NameMatch] = []
    for (number, directory) in directories.enumerated() {
      guard let cache = directory.cache else { continue }
      found += matches(cache).filter {
        !isForgotten($0.type, in: number, by: { $0.forgottenPatterns })
      }
    }
    var types: Set<String> = []
    return found.map { NameMatch(type: canonical($0.type), weight: $0.weight, length: $0.length) }
      .sorted { ($0.weight, $0.length) > ($1.weight, $1.length) }
      .filter { found.count == 1 || types.insert($0.type).inserted }
  }

  /// Whether a more important directory has set aside what this one says of the type.
  func isForgotten(
    _ type: String,
    in directory: Int,
    by types: (MIMEDirectory) -> Set<String>
  ) -> Bool {
    directories.prefix(directory).contains { types($0).contains(type) }
  }
}

extension Array {
  /// What `body` answers first.
  fileprivate func firstResult<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = body(element) { return result }
    }
    return nil
  }
}

extension Array where Element: Hashable {
  /// Each element where it comes first.
  func uniqued() -> [Element] {
    guard count > 1 else { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
