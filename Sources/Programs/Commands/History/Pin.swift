import Arguments
import DaemonClient
import Wire

/// `xfer pin`: keeps entries from being removed by a limit.
struct Pin: EntriesVerb {
  static let name = "pin"
  static let summary = "Keep entries, whatever the limits of history"
  static var parameters: [Parameter<Self>] { selectionParameters }

  var selection = EntrySelection()

  func request() throws(UsageError) -> PinRequest {
    var request = PinRequest(entries: try selection.names(), pinned: true)
    request.board = selection.board
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.pin(request)
    }
    return .done
  }
}
