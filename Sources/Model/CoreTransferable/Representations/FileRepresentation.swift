/// Sends an item as a file, and makes one from a file; a directory is a file, too.
///
/// Source: Apple's `FileRepresentation`.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
  public typealias Body = Never

  private let exporter: Exporter<Item>?
  private let importer: Importer<Item>?

  /// Both directions.
  ///
  /// `shouldAttemptToOpenInPlace` says whether a receiver has the sender's own file if
  /// ``SentTransferredFile/allowAccessingOriginalFile`` allows that; else it has a copy.
  public init(
    contentType: UTType,
    shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    exporter = Self.exporter(contentType, shouldAttemptToOpenInPlace, exporting)
    importer = Self.importer(contentType, shouldAttemptToOpenInPlace, importing)
  }

  /// Sends only.
  ///
  /// A receiver may have the file itself if both `shouldAllowToOpenInPlace` and
  /// ``SentTransferredFile/allowAccessingOriginalFile`` say so; else it has a copy.
  public init(
    exportedContentType: UTType,
    shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    exporter = Self.exporter(exportedContentType, shouldAllowToOpenInPlace, exporting)
    importer = nil
  }

  /// Receives only.
  ///
  /// `importing` must copy or move what it wants to keep: the file that it is given is gone when it
  /// returns.
  public init(
    importedContentType: UTType,
    shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    exporter = nil
    importer = Self.importer(importedContentType, shouldAttemptToOpenInPlace, importing)
  }

  private static func exporter(
    _ contentType: UTType,
    _ allowsInPlace: Bool,
    _ exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) -> Exporter<Item> {
    Exporter(contentType: contentType, isFile: true) { item in
      let sent = try await exporting(item)
      return .file(
        sent.file,
        allowsOriginal: allowsInPlace && sent.allowAccessingOriginalFile
      )
    }
  }

  private static func importer(
    _ contentType: UTType,
    _ attemptsInPlace: Bool,
    _ importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) -> Importer<Item> {
    Importer(contentType: contentType, wantsFile: true) { content in
      try await content.withFile(inPlace: attemptsInPlace, contentType: contentType) { received in
        try await withinTimeLimit(loading: contentType) { try await importing(received) }
      }
    }
  }
}

extension FileRepresentation: PrimitiveRepresentation {
  func resolution(along path: ProxyPath) -> Resolution<Item> {
    Resolution(exporter: exporter, importer: importer)
  }
}

/// A file as its sender describes it.
///
/// Source: Apple's `SentTransferredFile`.
public struct SentTransferredFile: Sendable {
  /// Where the file is; it stays the sender's, who may remove it when it was received.
  public let file: URL
  /// Whether a receiver may read and write this very file; else it gets a copy.
  public let allowAccessingOriginalFile: Bool

  /// Sends `file`, as a copy unless the receiver may have the original.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}

/// A file as its receiver finds it.
///
/// Source: Apple's `ReceivedTransferredFile`.
public struct ReceivedTransferredFile: Sendable {
  /// Where the file is, until the importing closure ends.
  public let file: URL
  /// Whether it is the sender's own file and not a copy.
  public let isOriginalFile: Bool
}
