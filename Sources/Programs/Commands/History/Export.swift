import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer export`: writes entries into an archive.
struct Export: Verb {
  static let name = "export"
  static let summary = "Write entries into a tar archive"
  static let wantsWords = true
  static let parameters: [Parameter<Self>] = [
    .option("board", "b", \.board, "BOARD", "Only this board; default: all"),
    .flag("primary", "p", \.board, sets: "primary", "Only the board of the primary selection"),
    .word("FILE", \.path, required: true, "The archive; - is standard output"),
  ]
  static let discussion = """
    The file is written whole or not at all, and a new one is for you alone. In it, entries/ has a
    JSON object a line, oldest first; payloads/ has what is too large for that. Sensitive entries stay
    out, and those that are there for some pastes, or of which nothing was made yet; standard error
    counts the latter. What could not be written is named there, and the exit code is 65.
    """

  var board: String?
  var path: [UInt8]?

  var request: ExportRequest { ExportRequest(board: board) }

  func run(in session: Session) throws(Failure) -> ExitCode {
    let destination = try destination(session.output)
    let connection = try session.connect()
    var progress = Progress(total: nil, isVisible: Terminal.isTerminal(2))
    let reply: ArchiveReply
    do throws(ClientError) {
      defer { progress.finish() }
      reply = try connection.export(request, to: destination.descriptor) {
        progress.update($0.bytes)
      }
    } catch {
      guard !Self.hasNoReader(destination.descriptor) else { throw .brokenPipe }
      throw Failure(error, of: destination.name, in: Self.name)
    }
    try destination.commit(isSensitive: true)
    Archive.report(Archive.summary(ofExport: reply), in: Self.name)
    return Archive.isIncomplete(reply) ? .data : .done
  }

  /// Whether whoever read what we write has gone.
  private static func hasNoReader(_ output: SharedDescriptor) -> Bool {
    let state = try? output.descriptor.poll(for: .writable, timeout: .zero)
    // What cannot be asked is no pipe without a reader.
    return state?.contains(.failure) == true
  }

  func destination(_ output: Output) throws(Failure) -> Destination {
    let path = path ?? []
    if path == Put.dash, output.isTerminal {
      throw Failure(
        Self.name,
        "an archive is binary, and standard output is a terminal",
        advice: "Name a file: xfer export FILE.tar",
        code: .usage
      )
    }
    guard !path.isEmpty else { throw Failure(Self.name, "the name is empty", code: .usage) }
    do throws(SystemError) {
      if try FileSystem.status(of: path)?.kind == .directory {
        throw SystemError(call: "open", code: SystemError.isDirectory)
      }
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .cannotCreate)
    }
    return try Destination(path: path, output)
  }
}
