import Arguments
import DaemonClient
import Wire

/// `xfer clear`: gives up the current entry, or all.
struct Clear: Verb {
  static let name = "clear"
  static let summary = "Give up the current entry of a board, or all its history"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("history", nil, \.clearsHistory, "All entries that are not pinned"),
  ]
  static let discussion = """
    The entry is removed, or, if it is pinned, only no longer current: a paste gets nothing then.
    """

  var board: String?
  var clearsHistory = false

  var request: ClearRequest {
    var request = ClearRequest(board: board)
    request.history = clearsHistory ? true : nil
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let connection = try session.connect()
    do {
      _ = try connection.clear(request)
    } catch {
      throw Failure(error, in: Self.name)
    }
    return .done
  }
}
