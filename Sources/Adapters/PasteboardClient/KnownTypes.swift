internal import CoreTransferable
internal import DaemonClient
internal import MIMEInfo
internal import Synchronization
internal import Wire

/// The types that the daemon and the desktop know, made known to this process.
///
/// What the daemon says is installed in the registry in place of what it said before; what a program
/// adds there stays.
enum KnownTypes {
  private struct State {
    /// How many questions were asked, and which of them was answered by what is installed.
    var asked = 0
    var answered = 0
    var declarations: [TypeDeclaration] = []
    var desktop: SharedMIMEInfo?
  }

  private static let state = Mutex(State())

  /// Asks the daemon for every type that a file declares: once for this process, and again when one
  /// of `types` is still unknown.
  static func learn(
    _ types: [UTType] = [],
    over connection: DaemonConnection
  ) throws(ClientError) {
    let isAnswered = state.withLock { $0.answered > 0 }
    if !isAnswered || !types.allSatisfy(\.isKnown) { try learnAgain(over: connection) }
  }

  /// Asks both, whatever they were asked before.
  static func learnAgain(over connection: DaemonConnection) throws(ClientError) {
    let number = beginQuestion()
    let answer = try connection.describeTypes([])
    // Also those of the system, which a file may give more names.
    install(answer.filter(\.declared).map(TypeDeclaration.init), answering: number)
  }

  /// The number of a question that begins now.
  static func beginQuestion() -> Int {
    state.withLock { state in
      state.asked += 1
      return state.asked
    }
  }

  /// Installs an answer, unless a later question is answered already.
  ///
  /// That one is no older than this question either. Nobody holds the lock while the daemon is asked:
  /// whoever waits for it could not be cancelled.
  static func install(_ declarations: [TypeDeclaration], answering number: Int) {
    state.withLock { state in
      guard number > state.answered else { return }
      let desktop = state.desktop?.reloaded() ?? SharedMIMEInfo()
      let isNews = desktop !== state.desktop || declarations != state.declarations
      (state.answered, state.declarations, state.desktop) = (number, declarations, desktop)
      if isNews { TypeRegistry.install(declarations, database: desktop) }
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
