internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// The types that a watcher wants to hear of; none means any.
struct WatchedTypes {
  private let names: [String]
  private var wishes: [NamedType]
  /// The edition of the installed types by which the names were understood.
  private var edition: Int

  /// Understands the names.
  init(_ names: [String], in edition: Int) throws(PasteboardError) {
    self.names = names
    self.edition = edition
    wishes = try NamedType.wishes(names)
  }

  /// Whether one of them is on offer; in another edition the names may mean something else.
  mutating func areMet(by kinds: @autoclosure () -> OfferedKinds, in edition: Int) -> Bool {
    guard !names.isEmpty else { return true }
    if edition != self.edition {
      // They were understood before, and what cannot be one now is none that is on offer.
      wishes = (try? NamedType.wishes(names)) ?? []
      self.edition = edition
    }
    let kinds = kinds()
    return wishes.contains { kinds.meet($0) }
  }
}

/// What is on offer, with all that it conforms to: worked out once for all who wait for some type.
struct OfferedKinds {
  private var targets: Set<String> = []
  private var types: Set<UTType> = []

  init(_ offered: [OfferedType]) {
    for offered in offered {
      targets.formUnion(offered.targets)
      // What is there already is there with all that it conforms to.
      guard let type = UTType(offered.type), types.insert(type).inserted else { continue }
      types.formUnion(type.supertypes)
    }
  }

  /// Whether one is that type, or conforms to it, or has that target.
  func meet(_ wish: NamedType) -> Bool {
    if let target = wish.target, targets.contains(target.description) { return true }
    return types.contains(wish.type)
  }
}
