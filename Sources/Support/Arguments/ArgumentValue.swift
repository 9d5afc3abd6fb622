/// A value that one word of a command line can hold.
///
/// Words are bytes, because file names are: only what has to be text is checked to be UTF-8.
public protocol ArgumentValue: Sendable, SendableMetatype {
  /// What such a word looks like, as the object of “expects”.
  static var expected: String { get }

  /// Reads a word; `nil` if it is no such value.
  init?(argument: [UInt8])
}

extension String: ArgumentValue {
  public static var expected: String { "text in UTF-8" }

  public init?(argument: [UInt8]) {
    guard let text = String(validating: argument, as: UTF8.self) else { return nil }
    self = text
  }
}

extension Array: ArgumentValue where Element == UInt8 {
  public static var expected: String { "a name" }

  public init?(argument: [UInt8]) { self = argument }
}

extension Int: ArgumentValue {
  public static var expected: String { "a number" }

  public init?(argument: [UInt8]) {
    guard argument.allSatisfy(\.isDigit), let value = Int(String(decoding: argument, as: UTF8.self))
    else { return nil }
    self = value
  }
}

extension Duration: ArgumentValue {
  public static var expected: String { "a duration such as 500ms, 45s, 10m, 2h or 7d" }

  public init?(argument: [UInt8]) {
    guard let (count, unit) = Quantity.split(argument) else { return nil }
    let milliseconds: Int? =
      switch unit {
      case "ms": 1
      case "s": 1000
      case "m": 60_000
      case "h": 3_600_000
      case "d": 86_400_000
      default: nil
      }
    guard let milliseconds else { return nil }
    let (total, overflows) = count.multipliedReportingOverflow(by: milliseconds)
    guard !overflows, total <= Quantity.longest else { return nil }
    self = .milliseconds(total)
  }
}

/// A number of bytes, said with a unit: `64KiB`, `10MB`, `512`.
public struct ByteCount: ArgumentValue, Hashable, Comparable, CustomStringConvertible {
  public let bytes: Int

  public init(_ bytes: Int) { self.bytes = bytes }

  public static var expected: String { "a size such as 512, 64KiB or 10MB" }

  public init?(argument: [UInt8]) {
    guard let (count, unit) = Quantity.split(argument) else { return nil }
    let factor: Int? =
      switch unit {
      case "", "B": 1
      case "kB", "KB": 1000
      case "MB": 1_000_000
      case "GB": 1_000_000_000
      case "TB": 1_000_000_000_000
      case "KiB": 1 << 10
      case "MiB": 1 << 20
      case "GiB": 1 << 30
      case "TiB": 1 << 40
      default: nil
      }
    guard let factor else { return nil }
    let (total, overflows) = count.multipliedReportingOverflow(by: factor)
    guard !overflows else { return nil }
    bytes = total
  }

  public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }

  /// The size as people read it: three digits at most before the point, one after it.
  public var description: String {
    var tenths = bytes
    guard bytes >= 1000 else { return "\(bytes) B" }
    for unit in ["kB", "MB", "GB", "TB"] {
      // Round where the last digit falls off, so that 999,960 is 1.0 MB and not 1000.0 kB.
      let rounded = (tenths / 10 + 5) / 10
      if rounded < 10_000 || unit == "TB" {
        return "\(rounded / 10).\(rounded % 10) \(unit)"
      }
      tenths /= 1000
    }
    return "\(bytes) B"
  }
}

/// A choice among fixed words.
public protocol ArgumentChoice: ArgumentValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension ArgumentChoice {
  public static var expected: String {
    let words = allCases.map(\.rawValue)
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  public init?(argument: [UInt8]) {
    for choice in Self.allCases where choice.rawValue.utf8.elementsEqual(argument) {
      self = choice
      return
    }
    return nil
  }
}

/// Numbers with a unit behind them.
private enum Quantity {
  /// A hundred years in milliseconds: a longer wait is a slip of the finger.
  static let longest = 100 * 366 * 86_400_000

  static func split(_ word: [UInt8]) -> (Int, String)? {
    let digits = word.prefix(while: \.isDigit)
    guard !digits.isEmpty, let count = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return (count, String(decoding: word.dropFirst(digits.count), as: UTF8.self))
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
