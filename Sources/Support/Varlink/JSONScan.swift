/// Looks for the bytes that a JSON string cannot hold as they are.
enum JSONScan {
  /// The offset of the first quotation mark, backslash or control character, or the end.
  ///
  /// Eight bytes at a time: what of a word is zero or below a bound shows in its top bits. A wrong
  /// bit can only follow a right one, and the lowest one is taken.
  ///
  /// Source: Bit Twiddling Hacks, "Determine if a word has a byte less than n".
  static func plainEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      )
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5c)
      let found =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes)
        | ((slashes &- ones) & ~slashes)
      if found & tops != 0 { return position + (found & tops).trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == 0x22 || byte == 0x5c { return position }
      position += 1
    }
    return position
  }
}
