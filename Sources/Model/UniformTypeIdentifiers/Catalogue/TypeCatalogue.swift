internal import Synchronization

/// All that is declared at one moment; never changes, so that any number of threads may read it.
///
/// Types are numbered. Names stay places in one text until somebody asks, and a tag or an identifier is
/// found by hashing its bytes; what a type conforms to is found by walking up its parents.
final class TypeCatalogue: Sendable {
  /// One type: places in the lists of the catalogue.
  struct Entry: Sendable {
    var identifier = TextRange()
    var description = TextRange()
    var referenceURL = TextRange()
    /// In `names`.
    var mimeTypes = ListRange()
    var filenameExtensions = ListRange()
    var pasteboardTypes = ListRange()
    /// In `links`.
    var parents = ListRange()
    var isImported = false
    /// Whether a declaration stands behind it, and not only a program's word for its parent.
    var isDeclared = true
  }

  /// Who says what an undeclared type conforms to: the program that uses it.
  struct Claim: Sendable {
    let identifier: String
    let parent: String
  }

  let text: [UInt8]
  let entries: [Entry]
  let names: [TextRange]
  let links: [Int32]
  let identifiers: NameTable
  let mimeTypes: TagTable
  let filenameExtensions: TagTable
  let pasteboardTypes: TagTable
  let database: (any MIMEDatabase)?
  /// What was worked out for types that are not in the catalogue; see ``supertypes(of:)``.
  let derived = Mutex(Derived())

  init(
    declarations: [TypeDeclaration] = [],
    claims: [Claim] = [],
    database: (any MIMEDatabase)? = nil
  ) {
    var builder = CatalogueBuilder()
    builder.readSystemTables()
    builder.declare(declarations)
    builder.admit(claims)
    builder.indexSystemTags()
    builder.connect()
    text = builder.text
    entries = builder.entries
    names = builder.names
    links = builder.links
    identifiers = builder.identifiers
    mimeTypes = builder.mimeTypes
    filenameExtensions = builder.filenameExtensions
    pasteboardTypes = builder.pasteboardTypes
    self.database = database
  }

  /// The number of the type with this identifier, declared or claimed.
  func index(of identifier: String) -> Int? {
    identifiers.index(of: identifier.utf8.span, in: text)
  }

  func type(at index: Int) -> UTType {
    UTType(declared: text.string(entries[index].identifier))
  }

  func strings(_ list: ListRange) -> [String] { names[list.indices].map(text.string) }

  /// What was declared of a type, with all that extends it.
  func declaration(at index: Int) -> TypeDeclaration {
    let entry = entries[index]
    func string(_ range: TextRange) -> String? { range.isEmpty ? nil : text.string(range) }
    return TypeDeclaration(
      identifier: text.string(entry.identifier),
      parents: links[entry.parents.indices].map { text.string(entries[Int($0)].identifier) },
      mimeTypes: strings(entry.mimeTypes),
      filenameExtensions: strings(entry.filenameExtensions),
      pasteboardTypes: strings(entry.pasteboardTypes),
      localizedDescription: string(entry.description),
      referenceURL: string(entry.referenceURL),
      isImported: entry.isImported
    )
  }
}
