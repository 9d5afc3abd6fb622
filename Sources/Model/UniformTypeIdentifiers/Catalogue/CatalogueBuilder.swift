/// Makes the parts of a ``TypeCatalogue``, one layer after the other.
///
/// What a declaration gets wrong is left out, and the rest of it is kept: whoever wants to hear of
/// mistakes checks declarations before.
struct CatalogueBuilder {
  private(set) var text: [UInt8] = []
  var entries: [TypeCatalogue.Entry] = []
  private(set) var names: [TextRange] = []
  private(set) var identifiers = NameTable(capacity: 1024)
  private(set) var mimeTypes = TagTable(capacity: 512)
  private(set) var filenameExtensions = TagTable(capacity: 1024)
  private(set) var pasteboardTypes = TagTable(isCaseSensitive: true, capacity: 16)
  var links: [Int32] = []
  private(set) var parentWishes: [ParentWish] = []
  private var systemCount = 0

  /// The parents that somebody names for a type, in `names`.
  struct ParentWish {
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
        parentWishes.append(ParentWish(type: index, parents: row.parents))
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
    for isImported in [false, true] {
      for number in declarations.indices where declarations[number].isImported == isImported {
        // In place: a copy of a declaration counts the references to all that is in it.
        guard TypeIdentifier.isValid(declarations[number].identifier) else { continue }
        let name = place(declarations[number].identifier)
        let (index, isNew) = identifiers.insert(name, in: text)
        if isNew { appendEntry(identifiers.names[index].range, isImported: isImported) }
        guard isNew || index < systemCount else { continue }
        extend(index, with: declarations[number])
      }
    }
  }

  private mutating func extend(_ index: Int, with declaration: TypeDeclaration) {
    var own = TypeCatalogue.Entry()
    own.mimeTypes = list(declaration.mimeTypes) { MIMEType($0)?.description }
    own.filenameExtensions = list(declaration.filenameExtensions) { tag in
      let isDotted = tag.utf8.first == UInt8(ascii: ".")
      return isDotted || tag.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 } ? nil : tag
    }
    own.pasteboardTypes = list(declaration.pasteboardTypes) { $0.utf8.contains(0) ? nil : $0 }
    indexTags(of: own, as: index)
    parentWishes.append(ParentWish(type: index, parents: list(declaration.parents) { $0 }))
    entries[index].mimeTypes = union(entries[index].mimeTypes, own.mimeTypes)
    let extensions = union(entries[index].filenameExtensions, own.filenameExtensions)
    entries[index].filenameExtensions = extensions
    entries[index].pasteboardTypes = union(entries[index].pasteboardTypes, own.pasteboardTypes)
    if let description = declaration.localizedDescription {
      entries[index].description = place(description)
    }
    if let url = declaration.referenceURL { entries[index].referenceURL = place(url) }
  }

  // MARK: - Claims

  /// Takes a program's word for the parent of a type, as long as no declaration says more.
  mutating func admit(_ claims: [TypeCatalogue.Claim]) {
    for claim in claims where TypeIdentifier.isValid(claim.identifier) {
      let (index, isNew) = identifiers.insert(place(claim.identifier), in: text)
      guard isNew else { continue }
      appendEntry(identifiers.names[index].range, isImported: false)
      entries[index].isDeclared = false
      let parents = list([claim.parent]) { $0 }
      parentWishes.append(ParentWish(type: index, parents: parents))
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

  /// Names in the spelling that they have here, but for those that nobody can bear.
  private mutating func list(_ tags: [String], spelling: (String) -> String?) -> ListRange {
    let start = names.count
    for tag in tags where (1...255).contains(tag.utf8.count) {
      guard let name = spelling(tag) else { continue }
      let range = place(name)
      names.append(range)
    }
    return ListRange(start..<names.count)
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
