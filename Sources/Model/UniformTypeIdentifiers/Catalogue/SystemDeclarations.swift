/// The types that the system declares by itself, whatever is installed in the registry.
///
/// Declarations are checked against these before they are installed. Made when first asked, in a
/// quarter of a millisecond.
package struct SystemDeclarations: Sendable {
  private static let catalogue = TypeCatalogue()

  private var catalogue: TypeCatalogue { Self.catalogue }

  package init() {}

  /// The identifiers, in the order of the tables.
  package var identifiers: [String] {
    catalogue.entries.map { catalogue.text.string($0.identifier) }
  }

  package func isDeclared(_ identifier: String) -> Bool {
    catalogue.index(of: identifier) != nil
  }

  /// The type that bears a MIME type, in lower case, or an X11 target; `nil` if none does.
  package func identifier(bearing name: String) -> String? {
    for tagClass in [UTTagClass.mimeType, .pasteboardType] {
      var bearers = catalogue.bearers(of: name, tagClass)
      if let index = bearers.next() {
        return catalogue.text.string(catalogue.entries[index].identifier)
      }
    }
    return nil
  }

  /// The parents of a type; `nil` if the system does not declare it.
  package func parents(of identifier: String) -> [String]? {
    guard let index = catalogue.index(of: identifier) else { return nil }
    return catalogue.links[catalogue.entries[index].parents.indices].map {
      catalogue.text.string(catalogue.entries[Int($0)].identifier)
    }
  }
}
