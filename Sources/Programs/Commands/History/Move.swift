import Arguments
import DaemonClient

/// `xfer move`: moves entries to a board, or to another place on it.
struct Move: ArrangingVerb {
  static let name = "move"
  static let summary = "Move entries to a board, or within one"
  static let discussion = order

  var selection = EntrySelection()
  var arrangement = Arrangement()

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.move(request)
    }
    return .done
  }
}
