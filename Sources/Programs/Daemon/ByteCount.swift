/// A number of bytes, written with or without a unit: `64KiB`, `10MB`, `4096`.
struct ByteCount: Sendable, Hashable, Comparable {
  /// Never negative.
  var bytes: Int

  init(_ bytes: Int) {
    self.bytes = max(0, bytes)
  }

  static func kibibytes(_ count: Int) -> ByteCount { ByteCount(count << 10) }
  static func mebibytes(_ count: Int) -> ByteCount { ByteCount(count << 20) }
  static func gibibytes(_ count: Int) -> ByteCount { ByteCount(count << 30) }

  static func < (a: ByteCount, b: ByteCount) -> Bool { a.bytes < b.bytes }

  /// From the largest; `KiB` is 1,024 bytes, `kB` is 1,000.
  private static let units: [(name: String, bytes: Int)] = [
    ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000),
    ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1_000), ("KB", 1_000), ("B", 1),
  ]
}

extension ByteCount: LosslessStringConvertible {
  init?(_ text: String) {
    let unit = ByteCount.units.first { text.hasSuffix($0.name) } ?? ("", 1)
    let digits = text.dropLast(unit.name.count)
    guard digits.allSatisfy(\.isASCIIDigit), let number = Int(digits) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
    guard !overflow else { return nil }
    self.init(bytes)
  }

  /// With the largest binary unit that says it exactly.
  var description: String {
    let unit = ByteCount.units.first {
      $0.name.hasSuffix("iB") && bytes >= $0.bytes && bytes % $0.bytes == 0
    }
    guard let unit else { return "\(bytes)B" }
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}

extension Character {
  /// Whether this is one of `0` to `9`.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
