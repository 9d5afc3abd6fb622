internal import UniformTypeIdentifiers

// The graph of conformance: it has no circle, and whoever names fields descends from JSON.
extension DeclarationCheck {
  /// A step from a type to one of its parents.
  private struct Edge {
    let target: Int
    /// The subject that names the parent and its place there; `nil` if the system does.
    let source: (subject: Int, parent: Int)?
  }

  /// A type on the way down, and the next of its parents to look at.
  private struct Frame {
    let node: Int
    let edges: [Edge]
    var next = 0
    var isJSON: Bool
  }

  private enum Mark {
    case open
    case done(isJSON: Bool)
  }

  /// Visits every type after its parents; without recursion, since a chain may be as long as the
  /// list.
  mutating func walk() {
    var marks: [Int: Mark] = [:]
    var path: [Frame] = []
    for index in subjects.indices where !isOverruled[index] {
      let start = nodeOfSubject[index]
      if marks[start] == nil { path = [frame(of: start)] }
      marks[start] = marks[start] ?? .open
      while let frame = path.last {
        guard frame.next < frame.edges.count else {
          marks[frame.node] = .done(isJSON: frame.isJSON)
          path.removeLast()
          if frame.isJSON, !path.isEmpty { path[path.count - 1].isJSON = true }
          continue
        }
        path[path.count - 1].next += 1
        let target = frame.edges[frame.next].target
        switch marks[target] {
        case .open: noteCycle(path[...], closedAt: target)
        case .done(let isJSON): if isJSON { path[path.count - 1].isJSON = true }
        case nil:
          marks[target] = .open
          path.append(self.frame(of: target))
        }
      }
      if subjects[index].namesFields, case .done(isJSON: false) = marks[start] {
        note(.noFields, index)
      }
    }
  }

  private mutating func frame(of node: Int) -> Frame {
    var edges = (nodes[node].systemParents ?? []).map { Edge(target: number(of: $0), source: nil) }
    for speaker in nodes[node].speakers {
      for (place, target) in parentNodes[speaker].enumerated() {
        edges.append(Edge(target: target, source: (speaker, place)))
      }
    }
    let isJSON = nodes[node].name.asciiLowercased == "public.json"
    return Frame(node: node, edges: edges, isJSON: isJSON)
  }

  /// Tells every type of a circle, which the last step of the path closed.
  private mutating func noteCycle(_ path: ArraySlice<Frame>, closedAt target: Int) {
    guard let first = path.firstIndex(where: { $0.node == target }) else { return }
    let circle = Array(path[first...])
    for (index, frame) in circle.enumerated() {
      guard let source = frame.edges[frame.next - 1].source else { continue }
      var names = (0..<min(8, circle.count)).map { step in
        nodes[circle[(index + step) % circle.count].node].name
      }
      if circle.count > names.count { names.append("…") }
      note(.cycle(parent: source.parent, names + [nodes[frame.node].name]), source.subject)
    }
  }
}
