import Arguments
import DaemonClient
import Wire

/// `xfer show`: describes an entry.
struct Show: Verb {
  static let name = "show"
  static let summary = "Describe an entry"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board that @N is of; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("ENTRY", \.entry, required: true, "Id, the first 4 digits or more of one, or @N"),
  ]
  static let discussion = """
    Off a terminal: a name and its value on a line, divided by a tab, times in seconds since 1970;
    then, after an empty line, what types prints. On a terminal the beginning of its text follows.
    """

  var board: String?
  var isJSON = false
  var color = ColorChoice.auto
  var entry: EntryName?

  var request: ShowRequest { ShowRequest(entry: entry?.text ?? "", board: board) }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let reply = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
      try connection.show(request)
    }
    let rendering = Rendering(session.output, json: isJSON, color: color)
    try rendering.write(reply) { Self.text(reply, $0) }
    return .done
  }

  static func text(_ reply: ShowReply, _ rendering: Rendering) -> String {
    let summary = reply.summary
    func time(_ seconds: Double) -> String {
      rendering.isForPeople ? EntryTime.full(seconds) : EntryTime.exact(seconds)
    }
    var text = rendering.field("entry", summary.entry)
    text += rendering.field("board", summary.board)
    // What is never kept, such as a sensitive entry, has none.
    if summary.index > 0 { text += rendering.field("place", "@\(summary.index)") }
    text += rendering.field("title", summary.title, isWhole: true)
    text += rendering.field("time", time(summary.time))
    if let source = summary.source { text += rendering.field("source", source) }
    if let origin = summary.origin { text += self.text(origin, rendering) }
    text += rendering.field("size", rendering.size(summary.size))
    text += rendering.field("items", "\(summary.items)")
    text += rendering.field("current", summary.current ? "yes" : "no")
    text += rendering.field("pinned", summary.pinned ? "yes" : "no")
    for tag in summary.tags { text += rendering.field("tag", tag, isWhole: true) }
    if let expires = summary.expires { text += rendering.field("expires", time(expires)) }
    text += "\n" + Types.table(reply.types, rendering)
    if rendering.isForPeople, let preview = reply.preview { text += "\n" + shownText(preview) }
    return text
  }

  static func text(_ origin: CopyOrigin, _ rendering: Rendering) -> String {
    let fields = [
      ("selection", origin.board), ("window class", origin.windowClass),
      ("window title", origin.windowTitle), ("program", origin.program),
      ("pid", origin.pid.map(String.init)),
    ]
    return fields.map { name, value in
      value.map { rendering.field(name, $0, isWhole: true) } ?? ""
    }.joined()
  }

  /// Text of several lines as a terminal may have it.
  private static func shownText(_ preview: String) -> String {
    var filter = TerminalText()
    let bytes = filter.filter(preview.utf8) + filter.finish()
    return String(decoding: bytes, as: UTF8.self) + (filter.endsWithNewline ? "" : "\n")
  }
}
