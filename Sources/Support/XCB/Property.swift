internal import CXCB

/// A value read from a window's property, or a piece of one; it owns the server's reply.
///
/// Source: X11 protocol, GetProperty.
public struct Property: ~Copyable {
  private let reply: Reply<xcb_get_property_reply_t>

  /// The type of the value; ``Atom/none`` if the window has no such property.
  public let type: Atom
  /// Bits of an item: 8, 16 or 32; 0 if the window has no such property.
  public let format: UInt8
  /// How many bytes of the value lie after this piece; all of them if the type did not match.
  public let bytesAfter: Int
  /// How many bytes of the value are in this piece.
  public let byteCount: Int

  init(_ reply: consuming Reply<xcb_get_property_reply_t>) {
    let body = reply.body
    type = Atom(rawValue: body.type)
    format = body.format
    bytesAfter = Int(body.bytes_after)
    let itemSize = [8: 1, 16: 2, 32: 4][body.format] ?? 0
    byteCount = max(0, min(Int(body.value_len) * itemSize, reply.byteCount - 32))
    self.reply = reply
  }

  /// Whether the window has the property at all.
  public var exists: Bool { type != .none }

  /// Lends the bytes of this piece, in the host's byte order for formats 16 and 32.
  public func withBytes<Result, Failure: Error>(
    _ read: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reply.withBytes(from: 32, count: byteCount, read)
  }

  /// A copy of the bytes.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The items of a format-32 value, `nil` for any other format.
  public var words: [UInt32]? {
    guard format == 32 else { return nil }
    return withBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }
}
