internal import Synchronization

/// The types that this process knows: the system's, those that were installed, and the desktop's.
///
/// A look-up sees one moment of it, and any number of them run at once.
public enum TypeRegistry {
  /// Replaces what was installed before, in one step: a look-up sees all of it or nothing.
  ///
  /// For one that speaks for all programs: `xferd`, and in a program that uses a pasteboard what
  /// `xferd` said. A program's own types are added.
  ///
  /// What was added stays, and comes after. An identifier that the system declares, too, adds its
  /// names and parents to that declaration.
  /// Of two declarations of one identifier an exported one wins over an imported one, else the first.
  /// Nothing is complained of: names that none can bear and parents that nobody declares are left out,
  /// and types in a circle conform to each other.
  public static func install(_ declarations: [TypeDeclaration], database: (any MIMEDatabase)?) {
    change { content in
      content.installed = declarations
      content.database = database
    }
  }

  /// Adds declarations, each in place of one that was added for the same identifier.
  public static func add(_ declarations: [TypeDeclaration]) {
    let known = content.withLock { Set($0.added) }
    let new = declarations.filter { !known.contains($0) }
    guard !new.isEmpty else { return }
    let identifiers = Set(new.map(\.identifier.asciiLowercased))
    change { content in
      content.added.removeAll { identifiers.contains($0.identifier.asciiLowercased) }
      content.added += new
    }
  }

  /// All declared types: the system's in the order of its table, then the installed ones.
  public static var declaredTypes: [UTType] {
    let catalogue = catalogue
    return catalogue.entries.indices.filter { catalogue.entries[$0].isDeclared }
      .map(catalogue.type(at:))
  }

  /// The declaration of a type with all that extends it; `nil` if nobody declared the type.
  ///
  /// Tags and descriptions that only the desktop's database knows are not part of it.
  public static func declaration(of type: UTType) -> TypeDeclaration? {
    let catalogue = catalogue
    guard let index = catalogue.index(of: type.identifier), catalogue.entries[index].isDeclared
    else { return nil }
    return catalogue.declaration(at: index)
  }

  // MARK: - The moment

  private struct Content {
    var installed: [TypeDeclaration] = []
    var added: [TypeDeclaration] = []
    var claims: [TypeCatalogue.Claim] = []
    var database: (any MIMEDatabase)?

    func catalogue() -> TypeCatalogue {
      TypeCatalogue(declarations: installed + added, claims: claims, database: database)
    }
  }

  /// Locked while a catalogue is made, so that changes come one after the other.
  private static let content = Mutex(Content())
  /// Locked for an instant by each look-up; who needs both locks takes `content` first.
  private static let current = Mutex<TypeCatalogue?>(nil)

  /// What is known now; the first to ask reads the system's tables.
  static var catalogue: TypeCatalogue {
    if let catalogue = current.withLock({ $0 }) { return catalogue }
    return content.withLock { content in
      if let catalogue = current.withLock({ $0 }) { return catalogue }
      let catalogue = content.catalogue()
      current.withLock { $0 = catalogue }
      return catalogue
    }
  }

  private static func change(_ body: (inout Content) -> Void) {
    content.withLock { content in
      body(&content)
      let catalogue = content.catalogue()
      current.withLock { $0 = catalogue }
    }
  }

  /// Takes a program's word for the parent of a type that nobody declares.
  static func claim(_ identifier: String, conformsTo parent: String) {
    guard TypeIdentifier.isValid(identifier), catalogue.index(of: identifier) == nil else { return }
    change { content in
      let isKnown = content.claims.contains { $0.identifier.isEqualIgnoringCase(identifier) }
      if !isKnown {
        content.claims.append(TypeCatalogue.Claim(identifier: identifier, parent: parent))
      }
    }
  }
}
