import Arguments

/// `xfer type`: what is known of content types, with or without a daemon.
struct ContentTypes: Verb {
  static let name = "type"
  static let summary = "Say what is known of content types"
  static let parameters: [Parameter<Self>] = [
    .flag("json", nil, \.isJSON, "One JSON object a line"),
    .word("ACTION", \.action, "list (default), show, of, conforms, check or tree"),
    .rest("WORD", \.words, "What the action is about"),
  ]
  static let discussion = """
    list               every declared type: identifier, MIME type, extensions, description, origin
    show TYPE          all that is known of it, and who says so
    of FILE…           the type of each file; - is standard input
    conforms A B       exit 0 if A is a kind of B, else 1
    check [FILE]       the mistakes of a file of declarations, of all files without one; 65 if any
    tree [TYPE]        which type conforms to which; of one type what is above and below it

    TYPE is an identifier, a MIME type, an X11 target or a file name extension (.json). Types are
    declared in types/*.toml of $XDG_CONFIG_HOME/xfer, of xfer in each of $XDG_CONFIG_DIRS, and of
    xfer in $XDG_DATA_HOME and each of $XDG_DATA_DIRS; an earlier file hides a later one of its name:

        [[type]]
        identifier = "com.example.ticket"
        conformsTo = ["public.json"]
        mimeTypes = ["application/vnd.example.ticket+json"]
        extensions = ["ticket"]
    """

  enum Action: String, ArgumentChoice {
    case list, show, of, conforms, check, tree
  }

  var isJSON = false
  var action: Action?
  var words: [[UInt8]] = []

  func run(in session: Session) throws(Failure) -> ExitCode {
    let head = ["type", (action ?? .list).rawValue] + (isJSON ? ["--json"] : [])
    return try OfflineCheck.run(head.map { Array($0.utf8) } + words, as: "xfer")
  }
}
