extension TextEncoding {
  /// The address in what browsers offer, in UTF-8 and without the title; `nil` if there is none.
  ///
  /// `text/x-moz-url` is UTF-16, little-endian and often without a mark that says so; a title follows
  /// in the next line.
  ///
  /// Source: Mozilla, recommended drag types; `_NETSCAPE_URL` as Motif's browsers wrote it.
  static func utf8(address bytes: [UInt8]) -> [UInt8]? {
    utf8(addresses: bytes).flatMap(line)
  }

  /// All that is there, in UTF-8: addresses, each with its title in the next line.
  static func utf8(addresses bytes: [UInt8]) -> [UInt8]? {
    bytes.contains(0) ? utf8(utf16: bytes) : utf8(string: bytes)
  }

  /// An address as a list of one; `nil` if it has no line.
  ///
  /// Source: RFC 2483 §5, each line is ended by CR LF.
  static func uriList(utf8 address: [UInt8]) -> [UInt8]? {
    line(of: address).map { $0 + [0x0D, 0x0A] }
  }

  /// The first line, which is the address; `nil` if it is empty.
  private static func line(of text: [UInt8]) -> [UInt8]? {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.isEmpty ? nil : Array(line)
  }

  /// An address as `text/x-moz-url`, with itself as the title; `nil` if it is no line of UTF-8.
  public static func mozillaURL(utf8 address: [UInt8]) -> [UInt8]? {
    guard let text = line(of: address).flatMap({ String(validating: $0, as: UTF8.self) })
    else { return nil }
    return "\(text)\n\(text)".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  private static func utf8(utf16 bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    if units.first == 0xFFFE { units = units.map(\.byteSwapped) }
    if units.first == 0xFEFF { units.removeFirst() }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}

extension TargetName {
  /// Whether the target delivers one address, which may have a title and an encoding of its own.
  public var isAddress: Bool { self == .mozillaURL || self == .netscapeURL }
}
