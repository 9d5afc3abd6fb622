import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer import`: takes the entries of an archive.
struct Import: Verb {
  static let name = "import"
  static let summary = "Take the entries of a tar archive"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "All of them onto this board; default: their own"),
    .flag("primary", "p", \.board, sets: "primary", "Onto the board of the primary selection"),
    .word("FILE", \.path, required: true, "The archive; - is standard input"),
  ]
  static let discussion = """
    It is one that export wrote. Entries that are there already are left as they are, so that it can
    be done again. Standard error says how many were taken; what could not be is named there, and the
    exit code is then 65.
    """

  var board: String?
  var path: [UInt8]?

  var request: ImportRequest { ImportRequest(board: board) }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let (archive, size) = try archive()
    let connection = try session.connect()
    var progress = Progress(total: size, isVisible: Terminal.isTerminal(2))
    let reply = try Self.ask(connection) { (connection) throws(ClientError) in
      defer { progress.finish() }
      return try connection.import(request, from: archive) { progress.update($0.bytes) }
    }
    Archive.report(Archive.summary(reply, done: "taken"), in: Self.name)
    return reply.problems.isEmpty ? .done : .data
  }

  /// What to read, and how long it is, if it says.
  private func archive() throws(Failure) -> (SharedDescriptor, size: Int?) {
    let path = path ?? []
    guard path != Put.dash || !Terminal.isTerminal(0) else {
      throw Failure(
        Self.name,
        "standard input is a terminal",
        advice: "Name a file: xfer import FILE.tar",
        code: .usage
      )
    }
    let archive = try path == Put.dash ? Input.standard() : Input.file(path)
    do {
      let status = try archive.descriptor.status()
      return (archive, status.kind == .regular ? status.byteCount : nil)
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .noInput)
    }
  }
}
