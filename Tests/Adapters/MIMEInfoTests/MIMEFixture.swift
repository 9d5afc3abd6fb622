import MIMEInfo
import LinuxIO
import TestSupport

/// Directories of a MIME database of a test's own.
final class MIMEFixture: Sendable {
  /// What a directory is read from.
  enum Form: Sendable, CaseIterable {
    case cache
    case textFiles
  }

  let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
  }

  /// Where the directory of this name is.
  func path(_ name: String) -> [UInt8] { Array(scratch.path(name).utf8) }

  /// Makes a directory from type elements, as a package and update-mime-database would.
  @discardableResult
  func install(_ types: String, in name: String = "user", form: Form = .cache) throws -> [UInt8] {
    let directory = scratch.path(name)
    try FileSystem.makeDirectories(Array("\(directory)/packages".utf8))
    let source = """
      <?xml version="1.0"?>
      <mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>\(types)</mime-info>
      """
    try scratch.write(Array(source.utf8), to: "\(name)/packages/test.xml")
    let update = try run("update-mime-database", [directory])
    guard update.status == 0 else { throw TestFailure(update.errorText) }
    if form == .textFiles { try FileSystem.remove(path("\(name)/mime.cache")) }
    return path(name)
  }

  /// Makes a directory with these files and nothing else.
  func write(_ files: [String: [UInt8]], in name: String = "user") throws -> [UInt8] {
    try FileSystem.makeDirectories(path(name))
    for (file, content) in files { try scratch.write(content, to: "\(name)/\(file)") }
    return path(name)
  }

  /// The database of the directories of these names.
  func database(_ names: String..., languages: [String] = []) -> SharedMIMEInfo {
    SharedMIMEInfo(directories: names.map(path), languages: languages)
  }
}

/// The machine's own database.
enum MachineDatabase {
  static let directory = "/usr/share/mime"
  static let shared = SharedMIMEInfo(directories: [Array(directory.utf8)])

  static func file(_ name: String) throws -> [UInt8] { try readFile("\(directory)/\(name)") }
}

extension SharedMIMEInfo {
  /// The best type of a file with this name, and with this content if that is asked for.
  func type(ofName name: String, _ content: [UInt8]? = nil) -> String? {
    guesses(forName: Array(name.utf8), head: content).first?.mimeType
  }

  func type(ofContent content: String) -> String {
    guess(forContent: Array(content.utf8)).mimeType
  }
}

/// A row of numbers that looks random, and is the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
