import Arguments
import DaemonClient
import Wire

/// `xfer board`: lists, makes and removes boards.
struct Board: Verb {
  static let name = "board"
  static let summary = "List, make or remove boards"
  static let parameters: [Parameter<Self>] = [
    .flag("force", nil, \.isForced, "Remove pinned entries as well"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("ACTION", \.action, "list (default), create, remove or show"),
    .word("NAME", \.board, "Name of the board"),
  ]
  static let discussion = """
    create minds no board that is there. remove takes a board's entries with it, and clipboard,
    primary and secondary not at all. list, off a terminal: name, entries, bytes of their content,
    holder and current entry, divided by tabs; show: a name and its value on a line.
    """

  enum Action: String, ArgumentChoice {
    case list, create, remove, show
  }

  /// What is to be done with which board.
  enum Task: Equatable {
    case list
    case create(CreateBoardRequest)
    case remove(RemoveBoardRequest)
    case show(String)
  }

  var isForced = false
  var isJSON = false
  var color = ColorChoice.auto
  var action: Action?
  var board: String?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let task = try Self.checked(task)
    let connection = try session.connect()
    let rendering = Rendering(session.output, json: isJSON, color: color)
    switch task {
    case .list:
      let boards = try boards(connection)
      try rendering.write(BoardsReply(boards: boards)) { Self.table(boards, $0) }
    case .show(let name):
      guard let board = try boards(connection).first(where: { $0.board.isEqual(to: name) })
      else { throw Failure(PasteboardError.noSuchBoard(board: name), in: Self.name) }
      try rendering.write(board) { Self.text(board, $0) }
    case .create(let request):
      try Self.ask(connection) { (connection) throws(ClientError) in
        try connection.createBoard(request)
      }
    case .remove(let request):
      try Self.ask(connection) { (connection) throws(ClientError) in
        try connection.removeBoard(request)
      }
    }
    return .done
  }

  /// What the words ask for.
  func task() throws(UsageError) -> Task {
    let action = action ?? .list
    if isForced, action != .remove { throw .contradiction("--force is for remove") }
    if isJSON, action == .create || action == .remove {
      throw .contradiction("\(action.rawValue) prints nothing")
    }
    if action == .list {
      guard board == nil else { throw .contradiction("list takes no NAME; show does") }
      return .list
    }
    guard let board else { throw .missingWord("NAME") }
    switch action {
    case .list: return .list
    case .create: return .create(CreateBoardRequest(board: board))
    case .remove: return .remove(RemoveBoardRequest(board: board, force: isForced ? true : nil))
    case .show: return .show(board)
    }
  }

  private func boards(_ connection: DaemonConnection) throws(Failure) -> [BoardStatus] {
    try Self.ask(connection) { (connection) throws(ClientError) in
      try connection.boards().boards
    }
  }

  static func table(_ boards: [BoardStatus], _ rendering: Rendering) -> String {
    rendering.table(
      ["BOARD", "ENTRIES", "SIZE", "HOLDER", "ENTRY"],
      boards.map { board in
        [
          board.board, "\(board.entries)", rendering.size(board.size), board.holder.spoken,
          board.entry ?? "",
        ]
      }
    )
  }

  static func text(_ board: BoardStatus, _ rendering: Rendering) -> String {
    var text = rendering.field("board", board.board, isWhole: true)
    text += rendering.field("selection", board.bound ? "yes" : "no")
    text += rendering.field("entries", "\(board.entries)")
    text += rendering.field("size", rendering.size(board.size))
    text += rendering.field("holder", board.holder.spoken)
    text += rendering.field("changes", "\(board.changeCount)")
    if let entry = board.entry { text += rendering.field("entry", entry) }
    return text
  }
}

extension Holder {
  /// In words.
  var spoken: String {
    switch self {
    case .ours: "xferd"
    case .foreign: "another program"
    case .nobody: "nobody"
    }
  }
}

extension String {
  /// Whether the bytes are the same: two spellings of a letter are two names.
  fileprivate func isEqual(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
