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
  private static let mostRefused = 20

  var folder: DropFolder
  var state = FolderState.missing(reason: "it was not looked at yet")
  /// How far it was seen.
  var watermark: Watermark?
  /// Whether nothing has landed since the daemon began: what it took last may not be noted.
  var isResumed: Bool
  /// Bursts that landed and have not had their turn.
  var pendingCount = 0
  /// Whether it is to be written down soon how far it was seen.
  var isMarkDue = false
  /// Bursts that could not be kept and are tried again: until then nothing later counts as seen.
  var retriedCount = 0
  private(set) var refused: [String] = []

  init(_ folder: DropFolder, _ watermark: Watermark?) {
    (self.folder, self.watermark, isResumed) = (folder, watermark, watermark != nil)
  }

  /// Notes why a file stays where it is.
  mutating func refuse(_ name: [UInt8], _ reason: String) {
    refused.append("\(String(decoding: name, as: UTF8.self)): \(reason)")
    if refused.count > Self.mostRefused { refused.removeFirst() }
  }

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
