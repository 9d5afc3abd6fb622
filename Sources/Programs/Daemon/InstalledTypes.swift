internal import Declarations
internal import LinuxIO
internal import MIMEInfo
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers

/// The types that are in force beside the system's: what files declare and what the desktop knows.
///
/// Changes of the files are looked for when somebody asks for types, at most once a second: watching
/// them would wake a daemon that nobody uses.
struct InstalledTypes {
  /// The declarations that are in force.
  private(set) var user: UserDeclarations
  /// What is wrong with declarations that are therefore not in force; one line each.
  var problems: [String] {
    let lines = Self.lines(latest.problems)
    return isBehind ? lines + ["the type declarations before these stay in force"] : lines
  }

  private let folders: DeclarationFolders
  /// What was read last, in force or not.
  private var latest: UserDeclarations
  /// Whether what was read last is not in force.
  private var isBehind = false
  private var database = SharedMIMEInfo()
  /// Another one after each installation: names may then mean other types.
  private(set) var edition = 0
  private var nextLook: MonotonicTime

  /// The least time between two looks at the files.
  private static let pause = Duration.seconds(1)
  /// As many mistakes as somebody reads at once.
  private static let mostProblems = 20

  /// Reads all files and installs what can be used, whatever is wrong with the rest.
  init(from folders: DeclarationFolders) {
    self.folders = folders
    latest = UserDeclarations(readingFrom: folders)
    user = latest
    nextLook = .now + Self.pause
    install()
  }

  /// What became of files that were read again.
  enum Outcome: Equatable {
    case unchanged
    /// The new declarations are in force.
    case installed
    /// They have mistakes, and all of the old ones stay.
    case refused
  }

  /// Reads the files again if one of them changed, unless it was looked at just now.
  mutating func refresh() -> Outcome {
    let now = MonotonicTime.now
    guard now >= nextLook else { return .unchanged }
    nextLook = now + Self.pause
    if latest.areOutdated { return reload() }
    guard !database.isCurrent else { return .unchanged }
    database = database.reloaded()
    install()
    return .unchanged
  }

  /// Reads the files again.
  mutating func reload() -> Outcome {
    database = database.reloaded()
    latest = UserDeclarations(readingFrom: folders)
    isBehind = !latest.problems.isEmpty
    if !isBehind { user = latest }
    install()
    return isBehind ? .refused : .installed
  }

  /// What content may be that is to be a file of this name, the likeliest first; of what `isSecret`
  /// nothing is read.
  func types(ofFile name: [UInt8], _ payload: Payload, isSecret: Bool) -> [UTType] {
    let head = isSecret ? nil : head(of: payload)
    let guesses = database.guesses(forName: name, head: head)
    return FileTypes(user: user).types(ofFile: name, guesses) { Array((head ?? []).prefix(16)) }
  }

  /// What content is that is no text and has no name, by its first bytes; `nil` if nothing tells.
  func type(ofContent payload: Payload) -> UTType? {
    guard let head = head(of: payload) else { return nil }
    let guess = database.guess(forContent: head)
    guard case .content = guess.reason else { return nil }
    return UTType(mimeType: guess.mimeType)
  }

  private func head(of payload: Payload) -> [UInt8]? {
    let extent = min(database.contentExtent, payload.byteCount ?? 0)
    // One that cannot be read tells nothing, and whoever wants it is told so.
    return try? payload.bytes(from: 0, count: extent)
  }

  /// The one place from which the daemon changes the registry.
  private mutating func install() {
    edition += 1
    TypeRegistry.install(user.declarations, database: database)
  }

  private static func lines(_ problems: [DeclarationProblem]) -> [String] {
    let lines = problems.prefix(mostProblems).map { "type declaration: \($0)" }
    let rest = problems.count - lines.count
    return rest > 0 ? lines + ["\(rest) more mistakes in type declarations"] : lines
  }
}
