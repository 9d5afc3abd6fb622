/// What travels: bytes, or a file.
package enum TransferContent: Sendable {
  case data(Data)
  /// A file; `allowsOriginal` says whether the receiver may have it itself instead of a copy.
  case file(URL, allowsOriginal: Bool)
}

/// One representation of a value that can be sent: lazily, and never twice for one call.
package struct ExportRoute: Sendable {
  package let contentType: UTType
  package let isFile: Bool
  package let load: @Sendable () async throws -> TransferContent
}
