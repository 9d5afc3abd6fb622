internal import UniformTypeIdentifiers
internal import Wire

extension PasteboardService {
  /// Describes the types that are known.
  func describeTypes(
    _ request: DescribeTypeRequest
  ) throws(PasteboardError) -> DescribeTypeReply {
    guard request.types.count <= 1024 else {
      throw .tooLarge(what: "the number of types", limit: 1024)
    }
    let types = request.types.compactMap { name in
      name.utf8.first == UInt8(ascii: ".")
        ? UTType(filenameExtension: String(name.dropFirst()))
        : UTType(name) ?? UTType(mimeType: name)
    }
    return DescribeTypeReply(types: types.map(DescribedType.init))
  }
}

extension DescribedType {
  fileprivate init(_ type: UTType) {
    self.init(identifier: type.identifier)
    let all = type.supertypes
    supertypes = all.map(\.identifier).sorted()
    conformsTo = all.filter { parent in !all.contains { $0.isSubtype(of: parent) } }
      .map(\.identifier).sorted()
    mimeTypes = type.tags(of: .mimeType)
    extensions = type.tags(of: .filenameExtension)
    targets = type.tags(of: .pasteboardType)
    (declared, dynamic) = (type.isDeclared, type.isDynamic)
  }
}
