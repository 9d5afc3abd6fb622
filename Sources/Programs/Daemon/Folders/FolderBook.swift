internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Varlink
internal import Wire

/// What is remembered of drop folders over a restart: those that somebody added, and how far each was
/// seen, so that what lands meanwhile is taken once.
struct FolderBook: Sendable {
  private struct File: Codable {
    var schema: Int
    var folders: [Record]
  }

  private struct Record: Codable {
    /// With ``PercentEncoding``.
    var path: String
    /// `nil` for one of the configuration, of which only the rest is remembered.
    var board: String?
    var accept: [String]?
    var then: FolderAction?
    var run: [String]?
    var name: String?
    /// Nanoseconds since 1970.
    var time: Int?
    var unfinished: [String]?
    /// Ids of entries that are to be saved there.
    var unsaved: [String]?
  }

  /// A file of more is none of ours.
  private static let byteLimit = 16 << 20

  /// Where it is.
  static func path(in directory: [UInt8]) -> [UInt8] { directory + Array("/folders.json".utf8) }

  /// Reads it; `nil` if there is one that cannot be read.
  static func read(from path: [UInt8]) -> [FolderFacts]? {
    // Most users have none.
    guard (try? FileSystem.status(of: path)) ?? nil != nil else { return [] }
    guard let bytes = try? FileSystem.read(path, limit: byteLimit),
      let json = try? JSON(parsing: bytes),
      let file = try? MessageDecoder.decode(File.self, from: json), file.schema == 1
    else { return nil }
    return file.folders.compactMap(facts(of:))
  }

  private static func facts(of record: Record) -> FolderFacts? {
    guard let path = PercentEncoding.decode(record.path), path.first == UInt8(ascii: "/"),
      path.count < DropFolder.longestPath,
      let board = BoardName(record.board ?? "clipboard")
    else { return nil }
    var folder = DropFolder(path: path, board: board)
    folder.isConfigured = record.board == nil
    folder.accept = record.accept ?? []
    folder.action = record.then ?? .link
    folder.command = record.run ?? []
    folder.template = record.name.flatMap { try? FileNameTemplate($0) }
    let unfinished = (record.unfinished ?? []).compactMap(PercentEncoding.decode)
    let watermark = record.time.map { Watermark(time: Int64($0), unfinished: unfinished) }
    var facts = FolderFacts(folder, watermark)
    facts.unsaved = (record.unsaved ?? []).compactMap { text in
      UInt64(text, radix: 16).map(Entry.ID.init(rawValue:))
    }
    return facts
  }

  /// The bytes of a file of these.
  static func bytes(of all: some Sequence<FolderFacts>) -> [UInt8]? {
    let records = all.map { facts in
      let folder = facts.folder
      var record = Record(path: PercentEncoding.encode(folder.path))
      record.time = facts.watermark.map { Int($0.time) }
      record.unfinished = facts.watermark.map { $0.unfinished.map(PercentEncoding.encode) }
      record.unsaved = facts.unsaved.isEmpty ? nil : facts.unsaved.map(\.description)
      guard !folder.isConfigured else { return record }
      record.board = folder.board.description
      record.accept = folder.accept
      record.then = folder.action
      record.run = folder.command
      record.name = folder.template?.text
      return record
    }
    return try? MessageEncoder.encode(File(schema: 1, folders: records)).serialized()
  }
}
