internal import DropFolders
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// Files that landed together, on their way to become an entry.
struct Burst: Sendable {
  var files: [LandedFile]
  let path: [UInt8]
  let watermark: Watermark
  /// Of the folder in which they landed.
  let binding: FolderFacts.Binding
  /// How often it was tried to keep them.
  var attempt = 0
  /// What they were then.
  var versions: [[UInt8]: FileVersion] = [:]
}

/// What of a burst is taken.
struct LandedContent: Sendable {
  /// All files that are taken, in order of landing.
  var files: [LandedFile] = []
  /// Those whose content is kept.
  var items: [Item] = []
  /// What all these were before they were read.
  var versions: [[UInt8]: FileVersion] = [:]
  /// Those that are only referred to, since they have no content to be kept.
  var references: [LandedFile] = []
  var refused: [(name: [UInt8], reason: String)] = []
  /// Those that could not be kept for now, and why.
  private(set) var postponed: [LandedFile] = []
  private(set) var cause: String?

  mutating func postpone(_ files: [LandedFile], _ cause: String) {
    postponed += files
    self.cause = cause
  }
}

/// Why a file is not taken.
private enum Obstacle: Error {
  case refusal(String)
  /// It may be taken later.
  case failure(PasteboardError)
}

extension Intake {
  /// Sorts out what is taken, and reads what is to be kept; others have their turns in between.
  func judge(
    _ files: [LandedFile],
    in folder: DropFolder,
    _ types: InstalledTypes
  ) async -> LandedContent {
    let accepted = folder.acceptedTypes
    var landed = LandedContent()
    for file in files {
      do throws(Obstacle) {
        let before = version(of: file, in: folder)
        landed.versions[file.name] = before
        let content = try await content(of: file, in: folder, accepted, types)
        if content != nil {
          // It lands again when whoever writes it has closed it.
          guard let before, version(of: file, in: folder) == before else {
            throw .refusal("it was changed while it was read")
          }
        }
        landed.files.append(file)
        if let content { landed.items.append(content) } else { landed.references.append(file) }
      } catch {
        switch error {
        case .refusal(let reason): landed.refused.append((file.name, reason))
        case .failure(let failure): landed.postpone([file], failure.cause)
        }
      }
      await loop.giveTurn()
    }
    return landed
  }

  /// A file as an item with its content; `nil` if it is only referred to.
  ///
  /// - Throws: Why it stays where it is.
  private func content(
    of file: LandedFile,
    in folder: DropFolder,
    _ accepted: [UTType],
    _ types: InstalledTypes
  ) async throws(Obstacle) -> Item? {
    let keeps = folder.action != .link
    guard file.kind == .regular else {
      let type = file.kind == .directory ? UTType.folder : .symbolicLink
      guard accepted.isEmpty || accepted.contains(where: type.conforms(to:)) else {
        throw .refusal("a \(type.tagOrIdentifier) is not accepted")
      }
      guard folder.action != .move else {
        throw .refusal("only files can be moved into the history")
      }
      return nil
    }
    // Without a wish nobody has to know what it is.
    guard keeps || !accepted.isEmpty else { return nil }
    let path = folder.path + [UInt8(ascii: "/")] + file.name
    let opened: OpenedFile
    do throws(PayloadFailure) {
      opened = try OpenedFile(path, followingLinks: false)
    } catch {
      throw .refusal(error.reason)
    }
    guard opened.identity == file.identity else {
      throw .refusal("another file has its name by now")
    }
    let type = types.types(ofFile: file.name, .file(opened), isSecret: false).first ?? .data
    guard accepted.isEmpty || accepted.contains(where: type.conforms(to:)) else {
      throw .refusal("a \(type.tagOrIdentifier) is not accepted")
    }
    guard keeps else { return nil }
    return try await item(of: opened, called: file.name, type, in: folder)
  }

  private func item(
    of file: OpenedFile,
    called name: [UInt8],
    _ type: UTType,
    in folder: DropFolder
  ) async throws(Obstacle) -> Item {
    let content: Content
    do throws(PasteboardError) {
      let question: TextQuestion = type.conforms(to: .text) ? .form : .nothing
      content = try await take(
        file.descriptor,
        dropNewline: false,
        secrecy: .open,
        question: question
      )
    } catch {
      // A full disk has room later, and what cannot be read stays so until it is touched.
      if case .storageFailed = error { throw .failure(error) }
      throw .refusal(error.cause)
    }
    var representations: [Representation] = []
    if folder.action == .copy {
      let list = FileList(paths: [folder.path + [UInt8(ascii: "/")] + name]).uriList
      representations.append(Representation(type: .fileURL, payload: .inline(list)))
    }
    representations.append(
      Representation(type: type, payload: content.payload, textForm: content.text?.form)
    )
    return Item(representations: representations, suggestedName: name, isFileName: true)
  }

  /// Takes files away whose content is kept; those that are others by now stay, and are named.
  func remove(
    _ landed: LandedContent,
    from folder: DropFolder
  ) async -> [(name: [UInt8], reason: String)] {
    var kept: [(name: [UInt8], reason: String)] = []
    for file in landed.files {
      do throws(SystemError) {
        if let version = version(of: file, in: folder), version == landed.versions[file.name] {
          try FileSystem.remove(folder.path(of: file))
        } else {
          kept.append((file.name, "it has changed since it was taken"))
        }
      } catch {
        kept.append((file.name, error.reason))
      }
      await loop.giveTurn()
    }
    return kept
  }

  private func version(of file: LandedFile, in folder: DropFolder) -> FileVersion? {
    // One that cannot be looked at is another one.
    (try? FileSystem.version(of: folder.path(of: file), followingLinks: false)) ?? nil
  }

  /// Those that are what they were.
  func unchanged(
    _ files: [LandedFile],
    _ versions: [[UInt8]: FileVersion],
    in folder: DropFolder
  ) -> [LandedFile] {
    files.filter { file in
      version(of: file, in: folder).map { $0 == versions[file.name] } ?? false
    }
  }

  /// Whether any of them came before a time, in nanoseconds since 1970.
  func hasOlder(_ files: [LandedFile], than time: Int64, in folder: DropFolder) -> Bool {
    files.contains { file in version(of: file, in: folder).map { $0.changed <= time } ?? false }
  }

  /// Those that are not in `taken`, or have changed since.
  func files(
    _ files: [LandedFile],
    in folder: DropFolder,
    without taken: [[UInt8]: Double]
  ) -> [LandedFile] {
    files.filter { file in
      guard let time = taken[FileReference.local(folder.path(of: file)).uri],
        let version = version(of: file, in: folder)
      else { return true }
      return Double(version.changed) / 1e9 > time
    }
  }
}

extension DropFolder {
  func path(of file: LandedFile) -> [UInt8] { path + [UInt8(ascii: "/")] + file.name }
}
