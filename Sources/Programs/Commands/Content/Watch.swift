import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer watch`: tells of changes, or runs a command for each.
struct Watch: Verb {
  static let name = "watch"
  static let summary = "Tell of changes as they happen"
  static let parameters: [Parameter<Self>] = [
    .options("board", "b", \.boards, "BOARD", "Board, again for another; default: all"),
    .flag("primary", "p", \.watchesPrimary, "The board of the primary selection"),
    .options("type", "t", \.types, "TYPE", "Only changes that offer this type; again for another"),
    .option("since", nil, \.since, "SEQ", "First the boards that changed after this number"),
    .flag("json", nil, \.isJSON, "One JSON object a line"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .tail("COMMAND", \.command, "Run this for each change, with the content on standard input"),
  ]
  static let discussion = """
    Off a terminal: sequence number, board, state, entry and types (divided by commas), divided by
    tabs. COMMAND finds XFER_BOARD, XFER_STATE (data, empty or sensitive), XFER_ENTRY and
    XFER_TYPES (one a line) in its environment. The content is of the first type of -t that is
    there, else text, else the first; of a sensitive entry it gets none. Commands run one after
    another.
    """

  var boards: [String] = []
  var watchesPrimary = false
  var types: [String] = []
  var since: Int?
  var isJSON = false
  var color = ColorChoice.auto
  var command: [[UInt8]] = []

  func run(in session: Session) throws(Failure) -> ExitCode {
    let request = WatchRequest(
      boards: boards + (watchesPrimary ? ["primary"] : []),
      types: types.isEmpty ? nil : types,
      since: since
    )
    let rendering = Rendering(session.output, json: isJSON, color: color)
    let runner = command.isEmpty ? nil : try ChangeCommand(command, types: types, session)
    let connection = try session.connect()
    do {
      try connection.watch(request) { change in
        if let runner { return try runner.run(for: change) }
        try rendering.write(change) { Self.line(of: change, $0) }
      }
    } catch ClientError.disconnected {
      throw Failure("xferd", "it ended", code: .unavailable)
    } catch let error as ClientError {
      throw Failure(error, in: Self.name)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(Self.name, "\(error)", code: .inputOutput)
    }
    return .done
  }

  static func line(of change: Change, _ rendering: Rendering) -> String {
    let types = change.types.map(\.type)
    let state = ChangeState(of: change)
    return rendering.line(
      [
        "\(change.sequence)", change.board, state.rawValue, change.entry ?? "",
        types.joined(separator: ","),
      ],
      people: "\(clock(change.time))  \(change.board)  \(state.spoken(of: change))"
        + (types.isEmpty ? "" : "  " + types.joined(separator: ", "))
    )
  }

  /// The time of day here.
  private static func clock(_ time: Double) -> String {
    guard let seconds = Int64(exactly: time.rounded(.down)),
      let local = LocalTime(secondsSince1970: seconds)
    else { return "--:--:--" }
    return [local.hour, local.minute, local.second]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}

/// What a change leaves on its board.
enum ChangeState: String {
  case data, empty, sensitive

  init(of change: Change) {
    self = change.sensitive ? .sensitive : change.holder == .nobody ? .empty : .data
  }

  func spoken(of change: Change) -> String {
    switch self {
    case .data: change.holder == .ours ? "ours" : "another program's"
    case .empty: "empty"
    case .sensitive: "sensitive"
    }
  }
}
