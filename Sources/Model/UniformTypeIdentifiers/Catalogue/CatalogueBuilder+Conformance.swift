// Who conforms to whom: parents by number, and what follows from them.
extension CatalogueBuilder {
  /// No type has more supertypes: those of Apple have at most a dozen, and the lists stay short even
  /// when each of ten thousand types names the one before it as its parent.
  static let mostSupertypes = 255

  /// Turns the names of parents into numbers, and works out what each type conforms to.
  mutating func connect() {
    links.reserveCapacity(entries.count * 8)
    var walk = AncestorWalk(typeCount: entries.count)
    for wish in parentWishes {
      for place in wish.parents.indices {
        let name = names[place]
        guard let parent = identifiers.index(of: text.span.extracting(name.indices), in: text)
        else {
          note(wish, .unknownParent(text.string(name), of: identifier(of: wish.type)))
          continue
        }
        // The system's own table has no cycle, which a test checks.
        let way = wish.author == .system ? .none : walk.way(from: parent, to: wish.type, in: self)
        switch way {
        case .none: link(wish.type, to: parent)
        case .some(let path): note(wish, .cycle(([wish.type] + path).map(identifier(of:))))
        case .tooLong: note(wish, .tooManySupertypes(identifier(of: wish.type)))
        }
      }
    }
    for index in entries.indices { findAncestors(of: index) }
    reportOverfull()
  }

  private mutating func note(_ wish: ParentWish, _ kind: TypeProblem.Kind) {
    if case .declaration(let number) = wish.author { problems.append(TypeProblem(number, kind)) }
  }

  private func identifier(of index: Int) -> String { text.string(entries[index].identifier) }

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

  // MARK: - Ancestors

  /// Lists what a type conforms to, after having done so for its parents; there is no cycle by now.
  private mutating func findAncestors(of index: Int) {
    var waiting = [index]
    while let next = waiting.last {
      guard entries[next].ancestors == nil else {
        waiting.removeLast()
        continue
      }
      let parents = entries[next].parents.indices
      let before = waiting.count
      for place in parents where entries[Int(links[place])].ancestors == nil {
        waiting.append(Int(links[place]))
      }
      guard waiting.count == before else { continue }
      waiting.removeLast()
      let start = links.count
      for place in parents { addAncestors(links[place], since: start, isOnly: parents.count == 1) }
      entries[next].ancestors = ListRange(start..<links.count)
    }
  }

  /// Adds a parent and its ancestors, each once; those of an only parent cannot be there yet.
  private mutating func addAncestors(_ parent: Int32, since start: Int, isOnly: Bool) {
    let others = entries[Int(parent)].ancestors?.indices ?? 0..<0
    for ancestor in [parent] + links[others] {
      guard links.count - start < Self.mostSupertypes else { return }
      if isOnly || !links[start...].contains(ancestor) { links.append(ancestor) }
    }
  }

  private mutating func reportOverfull() {
    for wish in parentWishes where entries[wish.type].ancestors?.count == Int32(Self.mostSupertypes)
    {
      note(wish, .tooManySupertypes(identifier(of: wish.type)))
    }
  }
}

/// Looks for a way up from one type to another.
private struct AncestorWalk {
  /// From where a type was reached; -1 where it was not.
  private var origins: [Int32]
  private var reached: [Int] = []

  init(typeCount: Int) { origins = Array(repeating: -1, count: typeCount) }

  enum Way { case none, some([Int]), tooLong }

  /// The types on the way, both ends included.
  ///
  /// Goes no further than a few times the supertypes that a type may have.
  mutating func way(from start: Int, to goal: Int, in builder: borrowing CatalogueBuilder) -> Way {
    defer {
      for index in reached { origins[index] = -1 }
      reached.removeAll(keepingCapacity: true)
    }
    origins[start] = Int32(truncatingIfNeeded: start)
    reached.append(start)
    var next = 0
    while next < reached.count {
      guard next < 2 * CatalogueBuilder.mostSupertypes else { return .tooLong }
      let index = reached[next]
      if index == goal { return .some(path(to: goal)) }
      for place in builder.entries[index].parents.indices {
        let parent = Int(builder.links[place])
        guard origins[parent] < 0 else { continue }
        origins[parent] = Int32(truncatingIfNeeded: index)
        reached.append(parent)
      }
      next += 1
    }
    return .none
  }

  private func path(to goal: Int) -> [Int] {
    var path = [goal]
    while let first = path.first, origins[first] != Int32(truncatingIfNeeded: first) {
      path.insert(Int(origins[first]), at: 0)
    }
    return path
  }
}
