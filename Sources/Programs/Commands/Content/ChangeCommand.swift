import Arguments
import LinuxIO
import DaemonClient
import Wire

/// A command that is run for each change, one after another.
struct ChangeCommand {
  private let words: [[UInt8]]
  private let types: [String]
  private let path: [UInt8]
  private let session: Session

  /// Finds the command, so that a slip of the finger shows at once.
  init(_ words: [[UInt8]], types: [String], _ session: Session) throws(Failure) {
    self.words = words
    self.types = types
    self.session = session
    let name = words.first ?? []
    guard let path = Self.find(name) else {
      throw Failure(Word.shown(name), "there is no such command", code: .noInput)
    }
    self.path = path
  }

  /// Runs it to its end; how it ends is its own affair.
  func run(for change: Change) throws(Failure) {
    let content = try content(of: change)
    do {
      _ = try Interruption.run { () throws(SystemError) in
        try ChildProcess.spawn(
          path,
          arguments: words,
          environment: Environment.all + variables(of: change),
          standardInput: content?.descriptor.number,
          standardOutput: 1,
          standardError: 2
        )
      }
      // The daemon feeds a stream only as long as its client is there.
      withExtendedLifetime(content) {}
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .inputOutput)
    }
  }

  private func variables(of change: Change) -> [[UInt8]] {
    [
      "XFER_BOARD=" + change.board,
      "XFER_STATE=" + ChangeState(of: change).rawValue,
      "XFER_ENTRY=" + (change.entry ?? ""),
      "XFER_TYPES=" + change.types.map(\.type).joined(separator: "\n"),
    ].map { $0.utf8.filter { $0 != 0 } }
  }

  /// A descriptor to read the content from; `nil` where there is none to be had.
  ///
  /// By the time it is asked for, the board may hold something else; the command then gets that, or
  /// nothing.
  private func content(
    of change: Change
  ) throws(Failure) -> (descriptor: SharedDescriptor, connection: DaemonConnection)? {
    guard ChangeState(of: change) == .data else { return nil }
    var request = GetRequest(types: types, board: change.board)
    request.richest = types.isEmpty ? true : nil
    request.entry = change.entry
    request.delivery = .descriptor
    let connection = try session.connect()
    do {
      switch try connection.get(request).body {
      case .file(let file), .stream(let file): return (file, connection)
      case .bytes(let bytes): return (SharedDescriptor(try Self.memory(holding: bytes)), connection)
      }
    } catch let error as ClientError {
      if case .refused = error { return nil }
      throw Failure(error, in: shown(change.board))
    } catch {
      throw Failure("watch", "\(error)", code: .inputOutput)
    }
  }

  private static func memory(holding bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = try MemoryFile.create(name: "xfer-content")
    try file.writeAll(bytes)
    try file.seek(to: 0)
    return file
  }

  /// The file that a shell would run for the word.
  private static func find(_ name: [UInt8]) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    if name.contains(slash) { return isProgram(name) ? name : nil }
    guard !name.isEmpty else { return nil }
    let directories = (Environment.value("PATH") ?? []).split(separator: UInt8(ascii: ":"))
    return directories.lazy.map { Array($0) + [slash] + name }.first(where: isProgram)
  }

  private static func isProgram(_ path: [UInt8]) -> Bool {
    // What cannot be looked at cannot be run either.
    guard let status = try? FileSystem.status(of: path) else { return false }
    return status.kind == .regular && status.mode & 0o111 != 0
  }
}
