import Arguments

/// A verb that can be carried out.
protocol Verb: Command {
  /// Does it; what it prints goes to the session's output.
  func run(in session: Session) throws(Failure) -> ExitCode
}

/// A verb by its name: the one list of them.
///
/// A `switch` and not a table, so that the way to one verb touches no other.
enum VerbName: String, CaseIterable {
  case put, get, types, clear, watch
  case list, show, restore, copy, move, pin, unpin, tag, remove, board, export, `import`
  case folder
  case rules, inspect, type
  case status, doctor, config, daemon, help, version

  /// Finds a verb by the word as typed.
  init(word: [UInt8]) throws(UsageError) {
    for name in Self.allCases where name.rawValue.utf8.elementsEqual(word) {
      self = name
      return
    }
    let shown = Word.shown(word)
    let names = Self.allCases.map(\.rawValue)
    throw .unknownVerb(shown, suggestion: Suggestion.nearest(to: shown, among: names))
  }

  /// Hands the verb's type to `body`.
  func open<Body: VerbBody>(_ body: Body) throws(Failure) -> Body.Result {
    switch self {
    case .put: try body(Put.self)
    case .get: try body(Get.self)
    case .types: try body(Types.self)
    case .clear: try body(Clear.self)
    case .watch: try body(Watch.self)
    case .list: try body(List.self)
    case .show: try body(Show.self)
    case .restore: try body(Restore.self)
    case .copy: try body(Copy.self)
    case .move: try body(Move.self)
    case .pin: try body(Pin.self)
    case .unpin: try body(Unpin.self)
    case .tag: try body(Tag.self)
    case .remove: try body(Remove.self)
    case .board: try body(Board.self)
    case .export: try body(Export.self)
    case .import: try body(Import.self)
    case .folder: try body(Folder.self)
    case .rules: try body(Rules.self)
    case .inspect: try body(Inspect.self)
    case .type: try body(ContentTypes.self)
    case .status: try body(Status.self)
    case .doctor: try body(Doctor.self)
    case .config: try body(Config.self)
    case .daemon: try body(Daemon.self)
    case .help: try body(Help.self)
    case .version: try body(Version.self)
    }
  }

  /// The text of `xfer help VERB`.
  var usage: String {
    struct Reading: VerbBody {
      func callAsFunction<V: Verb>(_ verb: V.Type) -> String { Usage(of: verb).description }
    }
    // The body throws nothing.
    return (try? open(Reading())) ?? ""
  }

  var summary: String {
    struct Reading: VerbBody {
      func callAsFunction<V: Verb>(_ verb: V.Type) -> String { verb.summary }
    }
    // The body throws nothing.
    return (try? open(Reading())) ?? ""
  }
}

/// Something that can be done with the type of any verb.
protocol VerbBody {
  associatedtype Result

  func callAsFunction<V: Verb>(_ verb: V.Type) throws(Failure) -> Result
}
