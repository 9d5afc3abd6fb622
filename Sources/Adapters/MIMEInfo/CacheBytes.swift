internal import UniformTypeIdentifiers

/// The bytes of a `mime.cache`: big-endian words, rows of them, and strings that end with NUL.
///
/// Nobody has promised that an offset or a count in such a file is true, so all of them go through
/// here: what lies outside the file reads as zero, and a table must lie within it as a whole.
struct CacheBytes: Sendable {
  let bytes: [UInt8]

  /// Rows of equal length, one after the other.
  struct Table: Sendable {
    fileprivate(set) var start = 0
    fileprivate(set) var count = 0
    fileprivate(set) var stride = 0

    /// Where a row begins.
    subscript(row: Int) -> Int { start + row * stride }
  }

  /// The word at an offset that need not be aligned.
  func word(_ offset: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - 4 else { return 0 }
    return bytes.withUnsafeBytes {
      Int(UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
  }

  /// `nil` unless all rows are in the file.
  func table(at start: Int, count: Int, stride: Int) -> Table? {
    // Words have 32 bits, so nothing here can overflow.
    guard start >= 0, count >= 0, start + count * stride <= bytes.count else { return nil }
    return Table(start: start, count: count, stride: stride)
  }

  /// The table that a count precedes.
  func countedTable(at start: Int, stride: Int) -> Table? {
    guard start >= 0, start <= bytes.count - 4 else { return nil }
    return table(at: start + 4, count: word(start), stride: stride)
  }

  /// The bytes of the string at an offset, up to its NUL or the end of the file.
  func string(_ offset: Int) -> ArraySlice<UInt8> {
    guard bytes.indices.contains(offset) else { return [] }
    return bytes[offset...].prefix { $0 != 0 }
  }

  /// The MIME type at an offset in lower case; `nil` if what is there is none.
  func typeName(_ offset: Int) -> String? {
    string(offset).typeName
  }

  /// As ``Swift/Span/order(_:_:_:end:isFolding:)``, of the string at an offset.
  func order(
    _ offset: Int,
    _ other: Span<UInt8>,
    _ otherOffset: Int = 0,
    isFolding: Bool = false
  ) -> Int {
    bytes.span.order(offset, other, otherOffset, isFolding: isFolding)
  }

  /// The rows whose first word points at the string `key`, in a table that is sorted by them.
  func rows(of table: Table, named key: Span<UInt8>) -> Range<Int> {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if order(word(table[middle]), key) < 0 { low = middle + 1 } else { high = middle }
    }
    high = low
    while high < table.count, order(word(table[high]), key) == 0 { high += 1 }
    return low..<high
  }
}

extension Span<UInt8> {
  /// Less than, equal to or greater than zero, as a string sorts before, with or after another one.
  ///
  /// Each goes from its offset to `end` or the last byte there is; from an offset outside, it is
  /// empty.
  ///
  /// Source: strcmp(3), by which the lists are sorted; with `isFolding` the case of ASCII letters is
  /// no matter.
  func order(
    _ offset: Int,
    _ other: Span<UInt8>,
    _ otherOffset: Int = 0,
    end: UInt8 = 0,
    isFolding: Bool = false
  ) -> Int {
    var index = 0
    while true {
      let one = byte(offset + index, end, isFolding)
      let two = other.byte(otherOffset + index, end, isFolding)
      if one != two { return Int(one) - Int(two) }
      if one == 0 { return 0 }
      index += 1
    }
  }

  private func byte(_ index: Int, _ end: UInt8, _ isFolding: Bool) -> UInt8 {
    guard index >= 0, index < count, self[index] != end else { return 0 }
    return isFolding ? self[index].lowercased : self[index]
  }
}

extension Collection<UInt8> {
  /// The MIME type that these bytes spell, in lower case; `nil` if they spell none.
  ///
  /// Source: RFC 2045 §5.1, and RFC 6838 §4.2 for the length.
  var typeName: String? {
    guard isTypeName else { return nil }
    return String(decoding: self, as: UTF8.self).asciiLowercased
  }

  /// Whether there are two tokens with a slash between them.
  var isTypeName: Bool {
    var isInType = true
    var length = 0
    for byte in self {
      if byte == UInt8(ascii: "/"), isInType, length > 0 {
        isInType = false
        length = 0
      } else if byte.isTokenCharacter {
        length += 1
      } else {
        return false
      }
    }
    return !isInType && length > 0 && count <= 255
  }
}

extension UInt8 {
  /// Whether this may stand in a token: `!#$%&'*+-.0-9A-Z^_`a-z{|}~`.
  fileprivate var isTokenCharacter: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7E: true
    default: false
    }
  }
}
