import CoreTransferable
import LinuxIO
import PasteboardClient

/// A Swift program that copies and pastes on our word: one command a line, one answer a line.
///
/// Words are separated by tabs. Answers are `ok` and words, or `error` and what it says.
@main
struct SwiftPeer {
  static func main() async {
    while let line = readLine() {
      var words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)[
        ...
      ]
      let verb = words.popFirst() ?? ""
      // As if `main` returned.
      if verb == "exit" { return }
      do {
        answer(["ok"] + (try await perform(verb, Array(words))))
      } catch {
        answer(["error", "\(error)"])
      }
    }
  }

  private static func answer(_ words: [String]) {
    let line = words.map { $0.replacing("\n", with: "\\n") }.joined(separator: "\t")
    StandardStream.output.write("\(line)\n")
  }

  private static func perform(_ verb: String, _ words: [String]) async throws -> [String] {
    let first = words.first ?? ""
    switch verb {
    case "copy": return try await copy(first, Array(words.dropFirst()))
    case "paste": return try await paste(first)
    case "types": return try await Pasteboard.clipboard.types.map { "\($0)" }
    case "clear":
      try await Pasteboard.clipboard.clear()
      return []
    case "load-types":
      try await Pasteboard.loadDeclaredTypes()
      return []
    case "type":
      let type = UTType(filenameExtension: first)
      return [type.map(\.identifier) ?? "", type?.localizedDescription ?? ""]
    case "keep":
      let report = await Pasteboard.keepPromises(byteLimit: Int(first) ?? .max)
      return ["\(report.keptCount)", "\(report.keptByteCount)", "\(report)"]
    case "changes": return try await changes(Int(first) ?? 1)
    case "time": return try await time()
    case "cancel": return try await cancelled()
    default: throw Unknown()
    }
  }

  private struct Unknown: Error {}

  private static func copy(_ kind: String, _ words: [String]) async throws -> [String] {
    let board = Pasteboard.clipboard
    let text = words.first ?? ""
    let receipt =
      switch kind {
      case "note": try await board.copy(Note(text: text))
      case "eager": try await board.copy(Note(text: text), eagerly: true)
      case "notes": try await board.copy(words.map { Note(text: $0) })
      case "text": try await board.copy(text)
      case "notes-once":
        try await board.copy(words.map { Note(text: $0) }, options: CopyOptions(pastes: 1))
      case "mixed": try await board.copy([Note(text: text), "plain", Picture.sample])
      case "guarded": try await board.copy(Guarded(text: text))
      case "private": try await board.copy(Private(text: text))
      case "stuck": try await board.copy(Stuck())
      case "failing": try await board.copy(Failing())
      case "file": try await board.copy(Recording(file: URL(filePath: text)))
      case "folder": try await board.copy(Folder(directory: URL(filePath: text)))
      case "undeclared": try await board.copy(Undeclared())
      case "once": try await board.copy(text, options: CopyOptions(pastes: 1))
      case "secret": try await board.copy(text, options: CopyOptions(isSensitive: true))
      case "provider": try await board.copy([ItemProvider(Note(text: text))])
      default: throw Unknown()
      }
    return [receipt.entry, "\(receipt.changeCount)"]
  }

  private static func paste(_ kind: String) async throws -> [String] {
    let board = Pasteboard.clipboard
    switch kind {
    case "text": return try await board.paste(String.self)
    case "note": return try await board.paste(Note.self).map(\.text)
    case "guarded": return try await board.paste(Guarded.self).map(\.text)
    case "private": return try await board.paste(Private.self).map(\.text)
    case "data": return try await board.paste(Data.self).map { "\($0.count)" }
    case "picture":
      return try await board.paste(Picture.self).map { String(decoding: $0.bytes, as: UTF8.self) }
    case "picture-size": return try await board.paste(Picture.self).map { "\($0.bytes.count)" }
    case "file":
      return try await board.paste(Recording.self).flatMap { recording in
        let isThere = FileManager.default.fileExists(atPath: recording.file.path)
        return [recording.file.lastPathComponent, isThere ? "there" : "gone"]
      }
    case "folder": return try await board.paste(Folder.self).map(\.directory.lastPathComponent)
    case "url": return try await board.paste(URL.self).map(\.path)
    case "results":
      return try await board.pasteResults(Note.self).map { result in
        switch result {
        case .success(let note): "+\(note.text)"
        case .failure(let error): "-\(error)"
        }
      }
    case "can": return ["\(try await board.canPaste(Note.self))"]
    default: throw Unknown()
    }
  }

  /// Answers so many changes, the first of which is how things are.
  private static func changes(_ count: Int) async throws -> [String] {
    var found: [String] = []
    for try await change in Pasteboard.clipboard.changes {
      found.append("\(change.holder) \(change.types)")
      if found.count == count { break }
      // Whoever reads knows that it can go on.
      answer(["change"])
    }
    return found
  }

  /// Microseconds of a copy and of a paste, the middle of many.
  private static func time() async throws -> [String] {
    var copies: [Duration] = []
    var pastes: [Duration] = []
    for _ in 0..<50 {
      let begin = ContinuousClock.now
      try await Pasteboard.clipboard.copy(Note(text: "n"))
      let middle = ContinuousClock.now
      _ = try await Pasteboard.clipboard.paste(Note.self)
      copies.append(middle - begin)
      pastes.append(.now - middle)
    }
    return [copies, pastes].map { "\($0.sorted()[$0.count / 2])" }
  }

  /// How long a paste takes that is cancelled after a tenth of a second.
  private static func cancelled() async throws -> [String] {
    let begin = ContinuousClock.now
    let paste = Task { try await Pasteboard.clipboard.paste(String.self) }
    try await Task.sleep(for: .milliseconds(100))
    paste.cancel()
    let result = await paste.result
    let isCancelled = if case .failure(is CancellationError) = result { true } else { false }
    return ["\(isCancelled)", "\(ContinuousClock.now - begin < .seconds(2))"]
  }
}

extension Picture {
  fileprivate static let sample = ItemSample()
}

/// Something that is no note.
struct ItemSample: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { (_: ItemSample) in Data([1, 2, 3]) }
  }
}
