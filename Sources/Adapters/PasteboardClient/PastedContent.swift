internal import CoreTransferable

/// Content of one representation that is to become a value.
struct PastedContent: Sendable {
  enum Source: Sendable {
    case daemon(ArrivedContent)
    /// From this very process.
    case own(TransferContent)
  }

  let source: Source
  /// What a file of it is called.
  let fileName: String

  /// Gives the content to an importer, in the form that suits it.
  ///
  /// A file that is made for it is gone when the importer has ended, whichever way.
  func make<Item>(by route: ImportRoute<Item>) async throws -> Item {
    switch source {
    case .own(.data(let data)):
      return try await route.load(.data(data, suggestedName: fileName))
    case .own(.file(let url, let allowsOriginal)):
      return try await route.load(.file(url, allowsOriginal ? .original : .copy))
    case .daemon(let arrived) where route.wantsFile:
      return try await make(by: route, from: arrived)
    case .daemon(let arrived):
      let data = try await DaemonLines.perform { try arrived.data() }
      return try await route.load(.data(data, suggestedName: fileName))
    }
  }

  private func make<Item>(
    by route: ImportRoute<Item>,
    from arrived: ArrivedContent
  ) async throws -> Item {
    let lease = try FileLease()
    defer { lease.remove() }
    let file = try await DaemonLines.perform { [fileName] in
      try arrived.file(named: fileName, in: lease)
    }
    return try await route.load(.file(file, .lent))
  }
}
