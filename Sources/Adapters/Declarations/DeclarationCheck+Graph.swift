internal import UniformTypeIdentifiers

// The graph of conformance: it has no circle, nobody conforms to hundreds of others, and whoever
// names fields descends from JSON. All without recursion: a chain may be as long as the list.
extension DeclarationCheck {
  /// A type may conform to so many others: those of Apple to at most a dozen, and what is said of all
  /// types together does not grow with the square of their number.
  static let mostSupertypes = 255

  /// A type on the way down, and the next of its parents to look at.
  private struct Frame {
    let node: Int
    var next = 0
    var isJSON: Bool
  }

  private enum Mark {
    case open
    case done(isJSON: Bool)
  }

  /// Looks at all types along their parents.
  mutating func walk() {
    let parents = nodes.map { node in
      node.owner.map { parentNodes[$0] }
        ?? (node.systemParents ?? []) + node.speakers.flatMap { parentNodes[$0] }
    }
    visit(parents)
    countSupertypes(parents)
  }

  /// Visits every type after its parents.
  private mutating func visit(_ parents: [[Int]]) {
    let json = numbers["public.json"]
    var marks = [Mark?](repeating: nil, count: nodes.count)
    var path: [Frame] = []
    for index in subjects.indices where !isOverruled[index] {
      let start = nodeOfSubject[index]
      if marks[start] == nil { path.append(Frame(node: start, isJSON: start == json)) }
      marks[start] = marks[start] ?? .open
      while let frame = path.last {
        guard frame.next < parents[frame.node].count else {
          marks[frame.node] = .done(isJSON: frame.isJSON)
          path.removeLast()
          if frame.isJSON, !path.isEmpty { path[path.count - 1].isJSON = true }
          continue
        }
        path[path.count - 1].next += 1
        let target = parents[frame.node][frame.next]
        switch marks[target] {
        case .open: noteCycle(path[...], closedAt: target)
        case .done(let isJSON): if isJSON { path[path.count - 1].isJSON = true }
        case nil:
          marks[target] = .open
          path.append(Frame(node: target, isJSON: target == json))
        }
      }
      if subjects[index].namesFields, case .done(isJSON: false) = marks[start] {
        note(.noFields, index)
      }
    }
  }

  /// Tells every type of a circle, which the last step of the path closed.
  private mutating func noteCycle(_ path: ArraySlice<Frame>, closedAt target: Int) {
    guard let first = path.firstIndex(where: { $0.node == target }) else { return }
    let circle = Array(path[first...])
    for (index, frame) in circle.enumerated() {
      guard let source = source(ofParent: frame.next - 1, of: frame.node) else { continue }
      var names = (0..<min(8, circle.count)).map { step in
        nodes[circle[(index + step) % circle.count].node].name
      }
      if circle.count > names.count { names.append("…") }
      note(.cycle(parent: source.parent, names + [nodes[frame.node].name]), source.subject)
    }
  }

  /// The subject that names a parent of a type, and its place there; `nil` if the system does.
  private func source(ofParent number: Int, of node: Int) -> (subject: Int, parent: Int)? {
    var place = number - (nodes[node].systemParents?.count ?? 0)
    guard place >= 0 else { return nil }
    for speaker in nodes[node].speakers {
      if place < parentNodes[speaker].count { return (speaker, place) }
      place -= parentNodes[speaker].count
    }
    return nil
  }

  /// Tells the types that conform to too many others first on their chain; the rest build on them.
  private mutating func countSupertypes(_ parents: [[Int]]) {
    var isOverfull = [Bool](repeating: false, count: nodes.count)
    /// By whom each type was reached last.
    var reached = [Int](repeating: -1, count: nodes.count)
    var found: [Int] = []
    for start in nodes.indices where !nodes[start].speakers.isEmpty {
      found.removeAll(keepingCapacity: true)
      found.append(start)
      reached[start] = start
      var next = 0
      while next < found.count, found.count <= Self.mostSupertypes + 1 {
        for parent in parents[found[next]] where reached[parent] != start {
          reached[parent] = start
          found.append(parent)
        }
        next += 1
      }
      isOverfull[start] = found.count > Self.mostSupertypes + 1
    }
    for node in nodes.indices where isOverfull[node] {
      if parents[node].contains(where: { isOverfull[$0] }) { continue }
      for speaker in nodes[node].speakers { note(.tooManySupertypes, speaker) }
    }
  }
}
