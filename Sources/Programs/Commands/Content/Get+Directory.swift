import Arguments
import DaemonClient
import LinuxIO
import Pasteboards
import UniformTypeIdentifiers
import Wire

// `xfer get -o DIR`
extension Get {
  /// Whether what is wanted goes into a directory, under names of its own.
  var wantsDirectory: Bool {
    guard let path, path != Put.dash, !path.isEmpty else { return false }
    // What cannot be looked at is told of when it is written.
    let status = (try? FileSystem.status(of: path)) ?? nil
    return path.last == UInt8(ascii: "/") || status?.kind == .directory
  }

  /// Brings all that is on offer into a directory, and prints the paths.
  func fill(_ path: [UInt8], in session: Session) throws(Failure) -> ExitCode {
    let connection = try session.connect()
    // What is wanted as a certain type is content, and not the files that it may be about.
    let files = types.isEmpty ? try files(connection) : nil
    let paths = PathOutput(session.output, endsWithNUL: endsWithNUL, isJSON: isJSON)
    let arrival = try Arrival(in: path, onConflict: onConflict?.conflict ?? .rename, paths)
    defer { arrival.end() }
    if let files { try arrival.take(files.references, isMoved: files.reply.cut) }
    let contents: [Int?] = files?.reply.contents ?? [item]
    for number in contents { try take(number, connection, into: arrival) }
    if let reply = files?.reply, reply.cut, arrival.isComplete, item == nil {
      try useUp(reply, connection)
    }
    return arrival.code
  }

  /// Writes one content into a file of its own.
  private func take(
    _ number: Int?,
    _ connection: DaemonConnection,
    into arrival: Arrival
  ) throws(Failure) {
    var request = request
    request.item = number
    request.named = true
    let content: Content
    do {
      content = try connection.get(request)
    } catch {
      return arrival.note(Failure(error, in: subject))
    }
    try arrival.write(content, dropsNewline: dropsNewline) { try connection.end(of: content) }
    if let line = Self.replacement(content.reply) { Application.complain(line) }
  }

  /// Files that were cut have been moved: nobody finds them where they were.
  private func useUp(_ reply: FilesReply, _ connection: DaemonConnection) throws(Failure) {
    var request = ClearRequest(board: board)
    request.changeCount = reply.changeCount
    do {
      _ = try connection.clear(request)
    } catch {
      throw Failure(error, in: subject)
    }
  }
}
