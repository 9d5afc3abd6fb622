internal import CoreTransferable
internal import LinuxIO

/// What a representation gave, as a descriptor that can be passed.
struct ExportedContent {
  let descriptor: SharedDescriptor
  let byteCount: Int

  /// Bytes go into a file in memory, a file is opened; to be called where waiting is allowed.
  ///
  /// - Throws: ``PasteboardFailure/file(reason:)``
  init(_ content: TransferContent) throws {
    switch content {
    case .data(let data):
      let file = try MemoryFile.create(name: "xfer-copy")
      try data.withUnsafeBytes { try file.writeAll($0) }
      try file.seek(to: 0)
      try MemoryFile.seal(file)
      descriptor = SharedDescriptor(file)
      byteCount = data.count
    case .file(let url, _):
      let path = Array(url.path.utf8)
      // The path of a name that is not UTF-8 is empty.
      guard url.isFileURL, !path.isEmpty else {
        throw PasteboardFailure.file(reason: "it has no name in UTF-8")
      }
      // A pipe must not wait for a writer.
      descriptor = SharedDescriptor(try FileSystem.open(path, waits: false))
      let status = try descriptor.descriptor.status()
      guard status.kind == .regular else {
        throw PasteboardFailure.file(reason: "it is no regular file")
      }
      byteCount = status.byteCount
    }
  }
}
