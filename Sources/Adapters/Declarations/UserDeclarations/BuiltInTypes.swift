internal import UniformTypeIdentifiers

/// The types that exist without any file, as the check of declarations asks for them.
struct BuiltInTypes: Sendable {
  /// The parents that the system's own declaration names; `nil` if it has none of this identifier.
  let parents: @Sendable (_ identifier: String) -> [String]?
  /// All of them, for suggestions.
  let identifiers: @Sendable () -> [String]

  /// Those of the registry, whatever is installed in it.
  static let registry = BuiltInTypes(
    parents: { TypeRegistry.systemParents(of: $0) },
    identifiers: { TypeRegistry.systemIdentifiers }
  )

  /// Whether only the system may declare names like this one.
  static func isReserved(_ key: String) -> Bool {
    ["public.", "com.apple.", "dyn."].contains { key.utf8.starts(with: $0.utf8) }
  }
}
