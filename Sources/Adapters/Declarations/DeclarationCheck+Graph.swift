internal import UniformTypeIdentifiers

// The graph of conformance: it has no circle, nobody conforms to hundreds of others, and whoever
// names fields descends from JSON. All without recursion: a chain may be as long as the list.
extension DeclarationCheck {
  /// A type may conform to so many others: those of Apple to at most a dozen, and what is said of all
  /// types together does not grow with the square of their number.
  static let mostSupertypes = 255

  /// A step up from a type: a parent, and which subject names it at which place; `nil` if the system
  /// does.
  private struct Step {
    let node: Int
    var source: (subject: Int, place: Int)?
  }

  /// A type on the way up, and the next of its parents to look at.
  private struct Frame {
    let node: Int
    var next = 0
    var isJSON: Bool
  }

  /// The way up to the type that is looked at.
  private struct Path {
    var frames: [Frame] = []
    /// The places of types whose declaration has not heard of a circle, in rising order.
    ///
    /// A circle looks at these alone: many may lead through one type.
    var untold: [Int] = []

    var last: Int { frames.count - 1 }
  }

  private enum Mark {
    case open(place: Int)
    case done(isJSON: Bool)
  }

  /// Looks at all types along their parents.
  mutating func walk() {
    let steps = nodes.map { node in
      (node.owner == nil ? node.systemParents ?? [] : []).map { Step(node: $0) }
        + node.speakers.flatMap { speaker in
          parentNodes[speaker].enumerated().map { Step(node: $1, source: (speaker, $0)) }
        }
    }
    visit(steps)
    countSupertypes(steps.map { $0.map(\.node) })
  }

  /// Visits every type after its parents.
  private mutating func visit(_ steps: [[Step]]) {
    let json = numbers["public.json"]
    var marks = [Mark?](repeating: nil, count: nodes.count)
    var isTold = [Bool](repeating: false, count: subjects.count)
    var path = Path()
    for index in subjects.indices where !isOverruled[index] {
      let start = nodeOfSubject[index]
      if marks[start] == nil {
        path.frames.append(Frame(node: start, isJSON: start == json))
        marks[start] = .open(place: 0)
      }
      while let frame = path.frames.last {
        let place = path.last
        guard frame.next < steps[frame.node].count else {
          marks[frame.node] = .done(isJSON: frame.isJSON)
          path.frames.removeLast()
          if path.untold.last == place { path.untold.removeLast() }
          if frame.isJSON, place > 0 { path.frames[place - 1].isJSON = true }
          continue
        }
        path.frames[place].next += 1
        let step = steps[frame.node][frame.next]
        if let source = step.source, !isTold[source.subject], path.untold.last != place {
          path.untold.append(place)
        }
        switch marks[step.node] {
        case .open(let first): noteCycle(&path, from: first, steps, &isTold)
        case .done(let isJSON): if isJSON { path.frames[place].isJSON = true }
        case nil:
          marks[step.node] = .open(place: place + 1)
          path.frames.append(Frame(node: step.node, isJSON: step.node == json))
        }
      }
      if subjects[index].namesFields, case .done(isJSON: false) = marks[start] {
        note(.noFields, index)
      }
    }
  }

  /// Tells every type of a circle, which the last step of the path closed, unless it heard of another.
  private mutating func noteCycle(
    _ path: inout Path,
    from first: Int,
    _ steps: [[Step]],
    _ isTold: inout [Bool]
  ) {
    let count = path.frames.count - first
    while let place = path.untold.last, place >= first {
      path.untold.removeLast()
      let frame = path.frames[place]
      guard let source = steps[frame.node][frame.next - 1].source, !isTold[source.subject]
      else { continue }
      isTold[source.subject] = true
      var names = (0..<min(8, count)).map { step in
        nodes[path.frames[first + (place - first + step) % count].node].name
      }
      if count > names.count { names.append("…") }
      note(.cycle(parent: source.place, names + [nodes[frame.node].name]), source.subject)
    }
  }

  /// Tells the types that conform to too many others first on their chain; the rest build on them.
  private mutating func countSupertypes(_ named: [[Int]]) {
    var isOverfull = [Bool](repeating: false, count: nodes.count)
    /// By whom each type was reached last.
    var reached = [Int](repeating: -1, count: nodes.count)
    // One that is named a thousand times would be passed by each of its children as often.
    let parents = nodes.indices.map { node in
      named[node].filter { parent in
        defer { reached[parent] = node }
        return reached[parent] != node
      }
    }
    reached = [Int](repeating: -1, count: nodes.count)
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
          // Its parents may be thousands, for each of thousands of children.
          if found.count > Self.mostSupertypes + 1 { break }
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
