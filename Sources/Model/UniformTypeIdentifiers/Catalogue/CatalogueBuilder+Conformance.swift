// Who conforms to whom: parents by number.
extension CatalogueBuilder {
  /// Turns the names of parents into numbers; one that nobody declares is passed over.
  mutating func connect() {
    links.reserveCapacity(names.count)
    for wish in parentWishes {
      for place in wish.parents.indices {
        let name = names[place].indices
        let parent = identifiers.index(of: text.span.extracting(name), in: text)
        if let parent { link(wish.type, to: parent) }
      }
    }
  }

  /// Adds a parent to the end of a list that is moved to the end of all lists if it is not there.
  private mutating func link(_ index: Int, to parent: Int) {
    let number = Int32(truncatingIfNeeded: parent)
    let known = entries[index].parents.indices
    if links[known].contains(number) { return }
    let isLast = known.upperBound == links.count
    let start = isLast ? known.lowerBound : links.count
    if !isLast { links += Array(links[known]) }
    links.append(number)
    entries[index].parents = ListRange(start..<links.count)
  }
}
