internal import Declarations
internal import LinuxIO
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

extension PasteboardService {
  /// Describes types: those named that are known, or all that files declare.
  func describeTypes(
    _ request: DescribeTypeRequest
  ) throws(PasteboardError) -> DescribeTypeReply {
    guard request.types.count <= 1024 else {
      throw .tooLarge(what: "the number of types", limit: 1024)
    }
    let user = installedTypes.user
    let types =
      request.types.isEmpty
      ? user.declarations.compactMap { UTType($0.identifier) }
      : request.types.compactMap { UTType(named: $0) }
    return DescribeTypeReply(types: types.map { DescribedType($0, user[$0.identifier]) })
  }

  /// Puts declarations that have changed on disk in force.
  func refreshTypes() { note(installedTypes.refresh()) }

  /// Says what became of declarations that were read again.
  func note(_ outcome: InstalledTypes.Outcome) {
    switch outcome {
    case .unchanged: break
    case .installed: log.write(.notice, "\(installedTypes.user.types.count) types are declared")
    case .refused:
      for problem in installedTypes.problems { log.write(.error, problem) }
    }
  }
}

extension UTType {
  /// The known type that somebody names: identifier, MIME type, extension with its dot, X11 target.
  ///
  /// `nil` if nobody knows the name; a MIME type and an extension always name at least a dynamic
  /// type.
  init?(named name: String) {
    if name.utf8.first == UInt8(ascii: "."),
      let type = UTType(filenameExtension: String(name.dropFirst()))
    {
      self = type
    } else if let type = UTType(name) ?? UTType(mimeType: name) {
      self = type
    } else if let type = TargetName(name).contentType, type.isDeclared {
      self = type
    } else {
      return nil
    }
  }
}

extension DescribedType {
  /// What is known of a type, and what files say of it.
  init(_ type: UTType, _ declared: DeclaredType?) {
    self.init(identifier: type.identifier)
    conformsTo = type.parentIdentifiers
    supertypes = type.supertypes.map(\.identifier).sorted()
    mimeTypes = type.tags(of: .mimeType)
    extensions = type.tags(of: .filenameExtension)
    targets = type.tags(of: .pasteboardType)
    description = type.localizedDescription
    self.declared = type.isDeclared
    dynamic = type.isDynamic
    imported = TypeRegistry.declaration(of: type)?.isImported ?? false
    representations = declared?.representations.map(\.type) ?? []
    required = declared?.required.map(\.description) ?? []
  }
}

extension UTType {
  /// The identifiers of the parents, in the order of the declaration if there is one.
  var parentIdentifiers: [String] {
    if let declaration = TypeRegistry.declaration(of: self) { return declaration.parents }
    let all = supertypes
    return all.filter { parent in !all.contains { $0.isSubtype(of: parent) } }
      .map(\.identifier).sorted()
  }
}
