/// The name of a board, compared byte for byte: 1 to 255 bytes without control characters.
public struct BoardName: Hashable, Sendable, CustomStringConvertible {
  public let bytes: [UInt8]

  public static let clipboard = BoardName(fixed: "clipboard")
  public static let primary = BoardName(fixed: "primary")
  public static let secondary = BoardName(fixed: "secondary")

  /// The boards that are bound to X11 selections of the same names.
  public static let bound: [BoardName] = [.clipboard, .primary, .secondary]

  /// A name from outside; `nil` when it is empty, too long, or holds a control character.
  public init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard (1...255).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    self.bytes = bytes
  }

  private init(fixed name: String) { bytes = Array(name.utf8) }

  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether what an X11 selection offers is this board's current entry.
  public var isBound: Bool { BoardName.bound.contains(self) }
}
