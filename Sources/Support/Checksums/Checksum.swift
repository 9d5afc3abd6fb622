internal import CXXHash

/// A 64-bit checksum, fed piece by piece: tells different contents apart, not forged ones.
///
/// The value depends on the bytes alone, not on how they were cut, and is the same on every machine.
///
/// Source: xxHash's specification, XXH3 with 64 bits and no seed.
public struct Checksum: ~Copyable {
  private let state: OpaquePointer

  /// The checksum of no bytes.
  public init() {
    guard let state = XXH3_createState() else { fatalError("no memory for a checksum") }
    XXH3_64bits_reset(state)
    self.state = state
  }

  deinit {
    XXH3_freeState(state)
  }

  /// Adds bytes to those that were fed before.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    XXH3_64bits_update(state, start, bytes.count)
  }

  /// Adds bytes to those that were fed before.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The checksum of all that was fed so far; more may follow.
  public var value: UInt64 { XXH3_64bits_digest(state) }

  /// The checksum of bytes that are all there.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH3_64bits(bytes.baseAddress, bytes.count)
  }

  /// The checksum of bytes that are all there.
  public static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { of($0) }
  }
}
