internal import DropFolders
internal import Pasteboards
internal import UniformTypeIdentifiers
internal import Wire

/// A directory that is bound to a board: what lands in it becomes entries, and what is put on the board
/// becomes files in it.
struct DropFolder: Sendable, Equatable {
  /// Source: `PATH_MAX` of Linux, in bytes.
  static let longestPath = 4096

  /// Absolute.
  let path: [UInt8]
  let board: BoardName
  /// Names of the types that are taken; none means all.
  var accept: [String] = []
  var action = FolderAction.link
  /// A program and its arguments, run with each entry.
  var command: [String] = []
  /// What files are called that are saved there; `nil` leaves it to what is saved.
  var template: FileNameTemplate?
  /// Whether the configuration says so.
  var isConfigured = false

  /// The types that are taken, as they are declared now.
  var acceptedTypes: [UTType] { accept.compactMap { try? NamedType(wished: $0).type } }

  /// The path as people read it.
  var name: String { String(decoding: path, as: UTF8.self) }
}

/// What the daemon knows of a drop folder beside that.
struct FolderFacts: Sendable {
  /// As much as somebody reads at once.
  static let mostRefused = 20

  /// Tells these from those of a folder of the same path that was removed.
  final class Binding: Sendable {}

  let binding = Binding()
  var folder: DropFolder
  var state = FolderState.missing(reason: "it was not looked at yet")
  /// How far it was seen.
  var watermark: Watermark?
  /// How far it was seen when the daemon began: what was taken after that may not be noted.
  let resumed: Watermark?
  /// Bursts that landed and are not taken yet.
  var pendingCount = 0
  /// Whether it is to be written down soon how far it was seen.
  var isMarkDue = false
  /// Bursts that could not be kept and are tried again: until then nothing later counts as seen.
  var retriedCount = 0
  /// Entries that are to be saved there, the oldest first.
  var unsaved: [Entry.ID] = []
  /// What stays where it is, or was not saved, and why; each once, by a name or by what no name can be.
  private var refusals: [(key: [UInt8], line: String)] = []

  init(_ folder: DropFolder, _ watermark: Watermark?) {
    (self.folder, self.watermark, resumed) = (folder, watermark, watermark)
  }

  /// Notes why a file stays where it is.
  mutating func refuse(_ name: [UInt8], _ reason: String) {
    note(name, "\(String(decoding: name, as: UTF8.self)): \(reason)")
  }

  /// Notes why an entry of a title was not saved.
  mutating func refuse(_ entry: Entry.ID, called title: String, _ reason: String) {
    note(Self.key(of: entry), "\(title): it was not saved here: \(reason)")
  }

  /// Nothing is the matter with these any more.
  mutating func accept(_ names: some Collection<[UInt8]>) {
    guard !refusals.isEmpty else { return }
    let names = Set(names)
    refusals.removeAll { names.contains($0.key) }
  }

  private mutating func note(_ key: [UInt8], _ line: String) {
    refusals.removeAll { $0.key == key }
    refusals.append((key, line))
    if refusals.count > Self.mostRefused { refusals.removeFirst() }
  }

  private static func key(of entry: Entry.ID) -> [UInt8] { Array("/\(entry)".utf8) }

  private var refused: [String] { refusals.map(\.line) }

  /// What is the matter with it, one line each: where it is not watched, and the last that stayed there.
  var problems: [String] {
    let lines = refused.suffix(1).map { "folder \(folder.name): \($0)" }
    switch state {
    case .watching: return lines
    case .missing(let reason): return ["folder \(folder.name): \(reason)"] + lines
    case .failed(let reason): return ["folder \(folder.name) is not watched: \(reason)"] + lines
    }
  }

  /// What is told of it.
  var status: FolderStatus {
    var status = FolderStatus(
      path: folder.path,
      board: folder.board.description,
      then: folder.action,
      state: .watching
    )
    status.accept = folder.accept
    status.run = folder.command.isEmpty ? nil : folder.command
    status.name = folder.template?.text
    status.configured = folder.isConfigured
    status.refused = refused
    switch state {
    case .watching: break
    case .missing(let reason): (status.state, status.reason) = (.missing, reason)
    case .failed(let reason): (status.state, status.reason) = (.failed, reason)
    }
    return status
  }
}
