internal import Declarations
internal import LinuxIO
internal import MIMEInfo
internal import UniformTypeIdentifiers

/// The offline check of content types: `list`, `show`, `of`, `conforms`, `check` and `tree`.
///
/// Needs no daemon: it reads the same files, and so says what a daemon knows.
struct TypeCheck {
  typealias Result = ConfigurationCheck.Result

  enum Verb: String, Sendable, CaseIterable {
    /// Every declared type.
    case list
    /// All that is known of one.
    case show
    /// The types of files.
    case of
    /// Whether one type is a kind of another: the exit code says it.
    case conforms
    /// The mistakes of a file of declarations, or of all that are installed.
    case check
    /// Which type conforms to which.
    case tree

    /// How many words may follow.
    fileprivate var wordCounts: ClosedRange<Int> {
      switch self {
      case .list: 0...0
      case .show: 1...1
      case .of: 1...Int.max
      case .conforms: 2...2
      case .check, .tree: 0...1
      }
    }
  }

  let folders: DeclarationFolders
  let user: UserDeclarations
  let text: TypeCheckText
  let database = SharedMIMEInfo()

  /// Reads what is declared and puts it into the registry of this process.
  init(folders: DeclarationFolders, text: TypeCheckText) {
    self.folders = folders
    self.text = text
    user = UserDeclarations(readingFrom: folders)
    TypeRegistry.install(user.declarations, database: database)
  }

  func run(_ verb: Verb, _ words: [[UInt8]]) -> Result {
    guard verb.wordCounts.contains(words.count) else {
      return usage("use list, show TYPE, of FILE…, conforms A B, check [FILE] or tree [TYPE]")
    }
    let names = words.map { String(decoding: $0, as: UTF8.self) }
    var result =
      switch verb {
      case .list: list()
      case .show: show(names[0])
      case .of: of(words)
      case .conforms: conforms(names[0], names[1])
      case .check: check(words.first)
      case .tree: tree(names.first)
      }
    if result.complaint.isEmpty, let mistakes { result.complaint = mistakes }
    return result
  }

  /// One line on mistakes of the installed declarations; `nil` if there are none.
  ///
  /// Whoever misses a type would else not know why it does not count.
  private var mistakes: String? {
    guard let first = user.problems.first else { return nil }
    let count = user.problems.count
    let others = count == 1 ? "" : " (and \(count - 1) more: xfer type check)"
    return text.shown("\(first)\(others); a file or type with a mistake does not count")
  }

  private func usage(_ message: String) -> Result {
    Result(complaint: "type: \(message)", exitCode: 64)
  }

  // MARK: Verbs

  private func list() -> Result {
    let system = SystemDeclarations()
    let types = TypeRegistry.declaredTypes.map { TypeFacts($0, user[$0.identifier], system) }
    return text.list(types)
  }

  private func show(_ name: String) -> Result {
    guard let type = UTType(named: name) else { return unknown(name) }
    return text.facts(TypeFacts(type, user[type.identifier], SystemDeclarations()))
  }

  private func conforms(_ name: String, _ other: String) -> Result {
    guard let type = UTType(named: name) else { return unknown(name) }
    guard let supertype = UTType(named: other) else { return unknown(other) }
    let answer = type.conforms(to: supertype)
    var result = text.answer(answer, "\(type.identifier)", "\(supertype.identifier)")
    result.exitCode = answer ? 0 : 1
    return result
  }

  private func check(_ path: [UInt8]?) -> Result {
    guard let path else { return report(user, of: "the type declarations") }
    do throws(SystemError) {
      guard try FileSystem.status(of: path) != nil else {
        throw SystemError(call: "open", code: SystemError.notFound)
      }
    } catch {
      let name = String(decoding: path, as: UTF8.self)
      return Result(complaint: "\(text.shown(name)): \(error.reason)", exitCode: 66)
    }
    let name = String(decoding: path, as: UTF8.self)
    return report(UserDeclarations(checking: path, beside: folders), of: name)
  }

  private func report(_ user: UserDeclarations, of name: String) -> Result {
    var result = text.report(user.problems, typeCount: user.types.count, of: name)
    guard !user.problems.isEmpty else { return result }
    let count = user.problems.count
    let mistakes = count == 1 ? "1 mistake" : "\(count) mistakes"
    (result.complaint, result.exitCode) = ("\(text.shown(name)): \(mistakes)", 65)
    return result
  }

  private func tree(_ name: String?) -> Result {
    guard let name else { return text.tree(TypeTree().lines) }
    guard let type = UTType(named: name) else { return unknown(name) }
    return text.tree(TypeTree(around: type).lines)
  }

  func unknown(_ name: String) -> Result {
    let folder = folders.paths.first.map { String(decoding: $0, as: UTF8.self) } ?? "types"
    let declaration = "[[type]] in \(text.shown(folder))/NAME.toml"
    let advice = mistakes ?? "Declare it with a \(declaration): xfer help type"
    let what = text.shown(name)
    return Result(complaint: "\(what): nobody declares such a type\n\(advice)", exitCode: 1)
  }
}
