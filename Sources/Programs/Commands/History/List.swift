import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer list`: names the entries of a board, or those that something is true of.
struct List: Verb {
  static let name = "list"
  static let summary = "List entries, or search for some"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("all", "a", \.isEverywhere, "All boards"),
    .option("search", nil, \.text, "TEXT", "Whose title or text holds this, in whatever case"),
    .option("regex", nil, \.pattern, "RE", "Whose title or text this matches (PCRE2)"),
    .options("type", "t", \.types, "TYPE", "That offer this type; again for another that will do"),
    .options("tag", nil, \.tags, "TAG", "That have this tag; again for another that must be there"),
    .option("source", nil, \.source, "PROGRAM", "That this program put"),
    .flag("pinned", nil, \.isPinned, "That are pinned"),
    .option("since", nil, \.since, "DURATION", "That are not older than this"),
    .option("limit", "l", \.limit, "N", "So many at most"),
    .flag("null", "0", \.isExact, "End records with NUL; titles come as they are"),
    .flag("json", nil, \.isJSON, "One JSON object a line"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
  ]
  static let discussion = """
    Newest first: as entries stand on their board; of all boards, and in a search for text, as they
    were put. Off a terminal: place (1 is the newest), id, time (seconds since 1970), source,
    types (divided by commas), size in bytes, with --all the board, and last the title, divided by
    tabs; control characters are shown as symbols. On a terminal * marks the current entry of a
    board, P a pinned one, and ids are cut to their first 10 digits, which name an entry.
    Of a text the first 4 KiB are searched.
    What is asked of entries must all be true of them. If nothing is asked, a board may be empty; if
    something is, and no entry is found, the exit code is 1.
    """

  var board: String?
  var isEverywhere = false
  var text: String?
  var pattern: String?
  var types: [String] = []
  var tags: [TagName] = []
  var source: String?
  var isPinned = false
  var since: Duration?
  var limit: Int?
  var isExact = false
  var isJSON = false
  var color = ColorChoice.auto

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = try Self.checked(request)
    var listing = Listing(
      form: form(on: session.output),
      namesBoards: isEverywhere,
      Rendering(session.output, json: isJSON, color: color)
    )
    let connection = try session.connect()
    do {
      try connection.list(request) { entries in
        // Each part at once: a search that goes on shows what it has.
        try session.output.write(listing.text(of: entries))
      }
    } catch let error as ClientError {
      throw Failure(error, in: Self.name)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(Self.name, "\(error)", code: .inputOutput)
    }
    return listing.isEmpty && isSelective ? .nothing : .done
  }

  /// What the words ask for.
  func request() throws(UsageError) -> ListRequest {
    if isEverywhere, board != nil {
      throw .contradiction("--all and a board exclude each other")
    }
    if isJSON, isExact { throw .contradiction("--json and -0 exclude each other") }
    if let limit, limit < 1 { throw .contradiction("-l expects at least 1") }
    var request = ListRequest(board: board)
    request.everywhere = isEverywhere ? true : nil
    request.search = text
    request.regex = pattern
    request.types = types.isEmpty ? nil : types
    request.tags = tags.isEmpty ? nil : tags.map(\.text)
    request.source = source
    request.pinned = isPinned ? true : nil
    request.since = since?.milliseconds
    request.limit = limit
    return request
  }

  /// Whether something is asked of the entries, so that finding none is an answer.
  var isSelective: Bool {
    text != nil || pattern != nil || !types.isEmpty || !tags.isEmpty || source != nil || isPinned
      || since != nil
  }

  private func form(on output: Output) -> Listing.Form {
    if isJSON { return .objects }
    if isExact { return .records(isExact: !output.isTerminal, end: 0) }
    guard output.isTerminal else { return .records(isExact: false, end: UInt8(ascii: "\n")) }
    return .columns(width: Terminal.size(of: output.descriptor.number)?.columns ?? 80)
  }
}
