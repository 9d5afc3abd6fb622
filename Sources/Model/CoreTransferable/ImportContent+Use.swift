extension ImportContent {
  /// The bytes, read from the file if it is one.
  func data(as contentType: UTType) throws -> Data {
    switch self {
    case .data(let data, _): data
    case .file(let url, _): try FileTree.read(url, as: contentType)
    }
  }

  /// Lends `body` a file: the original where that is wanted and allowed, else a copy of its own.
  ///
  /// The copy is gone when `body` returns, throws or is cancelled, even if it does not notice.
  func withFile<Output>(
    inPlace: Bool,
    contentType: UTType,
    _ body: @Sendable (ReceivedTransferredFile) async throws -> Output
  ) async throws -> Output {
    if case .file(let url, .lent) = self {
      return try await body(ReceivedTransferredFile(file: url, isOriginalFile: false))
    }
    if case .file(let url, .original) = self, inPlace {
      return try await body(ReceivedTransferredFile(file: url, isOriginalFile: true))
    }
    let lease = FileLease()
    return try await withTaskCancellationHandler {
      defer { lease.remove() }
      let file = try copy(in: lease, contentType: contentType)
      return try await body(ReceivedTransferredFile(file: file, isOriginalFile: false))
    } onCancel: {
      lease.remove()
    }
  }

  private func copy(in lease: FileLease, contentType: UTType) throws -> URL {
    switch self {
    case .data(let data, let suggestion):
      let name = FileName.named(suggestion.flatMap(FileName.safe) ?? "data", for: contentType)
      return try lease.add(name) { try data.write(to: $0) }
    case .file(let url, _):
      let name = FileName.safe(url.lastPathComponent) ?? "file"
      return try lease.add(name) { try FileTree.copy(url, to: $0) }
    }
  }
}
