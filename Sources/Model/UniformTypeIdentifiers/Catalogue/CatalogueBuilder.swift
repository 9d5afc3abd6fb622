/// Makes the parts of a ``TypeCatalogue``, one layer after the other.
///
/// What a declaration gets wrong becomes a problem and is left out; the rest of it is kept.
struct CatalogueBuilder {
  private(set) var text: [UInt8] = []
  var entries: [TypeCatalogue.Entry] = []
  private(set) var names: [TextRange] = []
  private(set) var identifiers = NameTable(capacity: 1024)
  private(set) var mimeTypes = TagTable(capacity: 512)
  private(set) var filenameExtensions = TagTable(capacity: 1024)
  private(set) var pasteboardTypes = TagTable(isCaseSensitive: true, capacity: 16)
  var links: [Int32] = []
  var problems: [TypeProblem] = []
  private(set) var parentWishes: [ParentWish] = []
  private var systemCount = 0

  /// The parents that somebody names for a type, in `names`.
  struct ParentWish {
    enum Author: Equatable { case system, declaration(Int), program }
    let author: Author
    let type: Int
    var parents: ListRange
  }

  // MARK: - The system's types

  mutating func readSystemTables() {
    text.reserveCapacity(1 << 16)
    names.reserveCapacity(1 << 12)
    entries.reserveCapacity(1 << 10)
    for table in SystemTypes.tables { read(table, isImported: false) }
    read(SystemTypes.linux, isImported: true)
    systemCount = entries.count
  }

  private mutating func read(_ table: StaticString, isImported: Bool) {
    var start = text.count
    table.withUTF8Buffer { text.append(contentsOf: $0) }
    text.append(UInt8(ascii: "\n"))
    let rows = text
    while start < rows.count {
      let row = SystemTypes.row(at: &start, of: rows.span, names: &names)
      let (index, isNew) = identifiers.insert(row.identifier, in: text)
      if isNew { appendEntry(row.identifier, isImported: isImported) }
      if row.parents.count > 0 {
        parentWishes.append(ParentWish(author: .system, type: index, parents: row.parents))
      }
      if !row.description.isEmpty { entries[index].description = row.description }
      // The later table knows how Linux spells what the earlier one has: its MIME types go first.
      entries[index].mimeTypes = union(row.mimeTypes, entries[index].mimeTypes)
      let extensions = union(entries[index].filenameExtensions, row.filenameExtensions)
      entries[index].filenameExtensions = extensions
    }
  }

  /// Comes after the tags of installed declarations, which are to be found first.
  mutating func indexSystemTags() {
    for index in 0..<systemCount { indexTags(of: entries[index], as: index) }
  }

  private mutating func indexTags(of entry: TypeCatalogue.Entry, as index: Int) {
    for place in entry.mimeTypes.indices { mimeTypes.add(index, bearing: names[place], in: text) }
    for place in entry.filenameExtensions.indices {
      filenameExtensions.add(index, bearing: names[place], in: text)
    }
    for place in entry.pasteboardTypes.indices {
      pasteboardTypes.add(index, bearing: names[place], in: text)
    }
  }

  // MARK: - Installed declarations

  /// Exported ones first: of two declarations of one type the imported one gives way.
  mutating func declare(_ declarations: [TypeDeclaration]) {
    var owners: [Int: Int] = [:]
    for isImported in [false, true] {
      for number in declarations.indices where declarations[number].isImported == isImported {
        let declaration = declarations[number]
        guard TypeIdentifier.isValid(declaration.identifier) else {
          problems.append(TypeProblem(number, .badIdentifier(declaration.identifier)))
          continue
        }
        let (index, isNew) = identifiers.insert(place(declaration.identifier), in: text)
        if isNew { appendEntry(identifiers.names[index].range, isImported: isImported) }
        if index >= systemCount {
          if let owner = owners[index] {
            let kind = TypeProblem.Kind.twoOwners(declaration.identifier, first: owner)
            if !isImported { problems.append(TypeProblem(number, kind)) }
            continue
          }
          owners[index] = number
        }
        extend(index, with: declaration, numbered: number)
      }
    }
  }

  private mutating func extend(
    _ index: Int,
    with declaration: TypeDeclaration,
    numbered number: Int
  ) {
    var own = TypeCatalogue.Entry()
    own.mimeTypes = list(validMIMETypes(of: declaration, number))
    own.filenameExtensions = list(validExtensions(of: declaration, number))
    own.pasteboardTypes = list(validPasteboardTypes(of: declaration, number))
    indexTags(of: own, as: index)
    let parents = declaration.parents.map { place($0) }
    parentWishes.append(
      ParentWish(author: .declaration(number), type: index, parents: list(parents))
    )
    entries[index].mimeTypes = union(entries[index].mimeTypes, own.mimeTypes)
    let extensions = union(entries[index].filenameExtensions, own.filenameExtensions)
    entries[index].filenameExtensions = extensions
    entries[index].pasteboardTypes = union(entries[index].pasteboardTypes, own.pasteboardTypes)
    if let description = declaration.localizedDescription {
      entries[index].description = place(description)
    }
    if let url = declaration.referenceURL { entries[index].referenceURL = place(url) }
  }

  private mutating func validMIMETypes(of declaration: TypeDeclaration, _ number: Int)
    -> [TextRange]
  {
    declaration.mimeTypes.compactMap { tag in
      if tag.utf8.count <= 255, let type = MIMEType(tag) { return place(type.description) }
      problems.append(TypeProblem(number, .badMIMEType(tag)))
      return nil
    }
  }

  private mutating func validExtensions(of declaration: TypeDeclaration, _ number: Int)
    -> [TextRange]
  {
    declaration.filenameExtensions.compactMap { tag in
      let isValid =
        !tag.isEmpty && tag.utf8.count <= 255 && tag.utf8.first != UInt8(ascii: ".")
        && !tag.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
      if isValid { return place(tag) }
      problems.append(TypeProblem(number, .badFilenameExtension(tag)))
      return nil
    }
  }

  private mutating func validPasteboardTypes(of declaration: TypeDeclaration, _ number: Int)
    -> [TextRange]
  {
    declaration.pasteboardTypes.compactMap { tag in
      if !tag.isEmpty, tag.utf8.count <= 255, !tag.utf8.contains(0) { return place(tag) }
      problems.append(TypeProblem(number, .badPasteboardType(tag)))
      return nil
    }
  }

  // MARK: - Claims

  /// Takes a program's word for the parent of a type, as long as no declaration says more.
  mutating func admit(_ claims: [TypeCatalogue.Claim]) {
    for claim in claims where TypeIdentifier.isValid(claim.identifier) {
      let (index, isNew) = identifiers.insert(place(claim.identifier), in: text)
      guard isNew else { continue }
      appendEntry(identifiers.names[index].range, isImported: false)
      entries[index].isDeclared = false
      let parents = list([place(claim.parent)])
      parentWishes.append(ParentWish(author: .program, type: index, parents: parents))
    }
  }

  // MARK: - Places and lists

  private mutating func appendEntry(_ identifier: TextRange, isImported: Bool) {
    var entry = TypeCatalogue.Entry()
    entry.identifier = identifier
    entry.isImported = isImported
    entries.append(entry)
  }

  private mutating func place(_ string: String) -> TextRange {
    let start = text.count
    text.append(contentsOf: string.utf8)
    return TextRange(start..<text.count)
  }

  private mutating func list(_ ranges: [TextRange]) -> ListRange {
    let start = names.count
    names += ranges
    return ListRange(start..<names.count)
  }

  /// The first list and what the second adds to it.
  private mutating func union(_ first: ListRange, _ second: ListRange) -> ListRange {
    if first.count == 0 { return second }
    if second.count == 0 { return first }
    var union = Array(names[first.indices])
    for range in names[second.indices] where !union.contains(where: { isSame($0, range) }) {
      union.append(range)
    }
    return list(union)
  }

  private func isSame(_ left: TextRange, _ right: TextRange) -> Bool {
    let text = text.span
    return text.extracting(left.indices).isEqualIgnoringCase(text.extracting(right.indices))
  }
}
