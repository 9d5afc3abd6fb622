public import CoreTransferable
internal import DaemonClient
internal import Wire

extension Pasteboard {
  /// Pastes every item that can be had as a value of this type.
  ///
  /// The sender's order decides: what it offers first and the type can be made from is taken, and
  /// where that fails, the next. Only what is taken is asked for. Items that cannot be had are left
  /// out; ``pasteResults(_:)`` says why.
  ///
  /// - Returns: At least one value.
  /// - Throws: ``PasteboardFailure`` if there is none, or what the closures of the type throw.
  ///
  /// Source: Apple's order of preference, which is that of the sender.
  public func paste<Item: Transferable>(_ type: Item.Type = Item.self) async throws -> [Item] {
    let results = try await pasteResults(type)
    var failures: [any Error] = []
    var items: [Item] = []
    for result in results {
      switch result {
      case .success(let item): items.append(item)
      case .failure(let error): failures.append(error)
      }
    }
    guard items.isEmpty else { return items }
    // What went wrong says more than what is of another type.
    let worst = failures.first { error in
      if case PasteboardFailure.notOffered = error { false } else { true }
    }
    throw worst ?? failures.first ?? PasteboardFailure.empty(board: name)
  }

  /// Pastes each item as a value of this type, or says why not; one that is broken is no other's harm.
  ///
  /// - Returns: A result for each item, in their order.
  /// - Throws: ``PasteboardFailure`` if nothing is there, or the daemon cannot be asked.
  public func pasteResults<Item: Transferable>(
    _ type: Item.Type = Item.self
  ) async throws -> [Result<Item, any Error>] {
    let routes = try importRoutes(of: type)
    var results: [Result<Item, any Error>] = []
    // One for all items, since that is what makes them one paste.
    var line = try DaemonLines.take()
    defer { DaemonLines.giveBack(line) }
    for item in try await offer(to: routes.map(\.contentType)).items {
      do {
        if !line.cancellation.isQuiet { line = try DaemonLines.take() }
        results.append(.success(try await paste(item, by: routes, on: line)))
      } catch {
        try Task.checkCancellation()
        results.append(.failure(error))
      }
    }
    return results
  }

  private func paste<Item: Transferable>(
    _ item: PasteOffer.Item,
    by routes: [ImportRoute<Item>],
    on line: DaemonLine
  ) async throws -> Item {
    let importable = routes.map(\.contentType)
    var attempts: [PasteboardFailure.Attempt] = []
    func note(_ error: any Error, _ representation: PasteOffer.Representation) throws {
      // A cancelled caller wants no second choice.
      try Task.checkCancellation()
      attempts.append(.init(contentType: representation.contentType, error: error))
    }
    for choice in RouteChoice.matches(offered: item.types, importable: importable) {
      let representation = item.representations[choice.offered]
      let content: PastedContent
      do {
        content = try await load(representation, of: item, on: line)
      } catch {
        try note(error, representation)
        continue
      }
      for importer in choice.importers {
        do {
          return try await content.make(by: routes[importer])
        } catch {
          try note(error, representation)
        }
      }
    }
    do {
      if let value = try await pasteDirectory(item, by: routes, on: line) { return value }
    } catch {
      try Task.checkCancellation()
      attempts.append(.init(contentType: .fileURL, error: error))
    }
    guard attempts.isEmpty else { throw PasteboardFailure.of(attempts) }
    if let missing = routes.first(where: { !$0.contentType.isKnown }) {
      throw PasteboardFailure.transfer(.undeclared(missing.contentType, parent: missing.parent))
    }
    throw PasteboardFailure.notOffered(wanted: importable, offered: item.types)
  }

  /// Has the content brought, once for all importers: it may be the last time that it can be had.
  func load(
    _ representation: PasteOffer.Representation,
    of item: PasteOffer.Item,
    on line: DaemonLine
  ) async throws -> PastedContent {
    let type = representation.contentType
    let fileName = FileName.named(item.name.flatMap(FileName.safe) ?? "data", for: type)
    switch representation.source {
    case .own(let representation):
      let content = try await representation.routes.firstContent { $0 }
      return PastedContent(source: .own(content), fileName: fileName)
    case .daemon(let typeName):
      var request = GetRequest(types: [typeName], board: name)
      request.item = item.number
      request.delivery = .descriptor
      // What came from a file keeps its name, which only the daemon knows.
      request.named = item.name == nil ? nil : true
      let (arrived, name) = try await DaemonLines.ask(on: line) { [request] connection in
        try ArrivedContent.get(request, over: connection)
      }
      return PastedContent(source: .daemon(arrived), fileName: name ?? fileName)
    }
  }
}
