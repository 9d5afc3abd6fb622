/// What travels: bytes, or a file.
package enum TransferContent: Sendable {
  case data(Data)
  /// A file of the sender's; `allowsOriginal` says whether the receiver may have it itself instead
  /// of a copy.
  case file(URL, allowsOriginal: Bool)
}

/// What arrived: bytes, or a file.
package enum ImportContent: Sendable {
  /// `suggestedName` names the file that an importer sees that wants one.
  case data(Data, suggestedName: String? = nil)
  case file(URL, FileAccess = .copy)

  /// What an importer may do with a file that arrived.
  package enum FileAccess: Sendable {
    /// It sees a copy.
    case copy
    /// It sees the file itself if it wants to open it in place, else a copy.
    case original
    /// It sees the file itself, which was made for it; whoever made it removes it afterwards.
    case lent
  }
}

/// One representation of a value that can be sent: lazily, and anew with every call.
///
/// `load` runs under the ``TransferTimeLimit`` of its task, never on the actor of its caller, and
/// throws ``TransferError/undeclared(_:parent:)`` when nobody has declared the type by then.
package struct ExportRoute: Sendable {
  package let contentType: UTType
  /// What an undeclared `contentType` should be declared to conform to.
  package let parent: UTType
  package let visibility: TransferRepresentationVisibility
  /// Whether the content is a file; a directory is one, too.
  package let isFile: Bool
  package let load: @concurrent @Sendable () async throws -> TransferContent
}

extension ExportRoute {
  /// The route for those who take only bytes: a directory has none, so they get its address.
  package var forBytes: ExportRoute {
    guard isFile, contentType.conforms(to: .directory) else { return self }
    return ExportRoute(contentType: .fileURL, parent: .url, visibility: visibility, isFile: false) {
      [load] in
      guard case .file(let url, _) = try await load() else {
        throw TransferError.unexpectedValueClass(.fileURL)
      }
      return .data(Data(try FileTree.existing(url).absoluteString.utf8))
    }
  }
}

/// One content type from which a value can be made.
///
/// `load` gives each closure of the program the ``TransferTimeLimit`` of its task, and never runs on
/// the actor of its caller. It throws ``TransferError/undeclared(_:parent:)`` when nobody has declared
/// the type by then, and ``TransferError/invalid(type:path:reason:)`` when data cannot be decoded.
package struct ImportRoute<Item: Sendable>: Sendable {
  package let contentType: UTType
  /// What an undeclared `contentType` should be declared to conform to.
  package let parent: UTType
  /// Whether a file suits better than bytes; both can be given.
  package let wantsFile: Bool
  package let load: @concurrent @Sendable (ImportContent) async throws -> Item
}

extension Transferable {
  /// What this value can be sent as, in the order of preference and for every audience.
  ///
  /// Conditions are evaluated; nothing else of the program's runs before a route is loaded.
  ///
  /// - Throws: Why there is none, if there is none.
  package func exportRoutes() throws(TransferError) -> [ExportRoute] {
    let resolution = Self.resolution()
    let routes = resolution.exporters.filter { $0.isOffered(self) }.map { $0.route(from: self) }
    guard routes.isEmpty else { return routes }
    throw resolution.problems.first ?? .itemUnavailable(wanted: [], offered: [])
  }

  /// What a value of this type can be made from, in the order in which the type names it.
  ///
  /// - Throws: Why there is none, if there is none.
  package static func importRoutes() throws(TransferError) -> [ImportRoute<Self>] {
    let resolution = Self.resolution()
    let routes = resolution.importers.map(\.route)
    guard routes.isEmpty else { return routes }
    throw resolution.problems.first ?? .unavailableCoercion(to: "\(Self.self)", offered: [])
  }
}

extension Exporter where Item: Sendable {
  fileprivate func route(from item: Item) -> ExportRoute {
    ExportRoute(
      contentType: contentType,
      parent: parent,
      visibility: visibility,
      isFile: isFile
    ) { [contentType, parent, load] in
      try contentType.requireDeclared(parent: parent)
      return try await withinTimeLimit(loading: contentType) { try await load(item) }
    }
  }

  /// The content of an item that was not there yet when its representations were listed.
  func loadIfOffered(_ item: Item) async throws -> TransferContent {
    guard isOffered(item) else { throw TransferError.withheld(contentType) }
    return try await load(item)
  }
}

extension Importer where Item: Sendable {
  fileprivate var route: ImportRoute<Item> {
    ImportRoute(contentType: contentType, parent: parent, wantsFile: wantsFile) {
      [contentType, parent, load] content in
      try contentType.requireDeclared(parent: parent)
      do {
        return try await load(content)
      } catch let error as DecodingError {
        throw TransferError(error, decoding: contentType)
      }
    }
  }
}

extension UTType {
  /// A type that is neither declared nor dynamic would be passed over in silence elsewhere.
  func requireDeclared(parent: UTType) throws(TransferError) {
    guard isDeclared || isDynamic else { throw .undeclared(self, parent: parent) }
  }
}
