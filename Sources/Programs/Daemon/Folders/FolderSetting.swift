internal import LinuxIO
internal import Pasteboards
internal import TOML
internal import Wire

/// A drop folder as the configuration has it: a table of `[[folder]]`.
struct FolderSetting: Sendable, Equatable, Decodable {
  var path = ""
  var board = BoardName.clipboard
  var accept: [String] = []
  var action = FolderAction.link
  var command: [String] = []
  var template: FileNameTemplate?

  private enum Key: String, CodingKey { case path, board, accept, then, run, name }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: Key.self)
    try decoder.attempt {
      path = try table.one(.path, "must be absolute, or begin with ~/") { path in
        (path.hasPrefix("/") || path.hasPrefix("~/")) && !path.utf8.contains(0) ? path : nil
      }
    }
    try decoder.attempt { board = try table.one(.board, BoardName.rule) { BoardName($0) } }
    try decoder.attempt {
      accept = try table.list(.accept, "must be the name of a type, such as \"public.image\"") {
        (1...255).contains($0.utf8.count) ? $0 : nil
      }
    }
    try decoder.attempt {
      guard table.contains(.then) else { return }
      action = try table.one(.then, "must be \"link\", \"copy\" or \"move\"") {
        FolderAction(rawValue: $0)
      }
    }
    try decoder.attempt { command = try table.command(.run) }
    try decoder.attempt {
      guard table.contains(.name) else { return }
      let text = try table.decode(String.self, forKey: .name)
      do throws(FileNameTemplate.Mistake) {
        template = try FileNameTemplate(text)
      } catch {
        throw table.mistake(at: .name, error.description)
      }
    }
  }

  /// The folder; `~` is the user's home.
  var folder: DropFolder {
    let home = Environment.value("HOME") ?? Array("/".utf8)
    let bytes = Array(path.utf8)
    var folder = DropFolder(
      path: path.hasPrefix("~/") ? home + bytes.dropFirst() : bytes,
      board: board
    )
    (folder.accept, folder.action, folder.command) = (accept, action, command)
    (folder.template, folder.isConfigured) = (template, true)
    return folder
  }

  fileprivate var written: TOMLTable {
    var values: [(String, TOMLValue)] = [
      ("path", .string(path)), ("board", .string(board.description)),
    ]
    if !accept.isEmpty { values.append(("accept", .strings(accept))) }
    values.append(("then", .string(action.rawValue)))
    if !command.isEmpty { values.append(("run", .strings(command))) }
    if let template { values.append(("name", .string(template.text))) }
    return TOMLTable(written: values)
  }
}

/// The drop folders of the configuration.
struct FolderSettings: ConfigurationValue, Equatable {
  var all: [FolderSetting] = []

  init(_ all: [FolderSetting] = []) { self.all = all }

  init(reading container: any SingleValueDecodingContainer) throws {
    all = try container.decode([FolderSetting].self)
  }

  var written: TOMLValue { .array(all.map { .written(.table($0.written)) }) }
}
