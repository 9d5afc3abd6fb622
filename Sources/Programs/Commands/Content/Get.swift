import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer get`: prints one representation, or writes what is there into a file or a directory.
struct Get: Verb {
  static let name = "get"
  static let summary = "Print what is on offer"
  static let parameters: [Parameter<Self>] = [
    .options("type", "t", \.types, "TYPE", "Wanted type; again for the next best"),
    .option("output", "o", \.path, "PATH", "A file, whole or not at all, or all into a directory"),
    .option("on-conflict", nil, \.onConflict, "WHAT", "There: rename, replace, skip or fail"),
    .flag("files", nil, \.listsFiles, "The paths of the files on offer, one a line"),
    .flag("null", "0", \.endsWithNUL, "End paths with NUL"),
    .option("item", nil, \.item, "N", "One item or file of several, from 1"),
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("drop-newline", "n", \.dropsNewline, "Drop one trailing newline"),
    .option("timeout", nil, \.timeout, "DURATION", "Longest silence of its owner; default: 5s"),
    .flag("force", nil, \.isForced, "Exact bytes, to a terminal as well"),
    .flag("json", nil, \.isJSON, "Paths as JSON objects, one a line"),
    .word("ENTRY", \.entry, "Id, the first 4 digits or more of one, or @N; default: the current"),
  ]
  static let discussion = """
    Without -t it is text, else, off a terminal, the first representation. With -o FILE and without
    -t the file's extension is the type, if it is that of a known one; a file of some kind of
    plain text takes any plain text. -o - is standard output. A FILE that is there is replaced.
    With -o DIR, a directory that is there or a name that ends in /, files are copied into it, or
    moved if they were cut, and other content becomes a file: under its own name, or else name (2),
    which is --on-conflict rename. What comes together is never replaced by one another. Links are
    copied as links. Prints where each is. What cannot be had is said, and the rest comes.
    """

  var types: [String] = []
  var path: [UInt8]?
  var board: String?
  var dropsNewline = false
  var timeout: Duration?
  var isForced = false
  var entry: EntryName?
  var onConflict: ConflictChoice?
  var listsFiles = false
  var endsWithNUL = false
  var isJSON = false
  var item: Int?

  func run(in session: Session) throws(Failure) -> ExitCode {
    do {
      try check()
    } catch {
      throw Failure(error, in: Self.name)
    }
    if listsFiles { return try printFiles(in: session) }
    if wantsDirectory, let path { return try fill(path, in: session) }
    return try print(in: session)
  }

  /// Refuses what makes no sense together.
  func check() throws(UsageError) {
    if listsFiles, path != nil || !types.isEmpty {
      throw .contradiction("--files prints paths, and takes neither -o nor -t")
    }
    if onConflict != nil, !wantsDirectory {
      throw .contradiction("--on-conflict is for a directory: -o DIR")
    }
    if endsWithNUL || isJSON, !listsFiles, !wantsDirectory {
      throw .contradiction("-0 and --json are for paths: --files, or -o DIR")
    }
    if let item, item < 1 { throw .contradiction("--item expects at least 1") }
  }

  private func print(in session: Session) throws(Failure) -> ExitCode {
    let destination = try Destination(path: path, session.output)
    let connection = try session.connect()
    var request = request
    request.filename = filename
    request.richest = types.isEmpty && !destination.isTerminal ? true : nil
    request.item = item
    let content: Content
    do {
      content = try connection.get(request)
      var writer = ContentWriter(to: destination, dropsNewline: dropsNewline, isForced: isForced)
      try writer.write(content) { try connection.end(of: content) }
    } catch let error as ClientError {
      throw Failure(error, in: subject)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(Self.name, "\(error)", code: .inputOutput)
    }
    try destination.commit(isSensitive: content.reply.sensitive == true)
    if let line = Self.replacement(content.reply) { Application.complain(line) }
    return .done
  }

  /// What is asked, wherever it goes.
  var request: GetRequest {
    var request = GetRequest(types: types, board: board)
    request.entry = entry?.text
    request.delivery = .descriptor
    request.timeout = timeout?.milliseconds
    return request
  }

  /// What is said of content that stands in for better types; it goes to standard error.
  static func replacement(_ reply: GetReply) -> String? {
    guard let failed = reply.failed, !failed.isEmpty else { return nil }
    let why = failed.map { "\(shown($0.type)): \(shown($0.reason))" }.joined(separator: "; ")
    return "xfer: \(why); this is \(shown(reply.mimeType ?? reply.type)) instead\n"
  }

  /// The name of the file to write, from which the daemon sees a type; -o - is none.
  var filename: String? {
    guard types.isEmpty, let path, path != Put.dash else { return nil }
    return String(
      validating: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...],
      as: UTF8.self
    )
  }
}

/// What happens when a name is taken.
enum ConflictChoice: String, ArgumentChoice {
  case rename, replace, skip, fail

  var conflict: NameConflict {
    switch self {
    case .rename: .rename
    case .replace: .replace
    case .skip: .skip
    case .fail: .fail
    }
  }
}
