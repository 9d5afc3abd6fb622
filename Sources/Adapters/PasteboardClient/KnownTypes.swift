internal import CoreTransferable
internal import DaemonClient
internal import MIMEInfo
internal import Synchronization
internal import Wire

/// The types that the daemon and the desktop know, made known to this process.
enum KnownTypes {
  /// Whether the daemon was asked.
  private static let isAsked = Atomic(false)
  /// What the desktop's database said last.
  private static let desktop = Mutex<SharedMIMEInfo?>(nil)

  /// Asks the daemon for every type that a file declares: once for this process, and again when one
  /// of `types` is still unknown.
  static func learn(
    _ types: [UTType] = [],
    over connection: DaemonConnection
  ) throws(ClientError) {
    if !isAsked.load(ordering: .acquiring) || !types.allSatisfy(\.isKnown) {
      try learnAgain(over: connection)
    }
  }

  /// Asks both, whatever they were asked before.
  static func learnAgain(over connection: DaemonConnection) throws(ClientError) {
    readDesktop()
    // Also those of the system, which a file may give more names.
    TypeRegistry.add(try connection.describeTypes([]).filter(\.declared).map(TypeDeclaration.init))
    isAsked.store(true, ordering: .releasing)
  }

  private static func readDesktop() {
    desktop.withLock { known in
      let latest = known?.reloaded() ?? SharedMIMEInfo()
      guard latest !== known else { return }
      known = latest
      TypeRegistry.install(latest)
    }
  }

  /// Sees to it that the types of these items are declared.
  ///
  /// - Throws: ``TransferError/undeclared(_:parent:)`` for the first type that nobody declared.
  static func require(_ items: [OutgoingItem], over connection: DaemonConnection) throws {
    let routes = items.flatMap(\.representations).flatMap(\.routes)
    try learn(routes.map(\.contentType), over: connection)
    guard let missing = routes.first(where: { !$0.contentType.isKnown }) else { return }
    throw TransferError.undeclared(missing.contentType, parent: missing.parent)
  }
}

extension UTType {
  /// Whether somebody declared it, or nobody needs to.
  var isKnown: Bool { isDeclared || isDynamic }
}

extension TypeDeclaration {
  fileprivate init(_ type: DescribedType) {
    self.init(
      identifier: type.identifier,
      parents: type.conformsTo,
      mimeTypes: type.mimeTypes,
      filenameExtensions: type.extensions,
      pasteboardTypes: type.targets,
      localizedDescription: type.description,
      isImported: type.imported
    )
  }
}
