internal import CLinux

/// Memory for one piece of content, used again and again: fresh pages cost more than the copying.
///
/// It is wiped in the end, since the content may have been a secret.
public final class PieceRoom {
  public let bytes: UnsafeMutableRawBufferPointer

  public init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 4096)
  }

  /// Overwrites a piece that was a secret.
  public func wipe(_ count: Int) {
    if let start = bytes.baseAddress { clinux_wipe(start, min(count, bytes.count)) }
  }

  deinit {
    if let start = bytes.baseAddress { clinux_wipe(start, bytes.count) }
    bytes.deallocate()
  }
}
