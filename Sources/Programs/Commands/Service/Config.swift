import Arguments

/// `xfer config`: what the daemon makes of its configuration, which only its program can read.
struct Config: Verb {
  static let name = "config"
  static let summary = "Show or check the configuration"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .flag("json", nil, \.isJSON, "Objects for programs"),
    .word("ACTION", \.action, required: true, "default, show, check or path"),
  ]
  static let discussion = """
    default prints every key with its default, show what is in force, path the files that are read,
    check tests them (65 if one has an error), and notes types that nobody declares.
    """

  enum Action: String, ArgumentChoice {
    case `default`, show, check, path
  }

  var isJSON = false
  var action: Action?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let action = (action ?? .show).rawValue
    let words = ["config", action] + (isJSON ? ["--json"] : [])
    return try OfflineCheck.run(words.map { Array($0.utf8) }, as: "xferd")
  }
}
