/// Content for transfers, the same in every run.
enum Samples {
  /// The sizes at which something changes: thresholds, piece sizes, request sizes and their neighbours.
  static let sizes: [Int] = {
    let edges = [4000, 65536, 262_144, 393_216, 1 << 20, (16 << 20) - 28]
    return [0, 1] + edges.flatMap { [$0 - 1, $0, $0 + 1] } + [17 << 20, 64 << 20]
  }()

  /// Bytes of every value, NUL among them, that no alignment error keeps in order.
  static func bytes(_ count: Int) -> [UInt8] {
    generate(count) { UInt8(truncatingIfNeeded: $0 >> 33) }
  }

  /// UTF-8 text without NUL or carriage return, of exactly so many bytes.
  static func text(_ count: Int) -> [UInt8] {
    let letters = Array("abcdefghij klmnopqrstuvwxyz.,-XY\n".utf8)
    var text = generate(count) { letters[Int(($0 >> 33) % UInt64(letters.count))] }
    // Letters of two and three bytes at the front, where that many bytes are wanted.
    let front = Array("grüß €uch ".utf8)
    if count > front.count { text.replaceSubrange(0..<front.count, with: front) }
    return text
  }

  private static func generate(_ count: Int, _ byte: (UInt64) -> UInt8) -> [UInt8] {
    // A prime period, so that no power of two repeats it.
    let period = min(count, 65_521)
    var state = UInt64(count) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let pattern = (0..<period).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return byte(state)
    }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    while all.count < count { all += pattern.prefix(count - all.count) }
    return all
  }
}
