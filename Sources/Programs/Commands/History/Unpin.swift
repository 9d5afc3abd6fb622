import Arguments
import DaemonClient
import Wire

/// `xfer unpin`: takes back what `pin` did.
struct Unpin: EntriesVerb {
  static let name = "unpin"
  static let summary = "Let the limits of history apply to entries again"
  static var parameters: [Parameter<Self>] { selectionParameters }

  var selection = EntrySelection()

  func request() throws(UsageError) -> PinRequest {
    var request = PinRequest(entries: try selection.names(), pinned: false)
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
