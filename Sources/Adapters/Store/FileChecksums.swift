public import Pasteboards

/// What is known of the content of files: checksums by XXH3 with 64 bits.
public struct FileChecksums: Sendable {
  private var known: [ObjectIdentifier: UInt64] = [:]

  public init() {}

  /// The checksum of a file, which somebody holds as long as it is asked for.
  public subscript(_ file: any PayloadFile) -> UInt64? {
    get { known[ObjectIdentifier(file)] }
    set { known[ObjectIdentifier(file)] = newValue }
  }
}

extension Store {
  /// The checksums of what of an entry becomes files, for ``record(_:on:ending:isCurrent:replacing:checksums:)``.
  ///
  /// They are computed in small slices, beside everything else; there is none of what cannot be read.
  public nonisolated func checksums(of entry: Entry) async -> FileChecksums {
    guard let upkeep else { return FileChecksums() }
    var checksums = FileChecksums()
    for representation in entry.items.flatMap(\.representations) where !representation.isDerived {
      guard case .file(let file)? = representation.payload.kept,
        file.byteCount > Payload.inlineLimit, checksums[file] == nil
      else { continue }
      checksums[file] = await upkeep.checksum(of: file).map { UInt64(bitPattern: $0) }
    }
    return checksums
  }
}
