import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer get`: prints one representation, or writes it to a file.
struct Get: Verb {
  static let name = "get"
  static let summary = "Print what is on offer"
  static let parameters: [Parameter<Self>] = [
    .options("type", "t", \.types, "TYPE", "Wanted type; again for the next best"),
    .option("output", "o", \.path, "FILE", "Write it to a file, whole or not at all"),
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("drop-newline", "n", \.dropsNewline, "Drop one trailing newline"),
    .option("timeout", nil, \.timeout, "DURATION", "Longest silence of its owner; default: 5s"),
    .flag("force", nil, \.isForced, "Exact bytes, to a terminal as well"),
    .word("ENTRY", \.entry, "Id, the first 4 digits or more of one, or @N; default: the current"),
  ]
  static let discussion = """
    Without -t it is text, else, off a terminal, the first representation. With -o FILE and without
    -t the file's extension is the type, if it is that of a known one; a file of some kind of
    plain text takes any plain text. -o - is standard output.
    """

  var types: [String] = []
  var path: [UInt8]?
  var board: String?
  var dropsNewline = false
  var timeout: Duration?
  var isForced = false
  var entry: EntryName?

  func run(in session: Session) throws(Failure) -> ExitCode {
    let destination = try Destination(path: path, session.output)
    let connection = try session.connect()
    var request = GetRequest(types: types, board: board)
    request.filename = filename
    request.richest = types.isEmpty && !destination.isTerminal ? true : nil
    request.entry = entry?.text
    request.delivery = .descriptor
    request.timeout = timeout?.milliseconds
    let content: Content
    do {
      content = try connection.get(request)
      var writer = ContentWriter(to: destination, dropsNewline: dropsNewline, isForced: isForced)
      try writer.write(content) { try connection.end(of: content) }
    } catch let error as ClientError {
      throw Failure(error, in: entry?.text ?? board.map(shown) ?? "clipboard")
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(Self.name, "\(error)", code: .inputOutput)
    }
    try destination.commit(isSensitive: content.reply.sensitive == true)
    if let line = Self.replacement(content.reply) { Application.complain(line) }
    return .done
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
