extension Transferable {
  /// The content as bytes, of the wanted type or of the first one that can be had.
  ///
  /// An exact match is preferred to a type that conforms; one that fails gives way to the next.
  @concurrent
  public func exported(as contentType: UTType? = nil) async throws -> Data {
    try await firstRoute(for: contentType) { route in
      switch try await route.load() {
      case .data(let data): data
      case .file(let file, _): try FileTree.read(file, as: route.contentType)
      }
    }
  }

  /// Writes the content to a new file in `directory`, and says where it is; it is the caller's.
  ///
  /// The file bears the suggested name, made safe and with the extension of its type. If there is
  /// such a file, it becomes `name (2).ext`. It is never seen before it is complete.
  @concurrent
  public func export(to directory: URL, contentType: UTType? = nil) async throws -> URL {
    try await firstRoute(for: contentType) { route in
      let content = try await route.load()
      let name = content.fileName(suggestedFilename, for: route.contentType, else: "\(Self.self)")
      return try NewFile(name, in: directory).write(content)
    }
  }

  /// Writes the content to a temporary file that is gone when `fileHandler` returns or throws.
  public func withExportedFile<Result>(
    contentType: UTType? = nil,
    fileHandler: (URL) async throws -> Result
  ) async throws -> Result {
    let lease = try FileLease()
    defer { lease.remove() }
    return try await fileHandler(try await export(into: lease, contentType))
  }

  @concurrent
  private func export(into lease: FileLease, _ contentType: UTType?) async throws -> URL {
    try await firstRoute(for: contentType) { route in
      try await route.load()
        .write(in: lease.directory, suggestedFilename, for: route.contentType, else: "\(Self.self)")
    }
  }

  /// The name that the representations suggest for a file, as they say it.
  public var suggestedFilename: String? {
    Self.resolution().fileNames.reversed().lazy.compactMap { $0(self) }.first
  }

  /// The types as which values can be sent, seen from who may see what `visibility` says.
  public static func exportedContentTypes(
    visibility: TransferRepresentationVisibility = .all
  ) -> [UTType] {
    resolution().exporters.filter { $0.visibility.includes(visibility) }.map(\.contentType)
      .withoutRepetitions
  }

  /// The types as which this very value can be sent.
  public func exportedContentTypes(
    _ visibility: TransferRepresentationVisibility = .all
  ) -> [UTType] {
    Self.resolution().exporters
      .filter { $0.visibility.includes(visibility) && $0.isOffered(self) }.map(\.contentType)
      .withoutRepetitions
  }

  private func firstRoute<Success>(
    for contentType: UTType?,
    _ load: (ExportRoute) async throws -> Success
  ) async throws -> Success {
    let routes = try exportRoutes()
    let types = routes.map(\.contentType)
    let candidates = RouteChoice.candidates(among: types, wanted: contentType)
    return try await RouteChoice.firstSuccess(
      of: candidates.map { routes[$0] },
      named: \.contentType,
      else: .itemUnavailable(wanted: contentType.map { [$0] } ?? [], offered: types),
      load
    )
  }
}

extension [UTType] {
  fileprivate var withoutRepetitions: [UTType] {
    var seen: Set<UTType> = []
    return filter { seen.insert($0).inserted }
  }
}
