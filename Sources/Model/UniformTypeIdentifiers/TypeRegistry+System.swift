extension TypeRegistry {
  /// The parents that the system's own declaration of a type names; `nil` if it has none.
  ///
  /// What was installed plays no part, so that declarations can be checked before they are.
  package static func systemParents(of identifier: String) -> [String]? {
    Declarations.system.declaration(of: identifier)?.parents
  }

  /// The identifiers of the types that the system declares, in any order.
  package static var systemIdentifiers: [String] { Declarations.system.identifiers }
}
