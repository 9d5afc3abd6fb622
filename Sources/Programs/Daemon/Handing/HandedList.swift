internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers
internal import Wire

/// The address of a file that was made of content, as a list of one; the file is there as long as this is.
final class HandedList: PayloadFile {
  private let list: Payload
  private let file: [UInt8]
  /// The file as it was made.
  private let version: FileVersion?
  private let place: HandedPlace
  let byteCount: Int

  init(of file: [UInt8], in place: HandedPlace) throws(SystemError) {
    let bytes = FileList(paths: [file]).uriList
    (list, byteCount, self.file, self.place) = (.inline(bytes), bytes.count, file, place)
    version = try FileSystem.version(of: file, followingLinks: false)
    place.hand()
  }

  /// Whether the file is there, and nobody changed it.
  var isIntact: Bool {
    // What cannot be looked at cannot be opened either.
    let now = try? FileSystem.version(of: file, followingLinks: false)
    return now != nil && now == version
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    try list.read(into: buffer, at: offset)
  }
}

extension PasteboardService {
  /// The content of an item that has a name as a file, made when a program asks for one.
  ///
  /// So it can be pasted in file managers. `nil` for what is no content, or a secret.
  func handedFile(
    of item: Item,
    _ secrecy: PayloadStorage.Secrecy = .open
  ) -> Representation? {
    // A file is for everybody what it is for one.
    let sources = item.representations.filter { !$0.isDerived && $0.visibility == .all }
    guard secrecy == .open, !item.representations.contains(where: { $0.type == .fileURL }),
      let best = Choice.candidatesForFile(among: sources.map(\.type)).first,
      let title = FileTitle(named: item)
    else { return nil }
    let source = sources[best]
    let name = title.name(for: source.type)
    let limit = configuration.limits.spool.bytes
    let promise = HandedPromise(of: source.payload) {
      self.promise(of: source) { (intake, payload, _) throws(PasteboardError) in
        try await intake.handOut(payload, as: name, limit: limit)
      }
    }
    return Representation(
      type: .fileURL,
      payload: .promised(promise),
      visibility: .others,
      isDerived: true
    )
  }
}

extension Intake {
  /// Sees to what an earlier daemon handed to other programs.
  func sweepHanded() { handed.sweep() }

  /// Writes content into a file for other programs, and answers its address.
  fileprivate func handOut(
    _ payload: Payload,
    as name: [UInt8],
    limit: Int
  ) async throws(PasteboardError) -> Payload {
    do {
      guard let place = try handed.place(for: payload.byteCount ?? 0, limit: limit) else {
        throw PasteboardError.tooLarge(what: "what is handed as files", limit: limit)
      }
      let path = place.directory + [UInt8(ascii: "/")] + name
      try await write(payload, to: path)
      return .file(try HandedList(of: path, in: place))
    } catch let error as SystemError {
      throw PasteboardError(storing: error)
    } catch let error as PasteboardError {
      throw error
    } catch {
      throw .storageFailed(reason: "\(error)")
    }
  }

  /// Returns when the file is closed, as late as some file systems set its time.
  private func write(_ payload: Payload, to path: [UInt8]) async throws {
    let file = SharedDescriptor(try FileSystem.open(path, .create))
    guard let source = try payload.reopened() else {
      return try await forEachPiece(of: payload) { (piece) throws(PasteboardError) in
        do throws(SystemError) {
          try file.descriptor.writeAll(piece)
        } catch {
          throw PasteboardError(storing: error)
        }
      }
    }
    // Never the file itself by another name: a program could write into it.
    // There may be more in it than was agreed on, such as a newline that was dropped.
    let isWhole = try source.descriptor.status().byteCount == payload.byteCount
    var copy = try ContentCopy(
      from: source,
      to: file,
      byteCount: isWhole ? nil : payload.byteCount
    )
    while case .copied = try copy.step() { await loop.giveTurn() }
  }
}
