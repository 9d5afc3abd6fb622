internal import LinuxIO
internal import Selections
internal import Varlink

extension JSONFieldScanner {
  // MARK: Strings

  struct StringState {
    let isName: Bool
    var step = Step.plain
    /// The first half of a surrogate pair, whose second must follow.
    var high: UInt32?

    enum Step {
      case plain
      /// After a backslash.
      case escape
      /// In `\uXXXX`.
      case digits(count: Int, value: UInt32)
    }
  }

  /// Takes what of a piece is in the string, and says where it goes on.
  mutating func scanString(
    _ string: StringState,
    _ piece: UnsafeRawBufferPointer,
    from start: Int
  ) throws(JSONError) -> Int {
    guard case .plain = string.step else {
      try takeEscape(piece[start], string)
      return start + 1
    }
    var end = start
    while end < piece.count, !Self.endsPlain(piece[end]) { end += 1 }
    collect(piece[start..<end], isName: string.isName)
    guard end < piece.count else { return end }
    // An error is at this byte, and not where the run before it began.
    defer { offset -= end - start }
    offset += end - start
    if string.high != nil, end > start || piece[end] != UInt8(ascii: "\\") {
      throw failure(.loneSurrogate)
    }
    try endPlain(piece[end], string)
    return end + 1
  }

  private static func endsPlain(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func endPlain(_ byte: UInt8, _ string: StringState) throws(JSONError) {
    var string = string
    switch byte {
    case UInt8(ascii: "\\"):
      string.step = .escape
      state = .string(string)
    case UInt8(ascii: "\""):
      guard !string.isName else { return endName() }
      var text = TextScanner()
      collected?.withBytes { text.scan($0) }
      guard text.result.isValid else { throw failure(.invalidUTF8) }
      endValue(.text(collected ?? .init()))
    default: throw failure(.controlCharacter)
    }
  }

  private mutating func takeEscape(_ byte: UInt8, _ string: StringState) throws(JSONError) {
    var string = string
    if case .digits(let count, let value) = string.step {
      guard let digit = Self.hexDigit(byte) else { throw failure(.invalidEscape) }
      string.step = .digits(count: count + 1, value: value << 4 | digit)
      if count == 3 { try endDigits(value << 4 | digit, &string) }
    } else if byte == UInt8(ascii: "u") {
      string.step = .digits(count: 0, value: 0)
    } else {
      guard string.high == nil else { throw failure(.loneSurrogate) }
      guard let plain = Self.escaped(byte) else { throw failure(.invalidEscape) }
      collect(CollectionOfOne(plain), isName: string.isName)
      string.step = .plain
    }
    state = .string(string)
  }

  private mutating func endDigits(_ value: UInt32, _ string: inout StringState) throws(JSONError) {
    string.step = .plain
    switch (string.high, value) {
    case (nil, 0xD800..<0xDC00): string.high = value
    case (let high?, 0xDC00..<0xE000):
      collect(0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00), string)
      string.high = nil
    case (nil, 0..<0xD800), (nil, 0xE000...): collect(value, string)
    default: throw failure(.loneSurrogate)
    }
  }

  private mutating func collect(_ value: UInt32, _ string: StringState) {
    guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { return }
    collect(bytes, isName: string.isName)
  }

  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }

  // MARK: Numbers and words

  enum NumberState {
    case minus, zero, whole, point, fraction, exponent, exponentSign, power

    /// Whether a number may end here.
    var isComplete: Bool {
      switch self {
      case .zero, .whole, .fraction, .power: true
      case .minus, .point, .exponent, .exponentSign: false
      }
    }

    /// What it is after one more byte; `nil` if the byte belongs to no number.
    func after(_ byte: UInt8) -> NumberState? {
      switch (self, byte) {
      case (.minus, UInt8(ascii: "0")): .zero
      case (.minus, 0x31...0x39), (.whole, 0x30...0x39): .whole
      case (.zero, UInt8(ascii: ".")), (.whole, UInt8(ascii: ".")): .point
      case (.point, 0x30...0x39), (.fraction, 0x30...0x39): .fraction
      case (.zero, 0x45), (.zero, 0x65), (.whole, 0x45), (.whole, 0x65), (.fraction, 0x45),
        (.fraction, 0x65):
        .exponent
      case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")): .exponentSign
      case (.exponent, 0x30...0x39), (.exponentSign, 0x30...0x39), (.power, 0x30...0x39): .power
      default: nil
      }
    }
  }

  mutating func beginNumber(_ byte: UInt8) throws(JSONError) {
    let number: NumberState
    switch byte {
    case UInt8(ascii: "-"): number = .minus
    case UInt8(ascii: "0"): number = .zero
    case 0x31...0x39: number = .whole
    default: throw failure(.unexpectedByte)
    }
    collected = isWanted ? .init(CollectionOfOne(byte)) : nil
    state = .number(number)
  }

  mutating func takeNumber(_ byte: UInt8, _ number: NumberState) throws(JSONError) {
    if let next = number.after(byte) {
      collected?.append(contentsOf: CollectionOfOne(byte))
      state = .number(next)
      return
    }
    try endNumber(number)
    try take(byte)
  }

  mutating func endNumber(_ number: NumberState) throws(JSONError) {
    guard number.isComplete else { throw failure(.invalidNumber) }
    endValue(.literal(collected ?? .init()))
  }

  mutating func takeWord(
    _ byte: UInt8,
    _ word: StaticString,
    _ index: Int
  ) throws(JSONError) {
    guard byte == word.utf8Start[index] else { throw failure(.unexpectedByte) }
    guard index + 1 == word.utf8CodeUnitCount else {
      state = .word(word, index: index + 1)
      return
    }
    endValue(byte == UInt8(ascii: "l") ? .null : .literal(.init(word.description.utf8)))
  }
}
