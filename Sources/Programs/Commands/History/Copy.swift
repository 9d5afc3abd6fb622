import Arguments
import DaemonClient

/// `xfer copy`: puts copies of entries on a board.
struct Copy: ArrangingVerb {
  static let name = "copy"
  static let summary = "Copy entries to a board"
  static let discussion = "A copy is an entry of its own. " + order

  var selection = EntrySelection()
  var arrangement = Arrangement()

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.copy(request)
    }
    return .done
  }
}
