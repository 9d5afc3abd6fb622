internal import Synchronization

// What a type conforms to.
//
// Declared types conform to what their declarations say. What a dynamic type conforms to, and a
// declared one that names no parent, depends on the desktop's database as well, and is remembered.
extension TypeCatalogue {
  /// A database that is damaged must not make a type conform to all that there is.
  private static let mostSupertypes = 1024

  func isSubtype(_ type: UTType, of other: UTType) -> Bool {
    guard let index = index(of: type.identifier), !isDescribedByDatabase(index) else {
      return derivedSupertypes(of: type).contains(other)
    }
    return self.index(of: other.identifier).map { isDeclaredSubtype(index, of: $0) } ?? false
  }

  func supertypes(of type: UTType) -> Set<UTType> {
    guard let index = index(of: type.identifier), !isDescribedByDatabase(index) else {
      return derivedSupertypes(of: type)
    }
    return Set(ancestors(of: index).map { self.type(at: Int($0)) })
  }

  /// What the type conforms to without another between.
  func parents(of type: UTType) -> [UTType] {
    guard let index = index(of: type.identifier) else { return dynamicParents(of: type) }
    let entry = entries[index]
    if entry.parents.count > 0 {
      return links[entry.parents.indices].map { self.type(at: Int($0)) }
    }
    let essences = strings(entry.mimeTypes).compactMap { MIMEType($0)?.plainEssence }
    return unique(essences.flatMap(databaseParents), except: type)
  }

  /// Whether one declared type conforms to another by declarations alone.
  func isDeclaredSubtype(_ index: Int, of other: Int) -> Bool {
    let goal = Int32(truncatingIfNeeded: other)
    return ancestors(of: index, upTo: goal).last == goal
  }

  /// What a declared type conforms to, the nearest first and each once; ends with `goal` if it is
  /// among them.
  ///
  /// A loop that goes nowhere twice: a chain may be as long as the list of types, there may be any
  /// number of ways up, and types that conform to each other in a circle are none of their own.
  private func ancestors(of index: Int, upTo goal: Int32? = nil) -> ArraySlice<Int32> {
    var found = [Int32(truncatingIfNeeded: index)]
    var seen = [Bool](repeating: false, count: entries.count)
    seen[index] = true
    var next = 0
    while next < found.count {
      for parent in links[entries[Int(found[next])].parents.indices] where !seen[Int(parent)] {
        found.append(parent)
        if parent == goal { return found.dropFirst() }
        seen[Int(parent)] = true
      }
      next += 1
    }
    return found.dropFirst()
  }

  /// Whether a declaration leaves it to the database what the type conforms to.
  ///
  /// Where it names parents it is right and complete. The database calls `application/json` a kind
  /// of `application/javascript` and `text/html` one of `text/plain`, which `public.json` and
  /// `public.html` are not.
  private func isDescribedByDatabase(_ index: Int) -> Bool {
    database != nil && entries[index].parents.count == 0 && entries[index].mimeTypes.count > 0
  }

  // MARK: - Walking up

  private func derivedSupertypes(of type: UTType) -> Set<UTType> {
    if let known = derived.withLock({ $0.supertypes[type] }) { return known }
    var found: Set<UTType> = []
    var waiting = parents(of: type)
    while let next = waiting.popLast(), found.count < Self.mostSupertypes {
      guard next != type, found.insert(next).inserted else { continue }
      if let index = index(of: next.identifier), !isDescribedByDatabase(index) {
        found.formUnion(ancestors(of: index).map { self.type(at: Int($0)) })
      } else {
        waiting += parents(of: next)
      }
    }
    derived.withLock { [found] in $0.remember(found, above: type) }
    return found
  }

  /// The parents of a type that is not in the catalogue: what its tags stand for here, what the
  /// database says of them, and the parents that the identifier names itself.
  private func dynamicParents(of type: UTType) -> [UTType] {
    guard let dynamic = DynamicIdentifier(decoding: type.identifier) else { return [] }
    var parents: [UTType] = []
    for tag in dynamic.tags[.mimeType] ?? [] {
      if let mimeType = MIMEType(tag) { parents += self.parents(of: mimeType) }
    }
    for tag in dynamic.tags[.filenameExtension] ?? [] {
      if let other = self.type(bearing: tag, of: .filenameExtension, SupertypeWish(.data)) {
        parents.append(other)
      }
    }
    let named = dynamic.parents.map { self.type(identifier: $0) ?? UTType(declared: $0) }
    if named.isEmpty {
      let mimeType = dynamic.tags[.mimeType]?.first.flatMap { MIMEType($0) }
      parents.append(mimeType?.impliedType ?? .data)
    }
    return unique(parents + named, except: type)
  }

  /// What a MIME type that nobody declared is a kind of.
  ///
  /// Text in an encoding of its own is no kind of the text without: nobody could read it as such.
  private func parents(of mimeType: MIMEType) -> [UTType] {
    guard !mimeType.isInForeignCharset else { return [] }
    let usual = [mimeType.description, mimeType.essence].compactMap {
      type(bearing: $0, of: .mimeType, SupertypeWish(.data))
    }
    return usual + databaseParents(of: mimeType.essence)
  }

  private func databaseParents(of essence: String) -> [UTType] {
    guard let database else { return [] }
    let canonical = database.canonical(essence)
    return ([canonical] + database.parents(of: canonical)).compactMap {
      type(bearing: $0, of: .mimeType, SupertypeWish(.data))
    }
  }

  private func unique(_ types: [UTType], except own: UTType) -> [UTType] {
    // An identifier that a stranger made up may name thousands.
    var seen: Set = [own]
    return types.filter { seen.insert($0).inserted }
  }
}
