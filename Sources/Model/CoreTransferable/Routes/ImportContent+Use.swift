extension ImportContent {
  /// The bytes, read from the file if it is one.
  func data(as contentType: UTType) throws -> Data {
    switch self {
    case .data(let data, _): data
    case .file(let url, _): try FileTree.read(url, as: contentType)
    }
  }

  /// Lends `body` a file: the original where that is wanted and allowed, else a copy.
  ///
  /// The copy is gone when `body` returns or throws.
  func withFile<Output>(
    inPlace: Bool,
    contentType: UTType,
    _ body: (ReceivedTransferredFile) async throws -> Output
  ) async throws -> Output {
    if case .file(let url, .lent) = self {
      return try await body(ReceivedTransferredFile(file: url, isOriginalFile: false))
    }
    if case .file(let url, .original) = self, inPlace {
      return try await body(ReceivedTransferredFile(file: url, isOriginalFile: true))
    }
    let lease = try FileLease()
    defer { lease.remove() }
    let file = try copy(in: lease.directory, contentType: contentType)
    return try await body(ReceivedTransferredFile(file: file, isOriginalFile: false))
  }

  private func copy(in directory: URL, contentType: UTType) throws -> URL {
    let (content, suggestedName): (TransferContent, String?) =
      switch self {
      case .data(let data, let name): (.data(data), name)
      case .file(let url, _): (.file(url, allowsOriginal: false), nil)
      }
    return try content.write(in: directory, suggestedName, for: contentType, else: "data")
  }
}
