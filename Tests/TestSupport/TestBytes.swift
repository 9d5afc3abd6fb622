import Glibc
import Synchronization

/// Bytes that every test can make again from two numbers.
public enum TestBytes {
  /// A prime, so that no piece size of any program repeats at its bounds.
  private static let period = 65_521

  /// `count` bytes, all values among them, from position `offset` of the endless row of a seed.
  public static func pattern(count: Int, seed: UInt64 = 1, offset: Int = 0) -> [UInt8] {
    guard count > 0 else { return [] }
    let block = block(seed: seed)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var filled = 0
      while filled < count {
        let start = (offset + filled) % period
        let piece = min(period - start, count - filled)
        block.withUnsafeBytes { source in
          guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
          memcpy(to + filled, from + start, piece)
        }
        filled += piece
      }
      initialized = count
    }
  }

  /// Text of `count` bytes in ASCII with line ends and no NUL.
  public static func text(count: Int, seed: UInt64 = 1) -> [UInt8] {
    pattern(count: count, seed: seed).map { $0 % 61 == 0 ? 0x0A : 0x21 + $0 % 0x5E }
  }

  /// How two rows of bytes differ, `nil` if they do not; short, whatever their size.
  public static func difference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
    guard found.count == expected.count else {
      return "\(found.count) bytes instead of \(expected.count)"
    }
    let same = found.withUnsafeBytes { found in
      expected.withUnsafeBytes { expected -> Bool in
        guard let one = found.baseAddress, let two = expected.baseAddress else { return true }
        return memcmp(one, two, found.count) == 0
      }
    }
    if same { return nil }
    let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return "differ first at byte \(index ?? -1) of \(found.count)"
  }

  private static let blocks = Mutex<[UInt64: [UInt8]]>([:])

  private static func block(seed: UInt64) -> [UInt8] {
    if let known = blocks.withLock({ $0[seed] }) { return known }
    let block = makeBlock(seed: seed)
    blocks.withLock { $0[seed] = block }
    return block
  }

  private static func makeBlock(seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    return (0..<period).map { _ in
      // xorshift64
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}
