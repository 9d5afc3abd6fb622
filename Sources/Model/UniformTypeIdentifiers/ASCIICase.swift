// Identifiers, MIME types and extensions are compared without regard to the case of ASCII letters and
// otherwise byte for byte. `String`'s own equality would take U+212A KELVIN SIGN for a K.

extension UInt8 {
  /// The byte with A to Z made small.
  var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// Whether both hold the same bytes, where letters of ASCII may differ in case.
  func isEqualIgnoringCase(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] {
      guard self[index].asciiLowercased == other[index].asciiLowercased else { return false }
    }
    return true
  }

  func isEqual(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// The bytes eight at a time, with the bit set that tells small from capital letters.
  ///
  /// Equal names give equal words, in whichever case; a few unequal ones do, too.
  func forEachFoldedWord(_ body: (UInt64) -> Void) {
    let capitals: UInt64 = 0x2020_2020_2020_2020
    var index = 0
    while index + 8 <= count {
      body(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) | capitals)
      index += 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(self[index])
      index += 1
    }
    body(rest | capitals)
  }

  /// A hash for the tables of one process, of which nobody outside can choose many names.
  var foldedHash: UInt32 {
    var hash = UInt64(count)
    forEachFoldedWord { word in
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return UInt32(truncatingIfNeeded: hash)
  }
}

extension String {
  /// The text with A to Z made small and everything else left alone.
  package var asciiLowercased: String {
    let text = utf8.span
    for index in text.indices where text[index] != text[index].asciiLowercased {
      return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
    return self
  }

  package func isEqualIgnoringCase(_ other: String) -> Bool {
    utf8.span.isEqualIgnoringCase(other.utf8.span)
  }
}
