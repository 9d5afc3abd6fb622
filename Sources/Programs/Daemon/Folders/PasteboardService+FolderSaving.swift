internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import Store
internal import UniformTypeIdentifiers
internal import Wire

// What is put on a board that is bound to a folder becomes files there.
extension PasteboardService {
  /// Saves what somebody put on a board in the folders that are bound to it; nobody waits for that.
  func saveInFolders(_ entry: Entry, on board: BoardName) {
    // What is secret touches no disk.
    guard !entry.isSensitive else { return }
    for (path, facts) in folders.facts where facts.folder.board == board {
      // Such as what is another folder as well, which saves it.
      if case .failed(let reason) = facts.state {
        folders.facts[path]?.refuse(entry.id, called: EntryText(of: entry).title, reason)
        continue
      }
      // Also after a restart, if that comes first.
      folders.facts[path]?.unsaved.append(entry.id)
      noteSaves(in: path)
      loop.task(in: self) { await $0.save(entry, in: path) }
    }
  }

  /// Goes on with what an earlier daemon had no time to save.
  func resumeSaving(in path: [UInt8]) async {
    for id in folders.facts[path]?.unsaved ?? [] {
      do {
        if let entry = try await history.entry(id)?.entry {
          await save(entry, in: path)
        } else {
          // It was there for a time only, or is removed.
          folders.facts[path]?.unsaved.removeAll { $0 == id }
          noteSaves(in: path)
        }
      } catch {
        folders.facts[path]?.refuse(id, called: "entry \(id)", "\(error)")
      }
    }
  }

  /// Saves what somebody brought to a board from another one.
  func saveInFolders(_ ids: [Entry.ID], on board: BoardName) async {
    guard folders.facts.values.contains(where: { $0.folder.board == board }) else { return }
    for id in ids {
      // What was removed meanwhile is not wanted any more.
      guard let entry = (try? await history.entry(id))?.entry else { continue }
      saveInFolders(entry, on: board)
    }
  }

  private func save(_ entry: Entry, in path: [UInt8]) async {
    await takeTurn(.folder(path))
    defer { turns.give(.folder(path)) }
    guard let facts = folders.facts[path], let watcher = folders.watcher,
      // Not twice, and not in what was bound to another board since.
      facts.unsaved.contains(entry.id)
    else { return }
    let folder = facts.folder
    let failures = await folderIntake.save(entry, in: folder) { identity in
      await watcher.expect(identity, in: path)
    }
    folders.facts[path]?.unsaved.removeAll { $0 == entry.id }
    noteSaves(in: path)
    for failure in failures {
      let line = "what was put on \(folder.board) could not be saved in \(folder.name): \(failure)"
      log.write(.error, line)
    }
    if !failures.isEmpty, folders.facts[path]?.binding === facts.binding {
      let title = EntryText(of: entry).title
      let reason = failures.joined(separator: "; ")
      folders.facts[path]?.refuse(entry.id, called: title, reason)
    }
    if configuration.notify.drops { announce(.failed(failures, in: folder.name)) }
  }
}

extension Intake {
  /// Told of each file before it has its name: which one it is.
  typealias Expecting = @Sendable (FileIdentity) async -> Void

  /// Saves each item of an entry as a file, and answers what failed.
  fileprivate func save(
    _ entry: Entry,
    in folder: DropFolder,
    _ expect: Expecting
  ) async -> [String] {
    let directory: TargetDirectory
    do throws(FileTransferError) {
      directory = try TargetDirectory(folder.path)
    } catch {
      return [error.reason]
    }
    var failures: [String] = []
    for item in entry.items {
      do {
        if let files = OfferedFiles(item) {
          for uri in files.uris {
            let reference = FileReference(uri: uri[...], hostNames: HostName.names)
            do {
              try await save(reference, in: directory, of: folder, expect)
            } catch {
              // The others are saved nevertheless.
              failures.append("\(reference.text): \(Self.reason(of: error))")
            }
          }
        } else {
          try await save(item, of: entry, in: directory, folder, expect)
        }
      } catch {
        failures.append(Self.reason(of: error))
      }
    }
    return failures
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as FileTransferError: error.reason
    case let error as PasteboardError: error.cause
    case let error as PayloadFailure: error.reason
    default: "\(error)"
    }
  }

  private func save(
    _ reference: FileReference,
    in directory: TargetDirectory,
    of folder: DropFolder,
    _ expect: Expecting
  ) async throws {
    guard case .local(let source) = reference, let name = reference.name else {
      throw PayloadFailure(reason: "it is no file of this machine")
    }
    // What lies there already is a file there.
    var place = source
    while place.count > 1, place.last == UInt8(ascii: "/") { place.removeLast() }
    place.removeLast(min(name.count, place.count - 1))
    guard try FileSystem.status(of: place)?.identity != directory.identity else { return }
    let transfer = FileTransfer(source, into: directory, as: .numbered(name), .copy)
    while true {
      switch try transfer.step() {
      case .copied: break
      case .placing(let identity): await expect(identity)
      case .finished(let outcome):
        guard let first = outcome.leftOut.first else { return }
        throw first.error
      }
      await loop.giveTurn()
    }
  }

  private func save(
    _ item: Item,
    of entry: Entry,
    in directory: TargetDirectory,
    _ folder: DropFolder,
    _ expect: Expecting
  ) async throws {
    let kept = item.representations.filter { $0.payload.kept != nil && !$0.isDerived }
    guard let best = Choice.candidatesForFile(among: kept.map(\.type)).first else {
      throw PayloadFailure.notMade
    }
    let file = try directory.newFile()
    try await forEachPiece(of: kept[best].payload) { (piece) throws(PasteboardError) in
      do throws(SystemError) {
        try file.descriptor.descriptor.writeAll(piece)
      } catch {
        throw PasteboardError(storing: error)
      }
    }
    await expect(try file.descriptor.descriptor.status().identity)
    let name = folder.fileName(of: item, in: entry, as: kept[best].type)
    _ = try directory.place(file, as: .numbered(name))
  }
}

extension NameChoice {
  /// `name`, else `name (2)` and so on.
  fileprivate static func numbered(_ name: [UInt8]) -> NameChoice {
    NameChoice(onConflict: .rename) { FileName.numbered(name, $0) }
  }
}

extension DropFolder {
  /// What a file of an item is called, by the template if there is one.
  fileprivate func fileName(of item: Item, in entry: Entry, as type: UTType) -> [UInt8] {
    let title = FileTitle(of: entry, [item])
    guard let template else { return title.name(for: type) }
    let time = LocalTime(secondsSince1970: Int64(entry.time))
    return template.name(for: type) { field in
      switch field {
      case .date: time?.date ?? ""
      case .time: time?.clock ?? ""
      case .title: FileTitle(of: entry.with(items: [item.withoutName]), [item.withoutName]).text
      case .name: title.text
      case .typeExtension: FileName.suffix(for: type) ?? "data"
      }
    }
  }
}

extension LocalTime {
  fileprivate var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

  fileprivate var clock: String { "\(Self.two(hour))-\(Self.two(minute))-\(Self.two(second))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Item {
  fileprivate var withoutName: Item { Item(representations: representations) }
}
