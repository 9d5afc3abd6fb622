import Arguments

/// `xfer doctor`: checks the store, which only the daemon's program can read.
struct Doctor: Verb {
  static let name = "doctor"
  static let summary = "Check what is kept on disk, and mend it"
  static let parameters: [Parameter<Self>] = [
    .flag("store", nil, \.checksStore, "The store of history; the only check so far"),
    .flag("dry-run", "n", \.isDry, "Only say what is wrong"),
    .flag("json", nil, \.isJSON, "Objects for programs"),
  ]
  static let discussion = """
    Every entry is held against its content. What can be rebuilt is, what cannot is set aside and not
    lost, and each is named. While a daemon runs, the store is only read.
    """

  var checksStore = false
  var isDry = false
  var isJSON = false

  /// What the daemon's program is told.
  var words: [String] {
    ["doctor"] + (checksStore ? ["--store"] : []) + (isDry ? ["--dry-run"] : [])
      + (isJSON ? ["--json"] : [])
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    try OfflineCheck.run(words.map { Array($0.utf8) }, as: "xferd")
  }
}
