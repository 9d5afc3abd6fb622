import Arguments
import DaemonClient
import LinuxIO
import Wire

/// `xfer folder`: lists, adds and removes drop folders.
struct Folder: Verb {
  static let name = "folder"
  static let summary = "List, add or remove drop folders: directories bound to boards"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "The board; default: named as the directory"),
    .options("accept", nil, \.accepted, "TYPE", "Only files of this type; again for another"),
    .option("then", nil, \.then, "WHAT", "link (default), copy or move"),
    .option("run", nil, \.command, "COMMAND", "A shell command that gets each entry"),
    .option("name", nil, \.template, "NAME", "What files are called that are saved there"),
    .flag("json", nil, \.isJSON, "One JSON object"),
    .option("color", nil, \.color, "WHEN", "Colour: auto, always or never"),
    .word("ACTION", \.action, "list (default), add or remove"),
    .word("DIR", \.path, "The directory"),
  ]
  static let discussion = """
    Files that land in the directory become entries of the board, those that come together one: a
    file counts when whoever writes it has closed it. With link the entry refers to the file where it
    is, with copy its content is also kept, with move it is kept, pinned, and the file leaves.
    What xfer put, copy and move bring to the board is saved in the directory. NAME may have
    {{date}}, {{time}}, {{title}}, {{name}} and {{type.extension}} in it.
    COMMAND gets the content on standard input and XFER_ENTRY, XFER_BOARD, XFER_TYPES and XFER_SOURCE
    in its environment. list, off a terminal: directory, board, then, state and why, and types,
    divided by tabs.
    """

  enum Action: String, ArgumentChoice {
    case list, add, remove
  }

  enum Then: String, ArgumentChoice {
    case link, copy, move
  }

  var board: String?
  var accepted: [String] = []
  var then: Then?
  var command: String?
  var template: String?
  var isJSON = false
  var color = ColorChoice.auto
  var action: Action?
  var path: [UInt8]?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let action = try Self.checked(check)
    switch action {
    case .list:
      let folders = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
        try connection.folders()
      }
      let rendering = Rendering(session.output, json: isJSON, color: color)
      try rendering.write(folders) { Self.table(folders.folders, $0) }
    case .add:
      let request = try addition()
      try Self.ask(try session.connect()) { (connection) throws(ClientError) in
        try connection.addFolder(request)
      }
    case .remove:
      // One that is gone is removed by the name that it had.
      let place = try absolute(mustExist: false)
      try Self.ask(try session.connect()) { (connection) throws(ClientError) in
        try connection.removeFolder(RemoveFolderRequest(path: place))
      }
    }
    return .done
  }

  /// What is to be done; refuses what makes no sense together.
  func check() throws(UsageError) -> Action {
    let action = action ?? .list
    if action == .list, path != nil { throw .contradiction("list takes no DIR") }
    if action != .list, path == nil { throw .missingWord("DIR") }
    let describes =
      board != nil || !accepted.isEmpty || then != nil || command != nil || template != nil
    if describes, action != .add {
      throw .contradiction("--board, --accept, --then, --run and --name are for add")
    }
    if isJSON, action != .list { throw .contradiction("\(action.rawValue) prints nothing") }
    return action
  }

  private func addition() throws(Failure) -> AddFolderRequest {
    let place = try absolute(mustExist: true)
    var request = AddFolderRequest(path: place)
    request.board = board ?? String(validating: Put.lastComponent(of: place), as: UTF8.self)
    request.accept = accepted.isEmpty ? nil : accepted
    request.then = then.flatMap { FolderAction(rawValue: $0.rawValue) }
    request.run = command.map { ["sh", "-c", $0] }
    request.name = template
    return request
  }

  private func absolute(mustExist: Bool) throws(Failure) -> [UInt8] {
    let path = path ?? []
    do throws(SystemError) {
      let isThere = try FileSystem.status(of: path) != nil
      if mustExist || isThere {
        return try FileSystem.resolved(path)
      }
      guard path.first != UInt8(ascii: "/") else { return path }
      return try FileSystem.resolved(Array(".".utf8)) + [UInt8(ascii: "/")] + path
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .noInput)
    }
  }

  static func table(_ folders: [FolderStatus], _ rendering: Rendering) -> String {
    var text = rendering.table(
      ["FOLDER", "BOARD", "THEN", "STATE", "TYPES"],
      folders.map { folder in
        let state = folder.state.rawValue + (folder.reason.map { ": \($0)" } ?? "")
        let types = folder.accept.isEmpty ? "all" : folder.accept.joined(separator: ", ")
        return [folder.path, folder.board, folder.then.rawValue, state, types]
      }
    )
    guard rendering.isForPeople else { return text }
    for folder in folders where !folder.refused.isEmpty {
      text += "\n\(visible(folder.path)), left there:\n"
      text += folder.refused.map { "  \(visible($0))\n" }.joined()
    }
    return text
  }
}
