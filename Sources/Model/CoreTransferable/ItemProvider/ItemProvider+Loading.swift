extension ItemProvider {
  /// Starts loading the bytes of the best representation that is of a type or conforms to it.
  ///
  /// A file is read whole into memory.
  public func loadDataRepresentation(for contentType: UTType) -> TransferHandle<Data> {
    let item = snapshot
    return TransferHandle { progress in
      try await item.firstSuccess(for: contentType, progress) { registration, content in
        switch content {
        case .data(let data): data
        case .file(let file, _): try FileTree.read(file, as: registration.contentType)
        }
      }
    }
  }

  /// Starts loading the best representation that is of a type or conforms to it, as a file.
  ///
  /// The file is a copy under the suggested name, unless `openInPlace` is wanted and allowed.
  public func loadFileRepresentation(
    for contentType: UTType,
    openInPlace: Bool = false
  ) -> TransferHandle<LoadedFile> {
    let item = snapshot
    return TransferHandle { progress in
      try await item.firstSuccess(for: contentType, progress) { registration, content in
        if case .file(let original, allowsOriginal: true) = content, openInPlace {
          return LoadedFile(original: try FileTree.existing(original))
        }
        let lease = try FileLease()
        let file = try content.write(
          in: lease.directory,
          item.name.value,
          for: registration.contentType,
          else: "item"
        )
        if let byteCount = FileTree.byteCount(file) {
          progress.update(completed: byteCount, total: byteCount)
        }
        return LoadedFile(copy: file, in: lease)
      }
    }
  }

  /// Lends `body` the best representation that is of a type or conforms to it, as a file.
  ///
  /// A copy is gone when `body` returns or throws.
  public func withFileRepresentation<Result>(
    for contentType: UTType,
    openInPlace: Bool = false,
    _ body: (ReceivedTransferredFile) async throws -> Result
  ) async throws -> Result {
    let loaded = try await loadFileRepresentation(for: contentType, openInPlace: openInPlace).value
    defer { loaded.remove() }
    return try await body(
      ReceivedTransferredFile(file: loaded.file, isOriginalFile: loaded.isOriginalFile)
    )
  }

  /// Starts making a value from the first representation, in the order of the item, that it takes.
  public func loadTransferable<Item: Transferable>(type: Item.Type) -> TransferHandle<Item> {
    let item = snapshot
    return TransferHandle { progress in
      let routes = try Item.importRoutes()
      let offered = item.registrations.map(\.contentType)
      return try await RouteChoice.firstSuccess(
        of: RouteChoice.matches(offered: offered, importable: routes.map(\.contentType)),
        named: { offered[$0.offered] },
        else: item.problems.first ?? .unavailableCoercion(to: "\(Item.self)", offered: offered)
      ) { match in
        let content = try await item.registrations[match.offered].content(progress)
        let arrived = content.arrived(suggestedName: item.name.value)
        return try await RouteChoice.firstSuccess(
          of: match.importers.map { routes[$0] },
          named: \.contentType,
          else: .unavailableCoercion(to: "\(Item.self)", offered: [offered[match.offered]])
        ) { try await $0.load(arrived) }
      }
    }
  }

  /// What the item can be sent as, in its order and for every audience.
  package func exportRoutes() -> [ExportRoute] {
    registrations.map { registration in
      ExportRoute(
        contentType: registration.contentType,
        parent: registration.parent,
        visibility: registration.visibility,
        isFile: registration.isFile
      ) { try await registration.content(TransferProgress()) }
    }
  }
}

extension ItemProvider.State {
  /// What `use` makes of the first representation that serves and does not fail.
  fileprivate func firstSuccess<Success>(
    for contentType: UTType,
    _ progress: TransferProgress,
    _ use: (ItemProvider.Registration, TransferContent) throws -> Success
  ) async throws -> Success {
    let types = registrations.map(\.contentType)
    return try await RouteChoice.firstSuccess(
      of: RouteChoice.candidates(among: types, wanted: contentType).map { registrations[$0] },
      named: \.contentType,
      else: problems.first ?? .itemUnavailable(wanted: [contentType], offered: types)
    ) { registration in
      let content = try await registration.content(progress)
      // The caller may have gone while a loader answered that does not care.
      try Task.checkCancellation()
      return try use(registration, content)
    }
  }
}

extension ItemProvider.Registration {
  /// The content, within the time limit.
  fileprivate func content(_ progress: TransferProgress) async throws -> TransferContent {
    try contentType.requireDeclared(parent: parent)
    let content = try await withinTimeLimit(loading: contentType) { try await load(progress) }
    if case .data(let data) = content {
      progress.update(completed: Int64(data.count), total: Int64(data.count))
    }
    return content
  }
}

extension TransferContent {
  /// How an importer in this process gets what was sent.
  fileprivate func arrived(suggestedName: String?) -> ImportContent {
    switch self {
    case .data(let data): .data(data, suggestedName: suggestedName)
    case .file(let file, let allowsOriginal): .file(file, allowsOriginal ? .original : .copy)
    }
  }
}
