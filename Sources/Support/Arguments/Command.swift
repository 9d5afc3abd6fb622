/// A verb of a program: a plain value whose stored properties are what the user may say.
///
/// The initial values are the defaults. The list of parameters is the only place that names them:
/// parsing and usage text are readings of it.
public protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// What it does, in one line without a full stop.
  static var summary: String { get }
  /// What may be said, in the order of the help.
  static var parameters: [Parameter<Self>] { get }
  /// Paragraphs under the table of the help; empty if there is nothing to add.
  static var discussion: String { get }
  /// Whether it makes no sense without words; `true` if a word is required.
  ///
  /// Said apart from the table, so that the table need not be made where there is nothing to read.
  static var wantsWords: Bool { get }

  init()
}

extension Command {
  public static var discussion: String { "" }
  public static var wantsWords: Bool { false }

  /// Reads the words after the verb.
  ///
  /// - Throws: ``UsageError`` for what cannot be understood.
  public static func scan(_ words: [[UInt8]]) throws(UsageError) -> Scanned<Self> {
    if words.isEmpty, !wantsWords { return .command(Self()) }
    let parameters = parameters
    var declarations: [Declaration] = []
    // A key path as a function would cost a short program's start more than all the reading.
    for parameter in parameters { declarations.append(parameter.declaration) }
    var scanner = Scanner(words, by: declarations)
    guard let found = try scanner.scan() else { return .help }
    var command = Self()
    for assignment in found {
      let parameter = parameters[assignment.index]
      if !parameter.store(&command, assignment.value) {
        let declaration = parameter.declaration
        throw .invalidValue(
          of: assignment.spelling(of: declaration),
          expected: declaration.expected()
        )
      }
    }
    return .command(command)
  }
}

/// What came of reading a command's words.
public enum Scanned<Root: Sendable>: Sendable {
  case command(Root)
  /// The user asked for the command's help, and nothing else counts.
  case help
}
