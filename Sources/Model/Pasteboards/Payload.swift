/// Where the bytes of a representation are.
public enum Payload: Sendable {
  /// In memory; for small content.
  case inline([UInt8])
  /// In a file that is read piece by piece and never held in memory whole.
  case file(any PayloadFile)
  /// Nowhere until somebody asks; then where the kept promise says.
  case promised(any PromisedPayload)

  /// Content of so many bytes or fewer is held in memory and stored in a row, larger content is in a file.
  public static let inlineLimit = 16 * 1024

  /// The number of bytes; `nil` while the content is not made.
  public var byteCount: Int? {
    switch self {
    case .inline(let bytes): bytes.count
    case .file(let file): file.byteCount
    case .promised(let promise): promise.kept?.byteCount
    }
  }

  /// Whether it was made when somebody asked, or will be.
  public var isPromise: Bool {
    if case .promised = self { true } else { false }
  }

  /// The content that is there, which is no promise; `nil` while it is not made.
  public var kept: Payload? {
    guard case .promised(let promise) = self else { return self }
    return promise.kept
  }

  /// What must be asked before the content is there; `nil` if it is, or never will be.
  public var openPromise: (any PromisedPayload)? {
    guard case .promised(let promise) = self, promise.kept == nil, promise.failure == nil
    else { return nil }
    return promise
  }

  /// Whether it is this promise that it waits for, or waited.
  public func isPromised(by promise: any PromisedPayload) -> Bool {
    guard case .promised(let own) = self else { return false }
    return own === promise
  }

  /// Why the content will never be there; `nil` if it is, or may come.
  public var failure: PayloadFailure? {
    guard case .promised(let promise) = self else { return nil }
    return promise.failure
  }

  /// Copies bytes from `offset` on into `buffer` and says how many; 0 only at or after the end.
  ///
  /// - Throws: Also when the content is not made yet.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int {
    switch self {
    case .file(let file): return try file.read(into: buffer, at: offset)
    case .inline(let bytes):
      guard offset >= 0, offset < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<(offset + count)])
      return count
    case .promised(let promise):
      guard let kept = promise.kept else { throw promise.failure ?? .notMade }
      return try kept.read(into: buffer, at: offset)
    }
  }
}

/// Content in a file, as the model sees it: a length, and bytes at an offset.
///
/// The content never changes while anybody holds the file; what is still being made gets longer.
public protocol PayloadFile: AnyObject, Sendable {
  /// The number of bytes.
  var byteCount: Int { get }

  /// Copies bytes from `offset` on into `buffer` and says how many; 0 only at or after the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(PayloadFailure) -> Int
}

/// A payload could not be read; `reason` says why, without any of its content.
public struct PayloadFailure: Error, Sendable, Equatable {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  /// The content is promised, and nobody asked for it yet.
  public static let notMade = PayloadFailure(reason: "it is not made yet")
}
