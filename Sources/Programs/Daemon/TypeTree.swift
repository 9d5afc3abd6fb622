internal import UniformTypeIdentifiers

/// The declared types below those that they conform to.
struct TypeTree {
  /// A type, and how deep it stands.
  struct Line: Encodable {
    let identifier: String
    let depth: Int
    /// Whether what stands below it was already listed, under another of its parents.
    let isRepeated: Bool
  }

  private(set) var lines: [Line] = []
  private var children: [UTType: [UTType]] = [:]
  private var seen: Set<UTType> = []

  /// All types: those that conform to nothing come first, and the others below.
  init() {
    self.init(of: TypeRegistry.declaredTypes) { _, _ in true }
  }

  /// One type with what it conforms to above and what conforms to it below.
  init(around type: UTType) {
    let above = type.supertypes
    let below = TypeRegistry.declaredTypes.filter { $0.isSubtype(of: type) }
    self.init(of: Array(above) + [type] + below) { parent, child in
      // Above the type only the ways that lead to it.
      parent.conforms(to: type) || child == type || above.contains(child)
    }
  }

  private init(of types: [UTType], where isWanted: (_ parent: UTType, _ child: UTType) -> Bool) {
    let all = Set(types)
    var roots: [UTType] = []
    for type in types {
      let parents = type.parentIdentifiers.compactMap { UTType($0) }
        .filter { all.contains($0) && isWanted($0, type) }
      for parent in parents { children[parent, default: []].append(type) }
      if parents.isEmpty { roots.append(type) }
    }
    for key in children.keys { children[key]?.sort { $0.identifier < $1.identifier } }
    for root in roots.sorted(by: { $0.identifier < $1.identifier }) { add(root) }
    (children, seen) = ([:], [])
  }

  /// Lists a type and what is below it; a loop, since a chain may be as long as the list of types.
  private mutating func add(_ root: UTType) {
    var open = [(type: root, depth: 0)]
    while let (type, depth) = open.popLast() {
      let below = children[type] ?? []
      let isNew = seen.insert(type).inserted
      lines.append(
        Line(identifier: type.identifier, depth: depth, isRepeated: !isNew && !below.isEmpty)
      )
      if isNew { open += below.reversed().map { ($0, depth + 1) } }
    }
  }
}
