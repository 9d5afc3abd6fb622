/// Takes the words of a plain TOML document, which is ASCII, one after the other.
struct PlainScanner {
  private let bytes: [UInt8]
  private let file: String
  private var at = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The byte that comes; `nil` at the end.
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  var position: TOMLPosition {
    TOMLPosition(file: file, line: line, column: at - lineStart + 1)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 { at += 1 }
  }

  /// Goes to the next line; false if there is more on this one than a comment.
  mutating func endLine() -> Bool {
    skipBlanks()
    guard skipComment() else { return false }
    guard let byte = next else { return true }
    guard byte == UInt8(ascii: "\n") else { return false }
    at += 1
    line += 1
    lineStart = at
    return true
  }

  private mutating func skipComment() -> Bool {
    guard next == UInt8(ascii: "#") else { return true }
    while let byte = next, byte != UInt8(ascii: "\n") {
      guard Self.isText(byte) else { return false }
      at += 1
    }
    return true
  }

  /// A key without quotes.
  mutating func takeKey() -> String? {
    let start = at
    while let byte = next, Self.isKey(byte) { at += 1 }
    return at > start ? text(start..<at) : nil
  }

  mutating func takeValue(depth: Int) -> TOMLNode? {
    let position = position
    guard let byte = next, let value = takeValue(startingWith: byte, depth: depth) else {
      return nil
    }
    return TOMLNode(value, at: position)
  }

  private mutating func takeValue(startingWith byte: UInt8, depth: Int) -> TOMLValue? {
    switch byte {
    case UInt8(ascii: "\""): takeString()
    case UInt8(ascii: "'"): takeLiteral()
    case UInt8(ascii: "["): depth < 4 ? takeArray(depth: depth + 1) : nil
    case UInt8(ascii: "t"): takeWord("true", .boolean(true))
    case UInt8(ascii: "f"): takeWord("false", .boolean(false))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): takeInteger()
    default: nil
    }
  }

  // MARK: Values

  private mutating func takeString() -> TOMLValue? {
    let start = at + 1
    at = start
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte != UInt8(ascii: "\\") else { return takeEscapedString(from: start) }
      guard Self.isText(byte) else { return nil }
      at += 1
    }
    let end = at
    // Three quotes begin a string of several lines.
    guard take(UInt8(ascii: "\"")), end > start || next != UInt8(ascii: "\"") else { return nil }
    return .string(text(start..<end))
  }

  private mutating func takeEscapedString(from start: Int) -> TOMLValue? {
    var plain = Array(bytes[start..<at])
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard Self.isText(byte) else { return nil }
      at += 1
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): plain.append(bytes[at])
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "t"): plain.append(0x09)
      default: return nil
      }
      at += 1
    }
    guard take(UInt8(ascii: "\"")) else { return nil }
    return .string(String(decoding: plain, as: UTF8.self))
  }

  private mutating func takeLiteral() -> TOMLValue? {
    let start = at + 1
    at = start
    while let byte = next, byte != UInt8(ascii: "'") {
      guard Self.isText(byte) else { return nil }
      at += 1
    }
    let end = at
    guard take(UInt8(ascii: "'")), end > start || next != UInt8(ascii: "'") else { return nil }
    return .string(text(start..<end))
  }

  private mutating func takeArray(depth: Int) -> TOMLValue? {
    at += 1
    var nodes: [TOMLNode] = []
    while skipLines(), let byte = next {
      if byte == UInt8(ascii: "]") {
        at += 1
        return .array(nodes)
      }
      guard let node = takeValue(depth: depth), skipLines() else { return nil }
      nodes.append(node)
      guard take(UInt8(ascii: ",")) || next == UInt8(ascii: "]") else { return nil }
    }
    return nil
  }

  /// Skips what may stand between the elements of an array.
  private mutating func skipLines() -> Bool {
    skipBlanks()
    while let byte = next, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "#") {
      guard endLine() else { return false }
      skipBlanks()
    }
    return true
  }

  private mutating func takeWord(_ word: StaticString, _ value: TOMLValue) -> TOMLValue? {
    let end = at + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ $0.elementsEqual(bytes[at..<end]) })
    else { return nil }
    at = end
    return endsValue ? value : nil
  }

  /// Decimal digits; signs, fractions, dates and the like go beyond what is plain.
  private mutating func takeInteger() -> TOMLValue? {
    let start = at
    var number: Int64 = 0
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      guard at - start < 18 else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      at += 1
    }
    guard endsValue, bytes[start] != UInt8(ascii: "0") || at == start + 1 else { return nil }
    return .integer(number)
  }

  private var endsValue: Bool {
    guard let byte = next else { return true }
    return [0x20, 0x09, 0x0A, 0x23, 0x2C, 0x5D].contains(byte)
  }

  // MARK: Bytes

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether a byte may stand in a string or comment as it is.
  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  private static func isKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
