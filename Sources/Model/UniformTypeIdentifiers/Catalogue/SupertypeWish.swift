/// What a type that is looked for by its tag ought to conform to.
struct SupertypeWish {
  let supertype: UTType?
  /// Whether the wish is a condition: all but `data` are, which is wished by default.
  let isRequired: Bool

  init(_ supertype: UTType?) {
    self.supertype = supertype
    isRequired = supertype.map { $0 != .data } ?? false
  }

  /// Whether nothing in particular is wished.
  var isDefault: Bool { supertype != nil && !isRequired }

  func isMet(by type: UTType, in catalogue: TypeCatalogue) -> Bool {
    supertype.map { type == $0 || catalogue.isSubtype(type, of: $0) } ?? true
  }
}
