internal import LinuxIO
internal import TOML
public import UniformTypeIdentifiers

/// The types that files declare: those that can be used, and what is wrong with the others.
///
/// A declaration with a mistake is left out together with those that build on it; the rest counts.
///
/// Source: interface, sections 2 and 5.
public struct UserDeclarations: Sendable {
  /// The types, one for each identifier, in the order of precedence.
  public let types: [DeclaredType]
  /// Every mistake, in the order of the files and lines.
  public let problems: [DeclarationProblem]
  private let stamps: [FileStamp]
  /// The index in ``types`` by identifier in lower case.
  private let index: [String: Int]

  /// What ``TypeRegistry`` is to install.
  public var declarations: [TypeDeclaration] { types.map(\.declaration) }

  /// What is declared of a type, without regard to the case of its identifier.
  public subscript(identifier: String) -> DeclaredType? {
    index[identifier.asciiLowercased].map { types[$0] }
  }

  /// Nothing at all.
  public init() {
    (types, problems, stamps, index) = ([], [], [], [:])
  }

  /// Whether a file or folder is no longer the one that was read; asks the disk for each.
  public var areOutdated: Bool { !stamps.allSatisfy(\.isCurrent) }

  /// Reads what is declared now.
  public init(readingFrom folders: DeclarationFolders) {
    // Looked at before they are read, so that a change in between is seen the next time.
    let places = folders.paths.map(FileStamp.init(of:))
    let files = folders.files.map(FileStamp.init(of:))
    var documents = DeclarationDocuments()
    for file in files { documents.read(file.path) }
    self.init(documents, stamps: places + files, system: BuiltInTypes())
  }

  /// Reads one file as if it stood beside the others, and has only its mistakes and types.
  ///
  /// A file of the same name gives way to it, as it would if this one was put in the first folder.
  public init(checking path: [UInt8], beside folders: DeclarationFolders) {
    let name = Self.name(of: path)
    var documents = DeclarationDocuments()
    for file in folders.files where Self.name(of: file) != name { documents.read(file) }
    documents.read(path)
    let whole = UserDeclarations(documents, stamps: [], system: BuiltInTypes())
    let file = DeclarationDocuments.shown(path)
    self.init(
      types: whole.types.filter { $0.places.contains { $0.file == file } },
      problems: whole.problems.filter { $0.place.file == file },
      stamps: []
    )
  }

  init(_ documents: DeclarationDocuments, stamps: [FileStamp], system: BuiltInTypes) {
    let check = DeclarationCheck(
      documents.statements.map(DeclarationCheck.Subject.init),
      leftOut: documents.leftOut,
      system: system
    )
    var types: [DeclaredType] = []
    var places: [Int?] = Array(repeating: nil, count: check.nodes.count)
    types.reserveCapacity(documents.statements.count)
    for valid in check.valid {
      let node = check.nodeOfSubject[valid]
      if let place = places[node] {
        types[place].add(documents.statements[valid].type)
      } else {
        places[node] = types.count
        types.append(documents.statements[valid].type)
      }
    }
    self.types = types
    index = check.numbers.compactMapValues { places[$0] }
    self.stamps = stamps
    var report = DeclarationReport(documents, system: system)
    problems = documents.inOrder(documents.problems + report.problems(of: check))
  }

  private init(types: [DeclaredType], problems: [DeclarationProblem], stamps: [FileStamp]) {
    self.types = types
    self.problems = problems
    self.stamps = stamps
    let keys = types.enumerated().map { ($1.declaration.identifier.asciiLowercased, $0) }
    index = Dictionary(keys) { first, _ in first }
  }

  private static func name(of path: [UInt8]) -> ArraySlice<UInt8> {
    path.suffix(while: { $0 != UInt8(ascii: "/") })
  }
}

extension DeclarationCheck.Subject {
  fileprivate init(_ statement: TypeStatement) {
    let declaration = statement.type.declaration
    identifier = declaration.identifier
    parents = declaration.parents
    references = statement.type.representations.map(\.type)
    names = declaration.mimeTypes + declaration.pasteboardTypes
    isImported = declaration.isImported
    namesFields = statement.places.field != nil
    saysParents = statement.places.saysParents
  }
}

extension Array {
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> ArraySlice<Element> {
    guard let last = lastIndex(where: { !isIncluded($0) }) else { return self[...] }
    return self[(last + 1)...]
  }
}
