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

  init()
}

extension Command {
  public static var discussion: String { "" }

  /// Reads the words after the verb.
  ///
  /// - Throws: ``UsageError`` for the first word that cannot be understood.
  public static func scan(_ words: some Sequence<[UInt8]>) throws(UsageError) -> Scanned<Self> {
    var scanner = Scanner<Self>()
    return try scanner.scan(Array(words))
  }
}

/// What came of reading a command's words.
public enum Scanned<Root: Sendable>: Sendable {
  case command(Root)
  /// The user asked for the command's help, and nothing else counts.
  case help
}
