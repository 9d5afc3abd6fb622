internal import LinuxIO
internal import Pasteboards
internal import Wire

extension Intake {
  /// Returns when the content that is in files would survive a power failure.
  func synchronize(_ entry: Entry) throws(PasteboardError) {
    for representation in entry.items.flatMap(\.representations) where !representation.isDerived {
      try synchronize(representation.payload)
    }
  }

  func synchronize(_ payload: Payload) throws(PasteboardError) {
    guard case .file(let file as FilePayload) = payload.kept, let disk = file.onDisk else { return }
    do throws(SystemError) {
      try disk.synchronize()
    } catch {
      throw PasteboardError(storing: error)
    }
  }
}

extension Entry {
  /// Whether any of it is in a file, which must be synced before it counts as kept.
  var hasFiles: Bool {
    items.contains { item in
      item.representations.contains { representation in
        if case .file = representation.payload.kept { !representation.isDerived } else { false }
      }
    }
  }
}

extension FilePayload: NameableFile {
  func link(to path: [UInt8]) throws(PayloadFailure) {
    guard let disk = onDisk else { throw PayloadFailure(reason: "it is to touch no disk") }
    do {
      try disk.name(path)
      // Some file systems log nothing of a file as long as it has no name, whatever was synced then.
      try disk.synchronize()
    } catch {
      throw PayloadFailure(reason: error.description)
    }
  }
}
