import Arguments
import DaemonClient
import LinuxIO
import Pasteboards
import UniformTypeIdentifiers
import Wire

/// What is brought into a directory, one after the other; what fails is said, and the rest goes on.
final class Arrival {
  private let path: [UInt8]
  private let directory: TargetDirectory
  private let conflict: NameConflict
  private let paths: PathOutput
  private var progress = Progress(total: nil, isVisible: false)
  private var byteCount = 0
  /// Of all files together, where that is known.
  private var total: Int?
  /// What the first failure says to the shell.
  private(set) var code = ExitCode.done
  /// Whether everything has come.
  private(set) var isComplete = true

  /// Opens the directory, or makes it if its name ends in a slash.
  init(in path: [UInt8], onConflict conflict: NameConflict, _ paths: PathOutput) throws(Failure) {
    (self.path, self.conflict, self.paths) = (path, conflict, paths)
    do throws(SystemError) {
      if try FileSystem.status(of: path) == nil {
        try FileSystem.makeDirectory(path, permissions: 0o777)
      }
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .cannotCreate)
    }
    do throws(FileTransferError) {
      directory = try TargetDirectory(path)
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .cannotCreate)
    }
  }

  /// Copies or moves files.
  func take(_ references: [FileReference], isMoved: Bool) throws(Failure) {
    progress = Progress(total: nil, isVisible: Terminal.isTerminal(2))
    if references.count > 1, progress.isVisible { total = FileSizes.total(of: references) }
    for reference in references { try take(reference, isMoved: isMoved) }
  }

  private func take(_ reference: FileReference, isMoved: Bool) throws(Failure) {
    guard case .local(let source) = reference else {
      return note(Get.elsewhere(reference.uri))
    }
    guard let name = reference.name, !name.isEmpty else {
      return note(Failure(Word.shown(source), "it has no name", code: .noInput))
    }
    let outcome: FileTransfer.Outcome
    do throws(FileTransferError) {
      // What one directory holds is counted first, where somebody sees how much is left.
      let transfer = FileTransfer(
        source,
        into: directory,
        as: choice(name),
        isMoved ? .move : .copy,
        measures: progress.isVisible && total == nil
      )
      outcome = try run(transfer)
    } catch {
      return note(failure(error, of: source))
    }
    byteCount += outcome.byteCount
    noteLeftOut(of: outcome, from: source)
    if isMoved, outcome.sourceIsKept { isComplete = false }
    try say(outcome.name, of: name, uri: reference.uri)
  }

  /// Does a transfer step by step: whoever interrupts it finds nothing half-done.
  private func run(_ transfer: FileTransfer) throws(FileTransferError) -> FileTransfer.Outcome {
    try Interruption.holding { () throws(FileTransferError) in
      while true {
        switch try transfer.step() {
        case .finished(let outcome): return outcome
        case .copied(let count, of: let whole):
          progress.total = total ?? whole.map { byteCount + $0 }
          progress.update(byteCount + count)
        case .placing: break
        }
        guard Interruption.isPending else { continue }
        transfer.cancel()
        progress.finish()
        Interruption.deliver()
      }
    }
  }

  /// Writes content into a file that has the name that comes with it.
  func write(
    _ content: Content,
    dropsNewline: Bool,
    end: () throws -> GetReply
  ) throws(Failure) {
    progress.finish()
    let name = content.reply.fileName ?? Array("item".utf8)
    let file: UnnamedFile
    let placed: [UInt8]?
    do {
      file = try directory.newFile()
      let destination = Destination(file.descriptor, name: Word.shown(name))
      var writer = ContentWriter(to: destination, dropsNewline: dropsNewline, isForced: true)
      try writer.write(content, end: end)
      let isSensitive = content.reply.sensitive == true
      placed = try directory.place(file, as: choice(name), mode: isSensitive ? 0o600 : nil)
    } catch let error as Failure {
      return note(error)
    } catch let error as FileTransferError {
      return note(failure(error, of: name))
    } catch let error as ClientError {
      return note(Failure(error, in: Word.shown(name)))
    } catch {
      return note(Failure(Word.shown(name), "\(error)", code: .inputOutput))
    }
    try say(placed, of: name)
  }

  /// Takes away what was shown while it went on.
  func end() { progress.finish() }

  // MARK: What is said

  /// Says why something did not come.
  func note(_ failure: Failure) {
    progress.finish()
    isComplete = false
    if code == .done { code = failure.code }
    if !failure.isQuiet { Application.complain(failure.message) }
  }

  private func say(_ name: [UInt8]?, of wanted: [UInt8], uri: [UInt8]? = nil) throws(Failure) {
    guard let name else {
      isComplete = false
      progress.finish()
      return Application.complain("xfer: \(Word.shown(wanted)): skipped: the name is taken\n")
    }
    progress.finish()
    let slash = UInt8(ascii: "/")
    try paths.write(path.last == slash ? path + name : path + [slash] + name, uri: uri)
  }

  private func noteLeftOut(of outcome: FileTransfer.Outcome, from source: [UInt8]) {
    for part in outcome.leftOut {
      let place = part.path.isEmpty ? source : source + [UInt8(ascii: "/")] + part.path
      let why = "left out: \(part.error.reason)"
      note(Failure(Word.shown(place), why, code: part.error.exitCode))
    }
    let rest = outcome.leftOutCount - outcome.leftOut.count
    guard rest > 0 else { return }
    note(Failure(Word.shown(source), "\(rest) more are left out", code: .inputOutput))
  }

  private func failure(_ error: FileTransferError, of source: [UInt8]) -> Failure {
    if error.side == .source {
      return Failure(Word.shown(source), error.reason, code: error.exitCode)
    }
    let name = FileReference.local(source).name ?? source
    return Failure(
      "\(Word.shown(path)): \(Word.shown(name))",
      error.reason,
      code: error.exitCode
    )
  }

  private func choice(_ name: [UInt8]) -> NameChoice {
    NameChoice(onConflict: conflict) { FileName.numbered(name, $0) }
  }
}

/// How large files are together.
private enum FileSizes {
  /// The sum, if all are regular files that are there: a directory is not looked through for it.
  static func total(of references: [FileReference]) -> Int? {
    var total = 0
    for reference in references {
      guard case .local(let path) = reference,
        let status = try? FileSystem.status(of: path, followingLinks: false),
        status.kind == .regular
      else { return nil }
      total += status.byteCount
    }
    return total
  }
}

extension FileTransferError {
  /// Input that is missing or cannot be taken, or output that cannot be made.
  var exitCode: ExitCode {
    if case .system(let error) = cause, error.isFullDisk || error.code == SystemError.ioError {
      return .inputOutput
    }
    return side == .source ? .noInput : .cannotCreate
  }
}
