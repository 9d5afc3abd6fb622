extension UTType {
  /// Whether this type is `other` or conforms to it through any chain of parents.
  public func conforms(to other: UTType) -> Bool {
    self == other || TypeRegistry.catalogue.isSubtype(self, of: other)
  }

  /// Whether this type conforms to `other` and is not `other`.
  public func isSubtype(of other: UTType) -> Bool {
    self != other && TypeRegistry.catalogue.isSubtype(self, of: other)
  }

  /// Whether `other` conforms to this type and is not this type.
  public func isSupertype(of other: UTType) -> Bool { other.isSubtype(of: self) }

  /// Every type that this one conforms to, itself not among them.
  public var supertypes: Set<UTType> { TypeRegistry.catalogue.supertypes(of: self) }

  /// The types that this one conforms to without a type between, in the order of the declaration.
  package var parents: [UTType] { TypeRegistry.catalogue.parents(of: self) }
}
