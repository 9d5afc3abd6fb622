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
  /// What has come under which names, where files are replaced: nothing of the same list replaces it.
  private var taken: Set<[UInt8]> = []
  /// Of what was cut: how many have come, and the first that was not there, and how many were not.
  private var movedCount = 0
  private var gone: (first: [UInt8], count: Int)?
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
      // Another one may have made it, and what else is there is told of when it is opened.
      guard error.code == SystemError.exists else {
        throw Failure(Word.shown(path), error.reason, code: .cannotCreate)
      }
    }
    do throws(FileTransferError) {
      directory = try TargetDirectory(path)
    } catch {
      throw Failure(Word.shown(path), error.reason, code: .cannotCreate)
    }
  }

  // MARK: Files

  /// A file on its way.
  private struct Transfer {
    let reference: FileReference
    let source: [UInt8]
    let name: [UInt8]
    let steps: FileTransfer
  }

  /// Copies or moves files; whoever interrupts that finds nothing half-done.
  func take(_ references: [FileReference], isMoved: Bool) throws(Failure) {
    progress = Progress(total: nil, isVisible: Terminal.isTerminal(2))
    if references.count > 1, progress.isVisible { total = FileSizes.total(of: references) }
    var rest = references[...]
    var transfer: Transfer?
    while !rest.isEmpty || transfer != nil {
      var now = MonotonicTime.now
      var asked = now
      let end = now + Self.turn
      // Held for many files at once: to hold them for each would take as long as a small file.
      Interruption.holding {
        while now < end, !rest.isEmpty || transfer != nil {
          if transfer == nil, let next = rest.popFirst() { transfer = begin(next, isMoved) }
          if let current = transfer, !goesOn(current, isMoved) { transfer = nil }
          now = MonotonicTime.now
          // Some steps take no longer than to ask.
          guard now - asked > .milliseconds(1) else { continue }
          asked = now
          guard Interruption.isPending else { continue }
          transfer?.steps.cancel()
          (transfer, rest) = (nil, [])
          return progress.finish()
        }
      }
      // A signal has ended us by now; and no reader that rests keeps one from that.
      if paths.isWaiting { progress.finish() }
      try paths.flush()
    }
    noteGone()
  }

  /// As long as signals may wait.
  private static let turn = Duration.milliseconds(50)

  private func begin(_ reference: FileReference, _ isMoved: Bool) -> Transfer? {
    guard case .local(let source) = reference else {
      note(Get.elsewhere(reference.uri))
      return nil
    }
    guard let name = reference.name, !name.isEmpty else {
      note(Failure(Word.shown(source), "it has no name", code: .noInput))
      return nil
    }
    let steps = FileTransfer(
      source,
      into: directory,
      as: choice(name),
      isMoved ? .move : .copy,
      // What one directory holds is counted first, where somebody sees how much is left.
      measures: progress.isVisible && total == nil
    )
    return Transfer(reference: reference, source: source, name: name, steps: steps)
  }

  /// Does one step; `false` after the last.
  private func goesOn(_ transfer: Transfer, _ isMoved: Bool) -> Bool {
    do throws(FileTransferError) {
      switch try transfer.steps.step() {
      case .finished(let outcome):
        end(transfer, outcome, isMoved)
        return false
      case .copied(let count, of: let whole):
        progress.total = total ?? whole.map { byteCount + $0 }
        progress.update(byteCount + count)
      case .placing: break
      }
      return true
    } catch {
      if isMoved, error.isOfMissingSource {
        gone = (gone?.first ?? transfer.source, (gone?.count ?? 0) + 1)
      } else {
        note(failure(error, of: transfer.source))
      }
      return false
    }
  }

  /// Says what was cut and is not there: an earlier paste has moved it, or nobody will find it.
  ///
  /// Where the rest has come, the cut is used up all the same.
  private func noteGone() {
    guard let gone else { return }
    let wasComplete = isComplete
    let others = gone.count == 1 ? "" : ", and \(gone.count - 1) more"
    let why = "was cut and is there no more\(others): moved before, or removed"
    note(Failure(Word.shown(gone.first), why, code: .noInput))
    isComplete = wasComplete && movedCount > 0
  }

  private func end(_ transfer: Transfer, _ outcome: FileTransfer.Outcome, _ isMoved: Bool) {
    byteCount += outcome.byteCount
    noteLeftOut(of: outcome, from: transfer.source)
    if isMoved, outcome.sourceIsKept { isComplete = false }
    if isMoved, outcome.name != nil { movedCount += 1 }
    say(outcome.name, of: transfer.name, uri: transfer.reference.uri)
  }

  // MARK: Content

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
    say(placed, of: name)
    try paths.flush()
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

  private func say(_ name: [UInt8]?, of wanted: [UInt8], uri: [UInt8]? = nil) {
    guard let name else {
      isComplete = false
      progress.finish()
      return Application.complain("xfer: \(Word.shown(wanted)): skipped: the name is taken\n")
    }
    if conflict == .replace { taken.insert(name) }
    let slash = UInt8(ascii: "/")
    paths.add(path.last == slash ? path + name : path + [slash] + name, uri: uri)
  }

  private func noteLeftOut(of outcome: FileTransfer.Outcome, from source: [UInt8]) {
    for part in outcome.leftOut {
      let place = part.path.isEmpty ? source : source + [UInt8(ascii: "/")] + part.path
      let why = (part.isCopied ? "copied, and still there: " : "left out: ") + part.error.reason
      note(Failure(Word.shown(place), why, code: part.error.exitCode))
    }
    let rest = outcome.leftOutCount - outcome.leftOut.count
    if rest > 0 {
      note(Failure(Word.shown(source), "\(rest) more are left out", code: .inputOutput))
    }
    if outcome.sourceIsKept, outcome.leftOut.contains(where: { !$0.isCopied }) {
      let why = "copied, and still there: a part of it was left out"
      note(Failure(Word.shown(source), why, code: .inputOutput))
    }
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
    let conflict = taken.contains(name) ? .rename : conflict
    return NameChoice(onConflict: conflict) { FileName.numbered(name, $0) }
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
  fileprivate var isOfMissingSource: Bool {
    guard side == .source, case .system(let error) = cause else { return false }
    return error.code == SystemError.notFound
  }

  /// Input that is missing or cannot be taken, or output that cannot be made.
  var exitCode: ExitCode {
    if case .system(let error) = cause, error.isFullDisk || error.code == SystemError.ioError {
      return .inputOutput
    }
    return side == .source ? .noInput : .cannotCreate
  }
}
