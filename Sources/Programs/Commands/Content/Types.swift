import Arguments
import DaemonClient
import Wire

/// `xfer types`: names what is on offer.
struct Types: Verb {
  static let name = "types"
  static let summary = "Name the types on offer"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .option("timeout", nil, \.timeout, "DURATION", "Longest silence of its owner; default: 5s"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("ENTRY", \.entry, "Id, the first 4 digits or more of one, or @N; default: the current"),
  ]
  static let discussion = """
    Off a terminal: identifier, MIME type, size in bytes and "derived" if xferd makes it of another
    one, divided by tabs; what is not known is empty. The sender's order is kept. Of an entry that
    another program copied, "dropped: size" marks what was too large to be kept.
    """

  var board: String?
  var timeout: Duration?
  var isJSON = false
  var color = ColorChoice.auto
  var entry: EntryName?

  func run(in session: Session) throws(Failure) -> ExitCode {
    var request = TypesRequest(board: board)
    request.entry = entry?.text
    request.timeout = timeout?.milliseconds
    let connection = try session.connect()
    let reply: TypesReply
    do {
      reply = try connection.types(request)
    } catch {
      throw Failure(error, in: entry?.text ?? board.map(shown) ?? "clipboard")
    }
    let rendering = Rendering(session.output, json: isJSON, color: color)
    try rendering.write(reply) { Self.table(reply.types, $0) }
    return .done
  }

  static func table(_ types: [OfferedType], _ rendering: Rendering) -> String {
    let notes = types.map(note(on:))
    let hasNotes = notes.contains { $0 != nil }
    return rendering.table(
      ["TYPE", "MIME TYPE", "SIZE"] + (hasNotes ? ["NOTE"] : []),
      zip(types, notes).map { type, note in
        [type.type, type.mimeType ?? "", rendering.size(type.size)] + (note.map { [$0] } ?? [])
      }
    )
  }

  private static func note(on type: OfferedType) -> String? {
    if let reason = type.dropped { return "dropped: \(reason)" }
    return type.derived == true ? "derived" : nil
  }
}
