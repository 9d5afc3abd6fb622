import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer status`: says how the daemon is, without starting one.
struct Status: Verb {
  static let name = "status"
  static let summary = "Say how xferd is"
  static let parameters: [Parameter<Self>] = [
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
  ]
  static let discussion = "No daemon is started for it: without one the exit code is 69."

  var isJSON = false
  var color = ColorChoice.auto

  func run(in session: Session) throws(Failure) -> ExitCode {
    let connection = try session.connect(startingDaemon: false)
    let reply: StatusReply
    do {
      reply = try connection.status()
    } catch {
      throw Failure(error, in: Self.name)
    }
    let rendering = Rendering(session.output, json: isJSON, color: color)
    try rendering.write(reply) { Self.text(reply, $0) }
    return .done
  }

  static func text(_ status: StatusReply, _ rendering: Rendering) -> String {
    var text = rendering.field("version", status.version)
    text += rendering.field("process", "\(status.pid)")
    text += rendering.field("running for", spoken(milliseconds: status.uptime))
    text += rendering.field("display", display(status))
    text += rendering.field("clients", "\(status.clients)")
    text += rendering.field("reading", "\(status.conversions)")
    text += rendering.field("serving", "\(status.transfers)")
    for problem in status.problems { text += rendering.field("problem", problem) }
    let rows = status.boards.map { board in
      [board.board, board.holder.spoken, "\(board.changeCount)", board.entry ?? ""]
    }
    return text + "\n" + rendering.table(["BOARD", "HOLDER", "CHANGES", "ENTRY"], rows)
  }

  private static func display(_ status: StatusReply) -> String {
    guard let display = status.display else { return "none; boards are not bridged" }
    guard status.bridged else { return "\(display); it cannot be reached" }
    return status.watching ? display : "\(display); changes by others go unnoticed"
  }
}
