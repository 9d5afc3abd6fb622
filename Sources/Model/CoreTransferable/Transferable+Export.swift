extension Transferable {
  /// The content as bytes, of the wanted type or of the first one that can be had.
  ///
  /// An exact match is preferred to a type that conforms; one that fails gives way to the next.
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
  public func export(to directory: URL, contentType: UTType? = nil) async throws -> URL {
    try await firstRoute(for: contentType) { route in
      let content = try await route.load()
      return try NewFile(fileName(of: content, route), in: directory).write(content)
    }
  }

  /// Writes the content to a temporary file that is gone when `fileHandler` returns or throws.
  public func withExportedFile<Result>(
    contentType: UTType? = nil,
    fileHandler: (URL) async throws -> Result
  ) async throws -> Result {
    let lease = FileLease()
    defer { lease.remove() }
    let file = try await firstRoute(for: contentType) { route in
      let content = try await route.load()
      return try lease.add(fileName(of: content, route)) { try content.write(to: $0) }
    }
    return try await fileHandler(file)
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

  private func fileName(of content: TransferContent, _ route: ExportRoute) -> String {
    content.fileName(suggested: suggestedFilename, for: route.contentType, else: "\(Self.self)")
  }
}

extension TransferContent {
  /// The name of a file of this content: as suggested, else the file's own, else `name`.
  func fileName(suggested: String?, for contentType: UTType, else name: String) -> String {
    let own: String? =
      switch self {
      case .data: nil
      case .file(let file, _): file.lastPathComponent
      }
    let given = (suggested ?? own).flatMap(FileName.safe) ?? FileName.safe(name) ?? "item"
    return FileName.named(given, for: contentType)
  }

  /// Writes a new file, or a directory; a file of somebody else's is copied.
  func write(to file: URL) throws {
    switch self {
    case .data(let data): try data.write(to: file, options: .withoutOverwriting)
    case .file(let original, _): try FileTree.copy(original, to: file)
    }
  }
}

extension [UTType] {
  fileprivate var withoutRepetitions: [UTType] {
    var seen: Set<UTType> = []
    return filter { seen.insert($0).inserted }
  }
}
