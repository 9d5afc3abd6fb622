/// The records of a pax header, `LENGTH KEY=VALUE` and a newline each, of which the length counts all.
///
/// Source: POSIX.1-2024, pax, "pax Header Block".
struct PaxRecords: Equatable {
  /// What the following header is to be understood with; an empty value takes a global one back.
  var path: [UInt8]?
  var size: [UInt8]?

  init() {}

  init(_ bytes: [UInt8], at offset: Int) throws(TarError) {
    var rest = bytes[...]
    // Some fill up the block inside of the content.
    while let first = rest.first, first != 0 {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let length = Self.decimal(rest[..<space]), length <= rest.count,
        rest.startIndex + length > space + 1
      else { throw TarError("a record of a pax header with a wrong length", at: offset) }
      let end = rest.startIndex + length
      let record = rest[(space + 1)..<end]
      guard record.last == UInt8(ascii: "\n"), let sign = record.firstIndex(of: UInt8(ascii: "="))
      else { throw TarError("a record of a pax header that is none", at: offset) }
      let value = Array(record[(sign + 1)...].dropLast())
      let key = record[..<sign]
      if key.elementsEqual("path".utf8) { path = value }
      if key.elementsEqual("size".utf8) { size = value }
      rest = rest[end...]
    }
  }

  /// These with what others say over them.
  func overridden(by other: PaxRecords) -> PaxRecords {
    var result = self
    result.path = other.path ?? path
    result.size = other.size ?? size
    return result
  }

  static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = [UInt8(ascii: " ")] + Array(key.utf8) + [UInt8(ascii: "=")] + value
    let byteCount = rest.count + 1
    // The digits of the length count as well.
    var length = byteCount + String(byteCount).utf8.count
    length = byteCount + String(length).utf8.count
    return Array(String(length).utf8) + rest + [UInt8(ascii: "\n")]
  }

  /// `nil` if it is no number, or too large for any file.
  static func decimal(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
