internal import Glibc

/// The descriptors that every process is born with, for text that may get lost.
///
/// Source: stdin(3). Swift 6 refuses C's `stderr`, which is a mutable global.
public struct StandardStream: Sendable {
  private let number: CInt

  /// Descriptor 1.
  public static let output = StandardStream(number: 1)
  /// Descriptor 2.
  public static let error = StandardStream(number: 2)

  /// Writes bytes; what cannot be written is dropped, since there is nobody to tell.
  public func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(number, piece.baseAddress, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Writes text.
  public func write(_ text: String) { write(Array(text.utf8)) }
}
