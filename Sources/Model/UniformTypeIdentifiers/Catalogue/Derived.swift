/// What was worked out for types and tags that are not in the catalogue, in order not to do it again.
///
/// A stranger can make up any number of names: beyond ``capacity`` the memory begins anew, and long
/// names are not remembered at all.
struct Derived {
  private(set) var supertypes: [UTType: Set<UTType>] = [:]
  private(set) var types: [Name: UTType] = [:]

  private static let capacity = 1024
  private static let longestName = 512

  /// A tag or, without a class, an identifier, as somebody wrote it.
  struct Name: Hashable {
    let text: String
    let tagClass: UTTagClass?

    static func == (left: Name, right: Name) -> Bool {
      left.text.utf8.span.isEqual(right.text.utf8.span) && left.tagClass == right.tagClass
    }

    func hash(into hasher: inout Hasher) {
      text.utf8.span.forEachFoldedWord { hasher.combine($0) }
    }
  }

  mutating func remember(_ types: Set<UTType>, above type: UTType) {
    guard type.identifier.utf8.count <= Self.longestName else { return }
    if supertypes.count >= Self.capacity { supertypes.removeAll() }
    supertypes[type] = types
  }

  mutating func remember(_ type: UTType, called name: Name) {
    guard name.text.utf8.count <= Self.longestName else { return }
    if types.count >= Self.capacity { types.removeAll() }
    types[name] = type
  }
}
