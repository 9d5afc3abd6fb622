internal import Glibc

/// Cuts a stream of bytes into messages that end with NUL.
///
/// Holds at most the bytes of one message that is not over its limit; each byte is looked at and
/// copied a bounded number of times, however the stream is cut.
///
/// Source: Varlink, "Service"; `https://varlink.org/Service`.
public struct MessageFramer: Sendable {
  public enum Frame: Equatable, Sendable {
    /// Without its NUL.
    case message([UInt8])
    /// The bytes went over the limit. Told once; the rest up to the next NUL is skipped.
    case tooLarge
  }

  /// The largest message that everybody must take.
  public static let maximumMessageSize = 64 << 20

  private let limit: Int
  private var partial: [UInt8] = []
  /// Whether the message that is arriving was over the limit.
  public private(set) var isSkipping = false

  public init(limit: Int = maximumMessageSize) {
    self.limit = limit
  }

  /// Takes bytes as they came and answers what they completed.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Frame] {
    var frames: [Frame] = []
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
      guard let found = memchr(base, 0, rest.count) else {
        take(rest, into: &frames)
        break
      }
      let count = UnsafeRawPointer(found) - base
      take(UnsafeRawBufferPointer(rebasing: rest[..<count]), into: &frames)
      if !isSkipping {
        frames.append(.message(partial))
        partial = []
      }
      isSkipping = false
      rest = UnsafeRawBufferPointer(rebasing: rest[(count + 1)...])
    }
    return frames
  }

  /// As ``receive(_:)-(UnsafeRawBufferPointer)``.
  public mutating func receive(_ bytes: [UInt8]) -> [Frame] {
    bytes.withUnsafeBytes { receive($0) }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, into frames: inout [Frame]) {
    guard !isSkipping else { return }
    guard bytes.count <= limit - partial.count else {
      isSkipping = true
      partial = []
      frames.append(.tooLarge)
      return
    }
    partial.append(contentsOf: bytes)
  }
}
