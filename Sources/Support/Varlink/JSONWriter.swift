extension JSON {
  /// The bytes of this value: no white space, members in their order, no byte below 0x20.
  ///
  /// Numbers that JSON cannot hold (infinite, not a number) become null.
  ///
  /// Source: RFC 8259.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    // The description is the shortest text that reads as the same number, and JSON.
    case .number(let value): bytes += (value.isFinite ? value.description : "null").utf8
    case .string(let value): write(value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { writeEscaped(UnsafeRawBufferPointer($0)) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ text: UnsafeRawBufferPointer) {
    var position = 0
    while true {
      let end = JSONScan.plainEnd(in: text, from: position)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[position..<end]))
      guard end < text.count else { return }
      writeEscape(text[end])
      position = end + 1
    }
  }

  private mutating func writeEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5c: bytes.append(byte)
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += "u00".utf8
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
