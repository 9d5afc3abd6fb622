import Arguments
import DaemonClient
import LinuxIO
import Pasteboards
import Wire

// `xfer get --files`, and what is common to all that is about files.
extension Get {
  /// The files that are on offer, and the items that are none.
  struct Files {
    let reply: FilesReply
    let references: [FileReference]
  }

  func files(_ connection: DaemonConnection) throws(Failure) -> Files {
    var request = FilesRequest(board: board)
    request.entry = entry?.text
    request.item = item
    request.timeout = timeout?.milliseconds
    do throws(ClientError) {
      let (reply, list) = try connection.files(request)
      guard let list else { return Files(reply: reply, references: []) }
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try list.descriptor.readToEnd(limit: 256 << 20)
      } catch {
        throw ClientError.invalidAnswer(reason: "the list of files: \(error.reason)")
      }
      let files = FileList(uriList: bytes, hostNames: HostName.names)
      return Files(reply: reply, references: files.references)
    } catch {
      throw Failure(error, in: subject)
    }
  }

  /// Prints where the files are.
  func printFiles(in session: Session) throws(Failure) -> ExitCode {
    let files = try files(try session.connect())
    let paths = PathOutput(session.output, endsWithNUL: endsWithNUL, isJSON: isJSON)
    var code = ExitCode.done
    for reference in files.references {
      switch reference {
      case .local(let path): paths.add(path, uri: reference.uri)
      case .other(let uri):
        code = .nothing
        Application.complain(Self.elsewhere(uri).message)
      }
    }
    try paths.flush()
    guard !files.references.isEmpty else {
      throw Failure(subject, "there are no files", code: .nothing)
    }
    return code
  }

  /// A file that is not here.
  static func elsewhere(_ uri: [UInt8]) -> Failure {
    Failure(Word.shown(uri), "this is no file of this machine", code: .noInput)
  }

  /// What an error is about that has no subject of its own.
  var subject: String { entry?.text ?? board.map(shown) ?? "clipboard" }
}

/// Prints paths: exact bytes for programs, one line each for people.
final class PathOutput {
  private let output: Output
  private var waiting: [UInt8] = []
  private let endsWithNUL: Bool
  private let isJSON: Bool

  init(_ output: Output, endsWithNUL: Bool, isJSON: Bool) {
    (self.output, self.endsWithNUL, self.isJSON) = (output, endsWithNUL, isJSON)
  }

  /// Says where a file is, when it is written next; `uri` is the one that it was had by.
  func add(_ path: [UInt8], uri: [UInt8]? = nil) {
    if isJSON {
      waiting += Rendering.json(PathLine(path, uri: uri)) ?? []
    } else if endsWithNUL {
      waiting += path + [0]
    } else if output.isTerminal {
      waiting += Array((visible(String(decoding: path, as: UTF8.self)) + "\n").utf8)
    } else {
      waiting += path + [UInt8(ascii: "\n")]
    }
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Writes what was said.
  func flush() throws(Failure) {
    guard !waiting.isEmpty else { return }
    defer { waiting = [] }
    try output.write(waiting)
  }
}

/// A path as JSON.
private struct PathLine: Encodable {
  let path: String
  /// The bytes of a path that is no UTF-8.
  let encodedPath: String?
  let uri: String?

  init(_ path: [UInt8], uri: [UInt8]?) {
    self.path = String(decoding: path, as: UTF8.self)
    encodedPath = PercentEncoding.encodeUnlessText(path)
    self.uri = uri.map { String(decoding: $0, as: UTF8.self) }
  }
}
