internal import UniformTypeIdentifiers

/// The types that exist without any file, as the check of declarations asks for them.
struct BuiltInTypes: Sendable {
  /// The parents that the system's own declaration names; `nil` if it has none of this identifier.
  let parents: @Sendable (_ identifier: String) -> [String]?
  /// All of them, for suggestions.
  let identifiers: @Sendable () -> [String]
  /// The one that bears a MIME type in lower case, or an X11 target.
  let bearer: @Sendable (_ name: String) -> String?

  init(
    parents: @escaping @Sendable (_ identifier: String) -> [String]?,
    identifiers: @escaping @Sendable () -> [String],
    bearer: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
  ) {
    self.parents = parents
    self.identifiers = identifiers
    self.bearer = bearer
  }

  /// Those that the registry has, whatever is installed in it.
  init(_ system: SystemDeclarations = SystemDeclarations()) {
    self.init(
      parents: { system.parents(of: $0) },
      identifiers: { system.identifiers },
      bearer: { system.identifier(bearing: $0) }
    )
  }

  /// Whether only the system may declare names like this one.
  static func isReserved(_ key: String) -> Bool {
    key.hasPrefix("public.") || key.hasPrefix("com.apple.") || key.hasPrefix("dyn.")
  }
}
