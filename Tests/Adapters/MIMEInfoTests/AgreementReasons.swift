import LinuxIO
import Testing

@testable import MIMEInfo

/// What we and another program say of one file.
struct Opinions {
  let file: [UInt8]
  let database: SharedMIMEInfo
  let guesses: [MIMEGuess]
  let theirs: String
  let status: FileStatus?

  init(of file: [UInt8], _ database: SharedMIMEInfo, theirs: String) throws {
    self.file = file
    self.database = database
    self.theirs = theirs
    guesses = try database.guesses(forFile: file)
    status = try FileSystem.status(of: file)
  }

  var ours: String { guesses.first?.mimeType ?? "" }
  var name: NameForms { NameForms(file) }

  /// What the patterns say, with the weights.
  var names: [NameMatch] {
    database.nameMatches { $0.suffixMatches(name) + $0.patternMatches(name) }
  }

  /// What the first bytes say without the name.
  func content() throws -> MIMEGuess {
    guard status?.kind == .regular else { return MIMEGuess(mimeType: "", reason: .nothing) }
    let head = try FileSystem.read(file).prefix(database.contentExtent)
    return database.guess(forContent: Array(head))
  }

  /// Whether the content says what they say with a priority of 80 or more.
  func isCertain() throws -> Bool {
    guard case .content(let priority) = try content().reason else { return false }
    return try priority >= 80 && content().mimeType == theirs
  }

  func isLink() throws -> Bool {
    try FileSystem.status(of: file, followingLinks: false)?.kind == .symbolicLink
  }
}

/// Why another program may say something else, and how to tell that it is so.
protocol Difference: CaseIterable, Hashable, RawRepresentable<String> {
  func explains(_ opinions: Opinions) throws -> Bool
}

enum GioDifference: String, Difference {
  case empty = "an empty file is text/plain, whatever its name, so that it opens in an editor"
  case lighter = "names of less weight count, too, when the content is asked to decide"
  case certain = "content of priority 80 and more beats names of which there are several"
  case short = "no more than the first 4096 bytes are read"
  case alias = "a type that is an alias of another, as LibreOffice declares some, is a second one"

  func explains(_ opinions: Opinions) throws -> Bool {
    let names = opinions.names
    switch self {
    case .empty:
      return opinions.status?.byteCount == 0 && opinions.theirs == "text/plain"
    case .lighter:
      let theirs = names.first { $0.type == opinions.theirs }
      return theirs.map { $0.weight < names[0].weight } == true && opinions.ours == names[0].type
    case .certain:
      return try names.count > 1 && opinions.isCertain()
    case .short:
      let head = try FileSystem.read(opinions.file)
      return head.count > 4096
        && opinions.database.guess(forContent: Array(head.prefix(4096))).mimeType == opinions.theirs
    case .alias:
      let types = try MachineDatabase.file("types").split(separator: 0x0A).map { Array($0) }
      let aliases = opinions.database.aliases(of: opinions.ours)
      return opinions.ours == names.first?.type
        && aliases.contains { types.contains(Array($0.utf8)) }
    }
  }
}

/// Source of most of them: `File::MimeInfo` reads the file `globs`, which knows neither weight nor
/// case, and keeps to an early version of the specification.
enum MimetypeDifference: String, Difference {
  case broken = "a link to nothing has no type"
  case empty = "an empty file is text/plain if its name says nothing"
  case certain = "content of priority 80 and more beats names"
  case dash = "an extension has letters and digits only"
  case literal = "the extension is tried before the name in lower case"
  case capitals = "a name in lower case fits patterns for which case matters"
  case range = "a range in brackets is read as three characters"
  case weight = "of several names the first one counts, without weights and content"
  case starter = "any file can be a program starter by its content"
  case link = "a link has the name of its target"

  func explains(_ opinions: Opinions) throws -> Bool {
    let (name, names, theirs) = (opinions.name, opinions.names, opinions.theirs)
    let folded = NameForms(name.lowercased?.bytes ?? name.bytes)
    let cache = try #require(opinions.database.directories.first?.cache)
    switch self {
    case .empty:
      return opinions.status?.byteCount == 0 && theirs == "text/plain"
    case .certain:
      return try opinions.isCertain()
    case .weight:
      return opinions.guesses.dropFirst().contains { $0.mimeType == theirs && $0.reason == .name }
    case .capitals:
      return name.lowercased != nil
        && (cache.suffixMatches(folded) + cache.literalMatches(folded)).contains {
          $0.type == theirs
        }
    case .literal:
      return !cache.literalMatches(name).isEmpty && names.contains { $0.type == theirs }
    case .range:
      return cache.patternMatches(name).contains { $0.type == opinions.ours }
    case .dash:
      return name.bytes.split(separator: UInt8(ascii: ".")).dropFirst().contains {
        $0.contains(UInt8(ascii: "-"))
      }
    case .starter:
      return theirs == "application/x-desktop" && opinions.ours == "text/plain"
    case .link:
      return try opinions.isLink() && opinions.content().mimeType == theirs
    case .broken:
      return opinions.ours == "inode/symlink" && theirs.isEmpty
    }
  }
}
