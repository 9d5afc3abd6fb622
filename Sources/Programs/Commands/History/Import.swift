import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer import`: takes the entries of an archive.
struct Import: Verb {
  static let name = "import"
  static let summary = "Take the entries of a tar archive, or of another program"
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "All that is new onto this board; default: their own"),
    .flag("primary", "p", \.board, sets: "primary", "Onto the board of the primary selection"),
    .option("from", nil, \.program, "PROGRAM", "The history of another program: copyq or gpaste"),
    .word("FILE", \.path, "The archive; - is standard input"),
  ]
  static let discussion = """
    It is one that export wrote. Entries keep its order, above what was put before them. Those that
    are there already, on whatever board, stay where and as they are, also with -b, so that it can
    be done again. Standard error says how many were taken, and how many the limits of history
    removed then; what could not be taken is named there, and the exit code is then 65. --from asks
    another program, which must run, for what it keeps: CopyQ's tabs become boards of their names,
    and so does the history that GPaste has open; the one that is called history is the clipboard.
    Of GPaste come texts, files and images, but no passwords.
    """

  var board: String?
  var path: [UInt8]?
  var program: ForeignHistory?

  var request: ImportRequest { ImportRequest(board: board) }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let archive = try archive()
    let connection = try session.connect()
    var progress = Progress(total: archive.size, isVisible: Terminal.isTerminal(2))
    let reply: ArchiveReply
    do throws(ClientError) {
      defer { progress.finish() }
      reply = try connection.import(request, from: archive.file) { progress.update($0.bytes) }
    } catch {
      throw Failure(error, of: archive.name, in: Self.name)
    }
    Archive.report(Archive.problems(reply), in: archive.name)
    Archive.report([Archive.summary(reply, done: "taken")], in: Self.name)
    return archive.isWhole && !Archive.isIncomplete(reply) ? .done : .data
  }

  /// Refuses words of which one is missing or too much.
  func check() throws(UsageError) {
    guard path != nil || program != nil else { throw .missingWord("FILE") }
    guard path == nil || program == nil else {
      throw .contradiction("FILE and --from exclude each other")
    }
  }

  /// What to read.
  private struct Source {
    let file: SharedDescriptor
    /// As it stands in a message.
    let name: String
    /// How long it is, if it says.
    var size: Int?
    /// Whether all is in it.
    var isWhole = true
  }

  private func archive() throws(Failure) -> Source {
    do {
      try check()
    } catch {
      throw Failure(error, in: Self.name)
    }
    if let program {
      let archive = try program.archive()
      Archive.report(archive.notes, in: Self.name)
      return Source(file: archive.file, name: program.rawValue, isWhole: archive.isWhole)
    }
    let path = path ?? []
    guard path != Put.dash || !Terminal.isTerminal(0) else {
      throw Failure(
        Self.name,
        "standard input is a terminal",
        advice: "Name a file: xfer import FILE.tar",
        code: .usage
      )
    }
    let name = path == Put.dash ? "standard input" : Word.shown(path)
    let file = try path == Put.dash ? Input.standard() : Input.file(path)
    do {
      let status = try file.descriptor.status()
      return Source(file: file, name: name, size: status.kind == .regular ? status.byteCount : nil)
    } catch {
      throw Failure(name, error.reason, code: .noInput)
    }
  }
}
