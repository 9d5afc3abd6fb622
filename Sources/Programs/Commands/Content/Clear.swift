import Arguments
import DaemonClient
import Wire

/// `xfer clear`: gives up the current entry.
struct Clear: Verb {
  static let name = "clear"
  static let summary = "Give up the current entry of a board"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
  ]

  var board: String?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let connection = try session.connect()
    do {
      _ = try connection.clear(ClearRequest(board: board))
    } catch {
      throw Failure(error, in: Self.name)
    }
    return .done
  }
}
