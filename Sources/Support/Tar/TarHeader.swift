/// The 512 bytes in front of each member.
///
/// Reads what ustar, GNU tar and the tar of Version 7 write; writes ustar.
///
/// Source: POSIX.1-2024, pax, "ustar Interchange Format"; tar(5) for the rest.
struct TarHeader: Equatable {
  var name: [UInt8]
  var mode = 0o600
  var byteCount: Int
  /// Seconds since 1970.
  var time = 0
  var type: UInt8

  init(name: [UInt8], byteCount: Int, time: Int = 0, type: UInt8 = UInt8(ascii: "0")) {
    self.name = name
    self.byteCount = byteCount
    self.time = time
    self.type = type
  }

  /// Understands a block of 512 bytes.
  ///
  /// - Throws: If the sum is wrong, or a number is none.
  init(_ block: [UInt8], at offset: Int) throws(TarError) {
    guard block.count == TarBlock.byteCount,
      let sum = Self.octal(block[Field.checksum]), Self.sums(of: block).contains(sum)
    else { throw TarError("no header of an archive", at: offset) }
    guard let byteCount = Self.number(block[Field.size]) else {
      throw TarError("a size that is no number, or too large", at: offset)
    }
    self.byteCount = byteCount
    type = block[Field.type]
    name = Self.text(block[Field.name])
    // GNU tar has other things where POSIX has the beginning of a long name.
    let isPOSIX = block[Field.magic].elementsEqual(Self.magic)
    let prefix = isPOSIX ? Self.text(block[Field.prefix]) : []
    if !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
  }

  /// The header as bytes; `nil` if the name or the size does not fit in.
  var block: [UInt8]? {
    guard name.count <= Field.name.count, (0...Self.greatestSize).contains(byteCount) else {
      return nil
    }
    var block = [UInt8](repeating: 0, count: TarBlock.byteCount)
    block.replaceSubrange(Field.name.prefix(name.count), with: name)
    Self.write(mode, to: &block, Field.mode)
    Self.write(0, to: &block, Field.owner)
    Self.write(0, to: &block, Field.group)
    Self.write(byteCount, to: &block, Field.size)
    Self.write(min(max(0, time), Self.greatestSize), to: &block, Field.time)
    block[Field.type] = type
    block.replaceSubrange(Field.magic, with: Self.magic)
    block.replaceSubrange(Field.checksum, with: repeatElement(UInt8(ascii: " "), count: 8))
    let sum = block.reduce(0) { $0 + Int($1) }
    Self.write(sum, to: &block, Field.checksum.prefix(7))
    return block
  }

  /// Eleven octal digits.
  static let greatestSize = 0o777_7777_7777
  private static let magic = Array("ustar\u{0}00".utf8)

  private enum Field {
    static let name = 0..<100
    static let mode = 100..<108
    static let owner = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let time = 136..<148
    static let checksum = 148..<156
    static let type = 156
    static let magic = 257..<265
    static let prefix = 345..<500
  }

  // MARK: Fields

  /// The sum of the bytes with spaces for the sum itself; old programs took bytes to have signs.
  private static func sums(of block: [UInt8]) -> [Int] {
    var sums = [0, 0]
    for (index, byte) in block.enumerated() {
      let byte = Field.checksum.contains(index) ? UInt8(ascii: " ") : byte
      sums[0] += Int(byte)
      sums[1] += Int(Int8(bitPattern: byte))
    }
    return sums
  }

  /// A number in octal digits, or in base 256 where the first bit says so; `nil` if it is negative.
  static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    guard first & 0x80 != 0 else { return octal(field) }
    guard first == 0x80 else { return nil }
    var value = 0
    for byte in field.dropFirst() {
      guard value <= Int.max >> 8 else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }

  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix {
      $0 != 0 && $0 != UInt8(ascii: " ")
    }
    var value = 0
    // At most twelve of them, which always fit.
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      value = value << 3 | Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// Octal digits that fill the field, but for its end mark.
  private static func write(_ value: Int, to block: inout [UInt8], _ field: Range<Int>) {
    var value = value
    for index in field.dropLast().reversed() {
      block[index] = UInt8(ascii: "0") + UInt8(value & 7)
      value >>= 3
    }
    block[field.upperBound - 1] = 0
  }
}
