import Arguments
import DaemonClient
import Wire

/// `xfer remove`: removes entries from history.
struct Remove: EntriesVerb {
  static let name = "remove"
  static let summary = "Remove entries from history"
  static var parameters: [Parameter<Self>] { selectionParameters }
  static let discussion = "All of them go, pinned or not, or none if one is not there."

  var selection = EntrySelection()

  func request() throws(UsageError) -> RemoveRequest {
    var request = RemoveRequest(entries: try selection.names())
    request.board = selection.board
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    _ = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.remove(request)
    }
    return .done
  }
}
