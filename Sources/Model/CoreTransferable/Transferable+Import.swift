extension Transferable {
  /// Makes a value from bytes of a type; without one, every way of the type is tried in its order.
  ///
  /// An importer of the very type is preferred to those of types that it conforms to; one that fails
  /// gives way to the next.
  public init(importing data: Data, contentType: UTType?) async throws {
    self = try await Self.imported(.data(data), contentType)
  }

  /// Makes a value from a file; without a type, what its name says, then every way of the type.
  ///
  /// The file stays where it is: what wants a file has a copy, unless it wants to open it in place.
  public init(importing file: URL, contentType: UTType?) async throws {
    self = try await Self.imported(
      .file(file, .original),
      contentType ?? UTType(filenameExtension: file.pathExtension),
      orAny: contentType == nil
    )
  }

  /// The types from which values can be made.
  public static func importedContentTypes() -> [UTType] {
    resolution().importers.map(\.contentType)
  }

  /// The types from which values like this one can be made.
  public func importedContentTypes() -> [UTType] { Self.importedContentTypes() }

  @concurrent
  private static func imported(
    _ content: ImportContent,
    _ contentType: UTType?,
    orAny takesAny: Bool = false
  ) async throws -> Self {
    let routes = try importRoutes()
    let types = routes.map(\.contentType)
    var candidates = contentType.map { RouteChoice.importers(among: types, of: $0) }
    if takesAny || contentType == nil {
      let first = candidates ?? []
      candidates = first + types.indices.filter { !first.contains($0) }
    }
    return try await RouteChoice.firstSuccess(
      of: (candidates ?? []).map { routes[$0] },
      named: \.contentType,
      else: .unavailableCoercion(to: "\(Self.self)", offered: contentType.map { [$0] } ?? [])
    ) { try await $0.load(content) }
  }
}
