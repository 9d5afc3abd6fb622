import Arguments
import DaemonClient
import Wire

/// `xfer inspect`: says who has a selection, what is on offer, and what of that is kept.
struct Inspect: Verb {
  static let name = "inspect"
  static let summary = "Say who has a selection and what of it is kept"
  static let parameters: [Parameter<Self>] = [
    .option("timeout", nil, \.timeout, "DURATION", "Wait this long for its owner; default: 2s"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("SELECTION", \.selection, "clipboard, primary or secondary; default: clipboard"),
  ]
  static let discussion = """
    Nothing is read but the list of targets. Off a terminal: a name and its value on a line, divided
    by a tab; then, after an empty line, a line for each target: its name, type, size if it was read,
    kept or not kept, and why; then, after another one, each rule and whether it matches.
    """

  var selection: String?
  var timeout: Duration?
  var isJSON = false
  var color = ColorChoice.auto

  var request: InspectRequest {
    var request = InspectRequest(board: selection?.lowercased())
    request.timeout = timeout?.milliseconds
    return request
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let reply = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.inspect(request)
    }
    let rendering = Rendering(session.output, json: isJSON, color: color)
    try rendering.write(reply) { Self.text(reply, $0) }
    return .done
  }

  static func text(_ reply: InspectReply, _ rendering: Rendering) -> String {
    let time = rendering.isForPeople ? EntryTime.full(reply.time) : EntryTime.exact(reply.time)
    var text = rendering.field("selection", reply.board)
    text += rendering.field("owner", reply.holder.spoken)
    if reply.time > 0 { text += rendering.field("since", time) }
    if let window = reply.window {
      text += rendering.field("window", "0x" + String(window, radix: 16))
    }
    if let origin = reply.origin { text += Show.text(origin, rendering) }
    if let entry = reply.entry { text += rendering.field("entry", entry) }
    if reply.secret { text += rendering.field("secret", "yes") }
    text += rendering.field("kept", reply.kept ? "yes" : reply.why.map { "no: \($0)" } ?? "no")
    if let took = reply.took { text += rendering.field("answered in", "\(took) ms") }
    let rows = reply.targets.map { target in
      [
        target.target, target.type ?? "", target.size.map(rendering.size) ?? "",
        target.kept ? "kept" : "not kept", target.why ?? "",
      ]
    }
    if !rows.isEmpty {
      text += "\n" + rendering.table(["TARGET", "TYPE", "SIZE", "", "WHY"], rows)
    }
    guard !reply.rules.isEmpty else { return text }
    return text + "\n" + Rules.table(reply.rules, rendering)
  }
}
