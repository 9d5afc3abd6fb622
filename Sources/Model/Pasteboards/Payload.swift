/// Where the bytes of a representation are.
public enum Payload: Sendable {
  /// In memory; for small content.
  case inline([UInt8])
  /// In a file that is read piece by piece and never held in memory whole.
  case file(any PayloadFile)

  /// The number of bytes.
  public var byteCount: Int {
    switch self {
    case .inline(let bytes): bytes.count
    case .file(let file): file.byteCount
    }
  }

  /// Copies bytes from `offset` on into `buffer` and says how many; 0 only at or after the end.
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
    }
  }
}

/// Content in a file, as the model sees it: a length, and bytes at an offset.
///
/// The content never changes while anybody holds the file.
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
public struct PayloadFailure: Error, Sendable {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}
