extension JSONParser {
  // MARK: Strings

  /// From after the opening mark to after the closing one.
  mutating func parseString() throws(JSONError) -> String {
    let start = position
    position = JSONScan.plainEnd(in: bytes, from: position)
    guard let byte = peek() else { throw failure(.unexpectedEnd) }
    guard byte != UInt8(ascii: "\"") else {
      let text = try validated(start..<position)
      position += 1
      return text
    }
    return try parseEscapedString(from: start)
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONError) -> String {
    // Collected as bytes and checked once. An escape always is a whole scalar, so it cannot make
    // right what is wrong before or after it.
    var text = [UInt8](bytes[start..<position])
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let result = String(validating: text, as: UTF8.self) else {
          throw JSONError(.invalidUTF8, at: start)
        }
        return result
      case UInt8(ascii: "\\"):
        position += 1
        text.append(contentsOf: UTF8.encode(try parseEscape()) ?? UTF8.encodedReplacementCharacter)
      case 0..<0x20: throw failure(.controlCharacter)
      default:
        let run = position
        position = JSONScan.plainEnd(in: bytes, from: position)
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[run..<position]))
      }
    }
    throw failure(.unexpectedEnd)
  }

  private func validated(_ range: Range<Int>) throws(JSONError) -> String {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    // Most text, whose short way is ten times as fast as that of a validating initialiser.
    if part.allSatisfy({ $0 < 0x80 }) { return String(decoding: part, as: UTF8.self) }
    guard let text = String(validating: part, as: UTF8.self) else {
      throw JSONError(.invalidUTF8, at: range.lowerBound)
    }
    return text
  }

  private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek() else { throw failure(.unexpectedEnd) }
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{c}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      position += 1
      return try parseUnicodeEscape()
    default: throw failure(.invalidEscape)
    }
    position += 1
    return scalar
  }

  /// From after `\u`; a high surrogate must be followed by a low one.
  private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    let high = try parseFourDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xdc00, peek() == UInt8(ascii: "\\") else {
      throw JSONError(.loneSurrogate, at: start)
    }
    position += 1
    guard peek() == UInt8(ascii: "u") else { throw JSONError(.loneSurrogate, at: start) }
    position += 1
    let low = try parseFourDigits()
    guard (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
    else { throw JSONError(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func parseFourDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek() else { throw failure(.unexpectedEnd) }
      guard let digit = Unicode.Scalar(byte).hexDigit else { throw failure(.invalidEscape) }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  // MARK: Numbers

  /// No honest number is longer, and what reads them need not be asked to.
  private static var maximumNumberLength: Int { 1024 }

  mutating func parseNumber() throws(JSONError) -> JSON {
    let start = position
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    let negated = try parseDigits()
    if bytes[digits] == UInt8(ascii: "0"), position > digits + 1 {
      throw JSONError(.invalidNumber, at: digits)
    }
    let isInteger = try !skipFraction()
    // -0 is a number that no integer can be.
    if isInteger, let negated, !(isNegative && negated == 0) {
      if isNegative { return .integer(negated) }
      if negated > .min { return .integer(-negated) }
    }
    return .number(try double(start..<position))
  }

  /// Whether there was a fraction or an exponent.
  private mutating func skipFraction() throws(JSONError) -> Bool {
    let start = position
    if peek() == UInt8(ascii: ".") {
      position += 1
      _ = try parseDigits()
    }
    if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      _ = try parseDigits()
    }
    return position > start
  }

  /// One digit or more; their value below zero, where there is room for one more, if it fits.
  private mutating func parseDigits() throws(JSONError) -> Int64? {
    let start = position
    var value: Int64? = 0
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = value.flatMap { value in
        let (product, overflow1) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow2) = product.subtractingReportingOverflow(
          Int64(byte - UInt8(ascii: "0"))
        )
        return overflow1 || overflow2 ? nil : sum
      }
      position += 1
    }
    guard position > start else {
      throw failure(position == bytes.count ? .unexpectedEnd : .invalidNumber)
    }
    return value
  }

  private func double(_ range: Range<Int>) throws(JSONError) -> Double {
    guard range.count <= Self.maximumNumberLength else {
      throw JSONError(.numberOutOfRange, at: range.lowerBound)
    }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw JSONError(.numberOutOfRange, at: range.lowerBound)
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var hexDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }
}
