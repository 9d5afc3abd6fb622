public import Pasteboards

/// Decides what a text is, piece by piece: whether it is UTF-8, and who else can carry it.
///
/// Source: RFC 3629 §4 for UTF-8; ICCCM 2.0 §2.7.1 for the characters of STRING.
public struct TextScanner: Sendable {
  private var isValid = true
  private var containsNUL = false
  private var containsEscape = false
  private var form: TextForm = .ascii
  /// Continuation bytes that the character under way still lacks.
  private var missing = 0
  /// The range that the next continuation byte must be in.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF
  /// Whether the character under way began with C2, of which half is control characters.
  private var mayBeControl = false

  public init() {}

  /// Takes the next piece; a character may lie across two of them.
  public mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count, isValid {
      if missing == 0 { index += Self.plainCount(bytes, from: index) }
      guard index < bytes.count else { return }
      take(bytes[index])
      index += 1
    }
  }

  /// Takes the next piece from an array.
  public mutating func scan(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { scan($0) }
  }

  /// Whether the bytes are no UTF-8, whatever follows.
  public var isSettled: Bool { !isValid }

  /// What the pieces up to here make, if nothing more comes.
  public var result: Result {
    let isText = isValid && missing == 0
    return Result(
      form: isText ? form : nil,
      hasNUL: containsNUL,
      hasEscape: containsEscape
    )
  }

  /// What a text turned out to be.
  public struct Result: Sendable, Equatable {
    /// The narrowest encoding that carries the text; `nil` when the bytes are no UTF-8.
    public let form: TextForm?
    /// Whether there is a NUL, at which some readers cut; of no-text, only up to the fault.
    public let hasNUL: Bool
    /// Whether there is an ESC, which compound text cannot carry.
    public let hasEscape: Bool

    /// Whether the bytes are UTF-8.
    public var isValid: Bool { form != nil }
  }

  /// How many bytes from `start` on are nothing but ASCII, counted by the word.
  private static func plainCount(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let first = bytes.baseAddress else { return 0 }
    var index = start
    while bytes.count - index >= 8,
      isPlain(first.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index += 8
    }
    return index - start
  }

  /// Whether eight bytes are all in 0x20 to 0x7E, tabs or ends of lines, without looking at each.
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // With no top bit set, adding 1 sets it for 0x7F alone, and taking 0x20 sets it for controls.
    guard word & tops == 0, (word &+ ones) & tops == 0 else { return false }
    let controls = ((word | tops) &- (ones &* 0x20)) & tops ^ tops
    guard controls != 0 else { return true }
    // What is zero has no top bit when 0x7F is added to it.
    let isOther: (UInt64) -> UInt64 = { (word ^ (ones &* $0)) &+ (ones &* 0x7F) }
    return controls & isOther(0x09) & isOther(0x0A) & isOther(0x0D) == 0
  }

  private mutating func take(_ byte: UInt8) {
    if missing > 0 {
      takeContinuation(byte)
    } else {
      takeFirst(byte)
    }
  }

  private mutating func takeContinuation(_ byte: UInt8) {
    guard allowed.contains(byte) else {
      isValid = false
      return
    }
    if mayBeControl { form = max(form, byte < 0xA0 ? .unicode : .latin1) }
    mayBeControl = false
    allowed = 0x80...0xBF
    missing -= 1
  }

  private mutating func takeFirst(_ byte: UInt8) {
    switch byte {
    case 0x20...0x7E, 0x09, 0x0A, 0x0D: return
    case 0x00...0x1F, 0x7F:
      form = .unicode
      if byte == 0x00 { containsNUL = true }
      if byte == 0x1B { containsEscape = true }
    case 0xC2:
      mayBeControl = true
      missing = 1
    case 0xC3:
      form = max(form, .latin1)
      missing = 1
    case 0xC4...0xDF: begin(missing: 1, allowed: 0x80...0xBF)
    case 0xE0: begin(missing: 2, allowed: 0xA0...0xBF)
    case 0xED: begin(missing: 2, allowed: 0x80...0x9F)
    case 0xE1...0xEC, 0xEE, 0xEF: begin(missing: 2, allowed: 0x80...0xBF)
    case 0xF0: begin(missing: 3, allowed: 0x90...0xBF)
    case 0xF1...0xF3: begin(missing: 3, allowed: 0x80...0xBF)
    case 0xF4: begin(missing: 3, allowed: 0x80...0x8F)
    default: isValid = false
    }
  }

  private mutating func begin(missing: Int, allowed: ClosedRange<UInt8>) {
    form = .unicode
    self.missing = missing
    self.allowed = allowed
  }
}
