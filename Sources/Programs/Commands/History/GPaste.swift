import Arguments
import LinuxIO

/// The history of GPaste, by its own command line: the one that is open, for it tells no other.
///
/// It becomes a board of its name, or the clipboard if it has the name that GPaste gives. Passwords
/// stay behind, and so do the other formats of rich text, of which the command line knows nothing.
///
/// Source: gpaste-client(1); GPaste 43.1, `src/client/gpaste-client.c`.
struct GPaste {
  private static let program = ForeignProgram(
    name: "gpaste-client",
    advice: "Start it in the session whose history it is: gpaste-client start"
  )
  /// What GPaste calls a history that nobody named.
  private static let givenName = "history"

  static func archive() throws(Failure) -> ForeignArchive {
    let history = try GPaste()
    var archive = try ArchiveBuilder()
    var (passwords, failures) = (0, [String]())
    for (shown, content) in zip(history.shown, history.contents) {
      let kind = Kind(shown: shown, content: content)
      guard kind != .password else {
        passwords += 1
        continue
      }
      do {
        try archive.add(
          try kind.contents(content),
          on: history.board,
          tags: [],
          isPinned: false,
          from: "gpaste"
        )
      } catch  where error.code == .noInput {
        failures.append("\(error.what): \(error.why)")
      }
    }
    var result = ForeignArchive(file: try archive.finish(), notes: failures)
    result.isWhole = failures.isEmpty
    switch passwords {
    case 0: break
    case 1: result.notes.append("1 password stays in GPaste")
    default: result.notes.append("\(passwords) passwords stay in GPaste")
    }
    return result
  }

  // MARK: What it says

  private let board: String?
  /// As people see it, and as it would be pasted: both from the oldest on.
  private let (shown, contents): ([ArraySlice<UInt8>], [ArraySlice<UInt8>])

  /// Asks until nothing changed in between, since the two lists are told apart.
  private init() throws(Failure) {
    var before = try Moment()
    for _ in 0..<5 {
      let contents = try Self.ask("--zero", "--reverse", "--raw", "history")
      let after = try Moment()
      if before == after, contents.count == after.shown.count {
        (shown, self.contents) = (after.shown, contents)
        board = after.name == Self.givenName ? nil : after.name
        return
      }
      before = after
    }
    let why = "its history changes while it is read"
    throw Failure(Self.program.name, why, advice: "Do it again.", code: .unavailable)
  }

  /// The names of what is there at one time.
  private struct Moment: Equatable {
    let name: String
    let shown: [ArraySlice<UInt8>]

    init() throws(Failure) {
      let name = try GPaste.ask("get-history").joined()
      self.name = String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      shown = try GPaste.ask("--zero", "--reverse", "history")
    }
  }

  private static func ask(_ words: String...) throws(Failure) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    try forEachLine(of: try program.run(words), endingWith: 0) { parts.append($0) }
    return parts
  }

  // MARK: What it is

  /// What an entry is, which the command line does not say.
  ///
  /// It shows a text as it is, files with a word in front and their paths in one line, an image by
  /// its measures and a password by its name; of the latter two the content is a path and asterisks.
  private enum Kind {
    case text, files, image, password

    init(shown: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
      // In front is the entry's UUID.
      let shown = shown.dropFirst(36 + 2)
      let separators = [UInt8(ascii: "/"), UInt8(ascii: "\n")]
      let start = content.lastIndex { separators.contains($0) }.map { $0 + 1 }
      let name = content[(start ?? content.startIndex)...]
      // First, because newer versions show a password without a word in front. A text of just
      // asterisks stays behind with them.
      if content.elementsEqual("******".utf8) {
        self = .password
      } else if shown == content {
        self = .text
      } else {
        self = shown.suffix(name.count) == name ? .files : .image
      }
    }

    func contents(
      _ content: ArraySlice<UInt8>
    ) throws(Failure) -> [(type: String, bytes: [UInt8])] {
      let text = (type: "text/plain", bytes: Array(content))
      switch self {
      case .text, .password: return [text]
      case .files: return [(type: "text/uri-list", bytes: GPaste.addresses(of: content)), text]
      case .image: return [(type: "image/png", bytes: try GPaste.image(at: text.bytes))]
      }
    }
  }

  /// The addresses of files whose paths are a line each.
  ///
  /// Source: RFC 2483, section 5; RFC 3986, section 2.3.
  private static func addresses(of paths: ArraySlice<UInt8>) -> [UInt8] {
    var addresses: [UInt8] = []
    for path in paths.split(separator: UInt8(ascii: "\n")) {
      addresses += "file://".utf8
      for byte in path {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
          addresses.append(byte)
        default:
          let digits = String(byte, radix: 16, uppercase: true)
          addresses += (byte < 16 ? "%0" + digits : "%" + digits).utf8
        }
      }
      addresses += "\r\n".utf8
    }
    return addresses
  }

  /// An image is a file of GPaste's.
  private static func image(at path: [UInt8]) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(path, limit: mostImageBytes)
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .noInput)
    }
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Failure(Word.shown(path), "it is no PNG image", code: .noInput)
    }
    return bytes
  }

  private static let mostImageBytes = 256 << 20
}
