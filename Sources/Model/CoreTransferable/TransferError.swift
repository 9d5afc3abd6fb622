/// Why something could not be sent or received.
///
/// Nothing of what was to be transferred is in an error or its description.
///
/// Source: Apple's `NSItemProvider.ErrorCode` for the first four.
public enum TransferError: Error, Sendable {
  /// There is no representation of a wanted type; no wish is an empty list.
  case itemUnavailable(wanted: [UTType], offered: [UTType])
  /// The content is not of the kind that was asked for, such as a directory instead of bytes.
  case unexpectedValueClass(UTType)
  /// A value of the named Swift type cannot be made from any of the types that are offered.
  case unavailableCoercion(to: String, offered: [UTType])
  /// A program answered with neither content nor an error.
  case unknown(UTType)

  /// Every representation that could have served failed; in the order in which they were tried.
  case failed([Failure])
  /// Nobody has declared the type. `parent` is what a declaration should name it to conform to.
  case undeclared(UTType, parent: UTType)
  /// The data does not fit; `path` leads to what is wrong, as in `tickets.3.key`, and is empty for
  /// the whole.
  case invalid(type: UTType, path: String, reason: String)
  /// No answer came in time.
  case timedOut(UTType, after: Duration)
  /// The condition of a proxy's representation is not fulfilled.
  case withheld(UTType)
  /// The type is a proxy of itself, at once or through others.
  case cyclicProxy(String)
  /// The representation of the named Swift type is one of another type.
  case foreignRepresentation(String)
  /// A file could not be read, copied or written.
  case file(FileProblem)

  /// One representation that failed, and why.
  public struct Failure: Sendable {
    /// The type of the representation.
    public let contentType: UTType
    /// As it was thrown.
    public let error: any Error
  }

  /// What is wrong with a file.
  public enum FileProblem: Sendable, Hashable {
    /// It is neither a regular file nor a directory.
    case notAFile
    /// Its name is not UTF-8, so that it cannot be reached through a `URL`.
    case unreachableName
    /// The directory to write to is the one that is to be written, or in it.
    case inItself
  }
}

/// The name that Apple's errors bear.
public typealias TransferableSupportError = TransferError

extension TransferError {
  /// What a decoder found wrong, without the values that its own descriptions may quote.
  ///
  /// Foundation's decoder does not say where data ceases to be JSON: with `byteCount`, the error at
  /// least tells data that was cut off.
  init(_ error: DecodingError, decoding contentType: UTType, byteCount: Int? = nil) {
    let path: [any CodingKey]
    let reason: String
    switch error {
    case .keyNotFound(let key, let context):
      path = context.codingPath + [key]
      reason = "is missing"
    case .valueNotFound(let type, let context):
      path = context.codingPath
      reason = "is null, not of type \(type)"
    case .typeMismatch(let type, let context):
      path = context.codingPath
      reason = "is not of type \(type)"
    case .dataCorrupted(let context):
      path = context.codingPath
      let size = byteCount.map { "; it has \($0) byte\($0 == 1 ? "" : "s")" } ?? ""
      reason = path.isEmpty ? "cannot be decoded" + size : "has a value that does not fit"
    @unknown default:
      path = []
      reason = "cannot be decoded"
    }
    self = .invalid(type: contentType, path: Self.dotted(path), reason: reason)
  }

  private static func dotted(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
