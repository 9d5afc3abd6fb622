/// What an entry is called by: its id, the beginning of one, or its place on a board.
public enum EntryName: Sendable, Equatable {
  /// All ids from the first to the last begin with what was written.
  case ids(ClosedRange<UInt64>)
  /// From 1, the newest.
  case place(Int)

  /// The fewest digits of an id that name an entry.
  public static let shortestPrefix = 4

  /// Reads a name; `nil` if it can be none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "@") {
      guard let place = Int(text.dropFirst()), place >= 1, bytes[1] != UInt8(ascii: "+") else {
        return nil
      }
      self = .place(place)
      return
    }
    guard (Self.shortestPrefix...16).contains(bytes.count) else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 4 | digit
    }
    let free = UInt64(16 - bytes.count) * 4
    let first = value << free
    self = .ids(first...(first | (1 << free &- 1)))
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
