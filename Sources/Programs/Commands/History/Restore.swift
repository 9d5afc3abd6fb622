import Arguments
import DaemonClient
import Wire

/// `xfer restore`: makes an entry the current one again.
struct Restore: Verb {
  static let name = "restore"
  static let summary = "Make an entry the current one again"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.target, "BOARD", "Board that gets it; default: its own"),
    .flag("primary", "p", \.target, sets: "primary", "The board of the primary selection"),
    .option("from", nil, \.source, "BOARD", "Board that @N is of; default: clipboard"),
    .word("ENTRY", \.entry, required: true, "Id, the first 4 digits or more of one, or @N"),
  ]
  static let discussion = """
    It becomes the newest of its board; another board gets a copy. Exit code 0 means that a paste
    gets it.
    """

  var target: String?
  var source: String?
  var entry: EntryName?

  var request: RestoreRequest {
    var request = RestoreRequest(entry: entry?.text ?? "", to: target)
    request.board = source
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.restore(request)
    }
    return .done
  }
}
