import Arguments
import DaemonClient
import LinuxIO
import Pasteboards
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
    file counts when whoever writes it has closed it, a directory when nothing changes in it any
    more, and neither if it is hidden, called as editors and browsers call what is not whole
    (x~, x.part, x.tmp), or was there before. With link the entry refers to the file where it is,
    with copy its content is also kept, with move, for files only, it is kept, pinned, and the file
    leaves. What is not taken stays, and is listed. To add a directory again replaces all of this.
    What xfer put, copy and move bring to the board is saved in the directory. NAME may have
    {{date}}, {{time}}, {{title}}, {{name}} and {{type.extension}} in it.
    COMMAND gets an entry on standard input: a list of URIs with link, else the content of its first
    file, and XFER_ENTRY, XFER_BOARD, XFER_TYPES and XFER_SOURCE in its environment: from there `xfer
    get "$XFER_ENTRY" --item N` has the others. It runs in / for 30 seconds at most, two at a time.
    list, off a terminal: directory, board, then, state and why, and types, divided by tabs.
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
      let folders = try Self.ask(try session.connect()) { (connection) throws(ClientError) in
        try connection.addFolder(request)
        return try connection.folders().folders
      }
      let added = folders.first { $0.directory == request.directory }
      if let added, added.state != .watching {
        let why = "nothing lands there yet: \(added.reason ?? added.state.rawValue)"
        Application.complain("xfer: \(Word.shown(path ?? [])): \(why)\n")
      }
    case .remove: try remove(try session.connect())
    }
    return .done
  }

  private func remove(_ connection: DaemonConnection) throws(Failure) {
    let places = try places()
    let folders = try Self.ask(connection) { (connection) throws(ClientError) in
      try connection.folders().folders
    }
    guard let place = places.first(where: { place in folders.contains { $0.directory == place } })
    else {
      let advice = "`xfer folder` lists them."
      throw Failure(Word.shown(path ?? []), "is no drop folder", advice: advice, code: .usage)
    }
    try Self.ask(connection) { (connection) throws(ClientError) in
      try connection.removeFolder(RemoveFolderRequest(path: place))
    }
  }

  /// What is to be done; refuses what makes no sense together.
  func check() throws(UsageError) -> Action {
    let action = action ?? .list
    if action == .list, path != nil { throw .contradiction("list takes no DIR") }
    if action != .list, path == nil { throw .missingWord("DIR") }
    let describes =
      board != nil || !accepted.isEmpty || then != nil || command != nil || template != nil
    if command?.isEmpty == true { throw .contradiction("--run wants a command") }
    if describes, action != .add {
      throw .contradiction("--board, --accept, --then, --run and --name are for add")
    }
    if isJSON, action != .list { throw .contradiction("\(action.rawValue) prints nothing") }
    return action
  }

  private func addition() throws(Failure) -> AddFolderRequest {
    let place = try resolved()
    var request = AddFolderRequest(path: place)
    let name = String(validating: Put.lastComponent(of: place), as: UTF8.self)
    guard let board = board ?? name.flatMap(BoardName.init)?.description else {
      let why = "its name can be no board's"
      throw Failure(Word.shown(place), why, advice: "Name one with --board.", code: .usage)
    }
    request.board = board
    request.accept = accepted.isEmpty ? nil : accepted
    request.then = then.flatMap { FolderAction(rawValue: $0.rawValue) }
    request.run = command.map { ["sh", "-c", $0] }
    request.name = template
    return request
  }

  /// The directory to be added.
  private func resolved() throws(Failure) -> [UInt8] {
    let path = path ?? []
    do throws(SystemError) {
      guard try FileSystem.status(of: path)?.kind ?? .directory == .directory else {
        throw SystemError(call: "open", code: SystemError.notDirectory)
      }
      return try FileSystem.resolved(path)
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .noInput)
    }
  }

  /// What a folder may be listed as that was added, or stood in the configuration, by this path: it, or
  /// what is on the way to it, may be gone, or a link by now.
  private func places() throws(Failure) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    var path = path ?? []
    do throws(SystemError) {
      if path.first != slash {
        path = try FileSystem.resolved(Array(".".utf8)) + [slash] + path
      }
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .noInput)
    }
    let parts = path.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let plain = [slash] + parts.joined(separator: [slash])
    return [path, plain] + ((try? FileSystem.resolved(path)).map { [$0] } ?? [])
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
