extension JSON {
  /// How many arrays and objects may be in each other.
  public static let maximumDepth = 64

  /// Reads one value and nothing else, in time proportional to the bytes.
  ///
  /// Integers beyond `Int64` become numbers. If a name comes twice in an object, the last counts.
  /// More than `valueLimit` values are refused: what strangers send must not cost twenty times its
  /// size in memory.
  ///
  /// Source: RFC 8259; strict in UTF-8, surrogates, numbers and white space.
  public init(
    parsing bytes: UnsafeRawBufferPointer,
    valueLimit: Int = .max
  ) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, valueLimit: valueLimit)
    self = try parser.parseDocument()
  }

  /// As the other, for bytes in an array.
  public init(parsing bytes: [UInt8], valueLimit: Int = .max) throws(JSONError) {
    let span = bytes.span
    self = try span.bytes.withUnsafeBytes { (buffer) throws(JSONError) in
      try JSON(parsing: buffer, valueLimit: valueLimit)
    }
  }
}

/// One pass over the bytes; recursive, so that the depth is bounded.
struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  var position = 0
  private var valuesLeft: Int

  init(bytes: UnsafeRawBufferPointer, valueLimit: Int) {
    self.bytes = bytes
    valuesLeft = valueLimit
  }

  mutating func parseDocument() throws(JSONError) -> JSON {
    skipWhiteSpace()
    let value = try parseValue(depth: 0)
    skipWhiteSpace()
    guard position == bytes.count else { throw failure(.trailingBytes) }
    return value
  }

  // MARK: Values

  private mutating func parseValue(depth: Int) throws(JSONError) -> JSON {
    guard let byte = peek() else { throw failure(.unexpectedEnd) }
    guard valuesLeft > 0 else { throw failure(.tooManyValues) }
    valuesLeft -= 1
    switch byte {
    case UInt8(ascii: "\""):
      position += 1
      return .string(try parseString())
    case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func parseWord(
    _ word: StaticString,
    _ value: JSON
  ) throws(JSONError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard let byte = peek() else { throw failure(.unexpectedEnd) }
      guard byte == word.utf8Start[index] else { throw failure(.unexpectedByte) }
      position += 1
    }
    return value
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> JSON {
    guard depth <= JSON.maximumDepth else { throw failure(.tooDeep) }
    position += 1
    var elements: [JSON] = []
    if skipIfNext(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      skipWhiteSpace()
      elements.append(try parseValue(depth: depth))
      if try endsAfterElement(with: UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONError) -> JSON {
    guard depth <= JSON.maximumDepth else { throw failure(.tooDeep) }
    position += 1
    var members: [JSON.Member] = []
    if skipIfNext(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipWhiteSpace()
      try expect(UInt8(ascii: "\""))
      let name = try parseString()
      skipWhiteSpace()
      try expect(UInt8(ascii: ":"))
      skipWhiteSpace()
      members.append(JSON.Member(name, try parseValue(depth: depth)))
      if try endsAfterElement(with: UInt8(ascii: "}")) {
        return .object(MemberIndex.withoutDuplicates(members))
      }
    }
  }

  /// After an element: `true` at the end mark, `false` at a comma.
  private mutating func endsAfterElement(with mark: UInt8) throws(JSONError) -> Bool {
    skipWhiteSpace()
    guard let byte = peek() else { throw failure(.unexpectedEnd) }
    guard byte == mark || byte == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
    position += 1
    return byte == mark
  }

  // MARK: Bytes

  func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: position) }

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard let found = peek() else { throw failure(.unexpectedEnd) }
    guard found == byte else { throw failure(.unexpectedByte) }
    position += 1
  }

  private mutating func skipIfNext(_ byte: UInt8) -> Bool {
    skipWhiteSpace()
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhiteSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }
}
