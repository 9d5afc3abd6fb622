extension TransferContent {
  /// The name of a file of this content: as suggested, else the file's own, else `name`.
  func fileName(_ suggested: String?, for contentType: UTType, else name: String) -> String {
    let own: String? =
      switch self {
      case .data: nil
      case .file(let file, _): file.lastPathComponent
      }
    let given = (suggested ?? own).flatMap(FileName.safe) ?? FileName.safe(name) ?? "item"
    return FileName.named(given, for: contentType)
  }

  /// Writes a new file, or a directory; a file of somebody else's is copied.
  func write(to file: URL) throws {
    switch self {
    case .data(let data): try data.write(to: file, options: .withoutOverwriting)
    case .file(let original, _): try FileTree.copy(original, to: file)
    }
  }

  /// Writes a new file of ``fileName(_:for:else:)`` in a directory where nothing is, and says where.
  func write(
    in directory: URL,
    _ suggested: String?,
    for contentType: UTType,
    else name: String
  ) throws -> URL {
    let file = directory.appending(component: fileName(suggested, for: contentType, else: name))
    do {
      try write(to: file)
      return file
    } catch {
      // The next representation may want the same name.
      FileTree.remove(file)
      throw error
    }
  }
}
